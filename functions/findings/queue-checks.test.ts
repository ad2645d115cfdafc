import { expect, test } from 'vitest';

import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { queueChecks } from './queue-checks.ts';

const now = (): Date => new Date('2026-11-20T12:00:00.000Z');
const dueAt = now().toISOString();

test('logs a check that cannot be queued and queues the others', async () => {
  const queued: number[] = [];
  const logged: [string, object][] = [];
  const told = {
    due: (_: Date, from?: Record<string, unknown>) =>
      Promise.resolve(
        from
          ? { looks: [{ workspaceId: 3, dueAt }] }
          : { looks: [1, 2].map((workspaceId) => ({ workspaceId, dueAt })), next: { pk: 'next' } },
      ),
    queue: async ({ workspaceId }: { workspaceId: number }) => {
      if (workspaceId === 1) throw new Error('The transaction failed.');
      queued.push(workspaceId);
      return 'queued' as const;
    },
  };
  const log = (event: string, details: object = {}): void => void logged.push([event, details]);
  await queueChecks({ told, newId: () => 'id', log, now }, deadlineIn(now, 60_000));
  expect(queued).toEqual([2, 3]);
  expect(logged).toEqual([['findings.lookFailed', { workspaceId: 1 }]]);
});
