import { expect, test } from 'vitest';

import type { Deletion } from '#functions/data/people/deletion-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { deleteAccounts } from './delete-accounts.ts';

const minute = 60_000;

test('starts new deletions of all pages before it continues waiting ones', async () => {
  let clock = Date.parse('2026-11-20T12:00:00.000Z');
  const now = () => new Date(clock);
  const before = (minutes: number): string => new Date(clock - minutes * minute).toISOString();
  const due = (userId: string, begun: boolean): Deletion => ({
    userId,
    requestedAt: before(20_000),
    dueAt: before(600),
    language: 'en',
    ...(begun && { startedAt: before(540) }),
  });
  const pages = [
    [due('waits 1', true), due('waits 2', true), due('new 1', false)],
    [due('waits 3', true), due('new 2', false)],
  ];
  const tried: string[] = [];
  const events: string[] = [];
  await deleteAccounts(
    {
      deletions: {
        due: (_, from) => {
          const page = from ? Number(from['page']) : 0;
          return Promise.resolve({ deletions: pages[page] ?? [], ...(page === 0 && { next: { page: 1 } }) });
        },
        begin: () => Promise.resolve(true),
      },
      forgetUser: (userId) => {
        tried.push(userId);
        if (userId.startsWith('new')) return Promise.resolve({ outcome: 'forgotten', items: 1 });
        clock += minute;
        return Promise.resolve({ outcome: 'notDone', why: ['still tried'] });
      },
      log: (event) => void events.push(event),
      now,
    },
    deadlineIn(now, 2 * minute),
  );
  expect(tried).toEqual(['new 1', 'new 2', 'waits 1', 'waits 2']);
  expect(events).toEqual(['account.deleted', 'account.deleted', 'account.deletionWaits', 'account.deletionWaits']);
});
