import { expect, test } from 'vitest';

import type { RawItem } from '#functions/data/raw-table.ts';

import { passes, passOf, restoreItem } from './restore-item.ts';

const now = new Date('2026-11-21T18:00:00.000Z');
const anItem = (type: string, more: Omit<RawItem, 'pk' | 'sk'> = {}): RawItem => ({
  pk: { S: 'A#ana' },
  sk: { S: type },
  type: { S: type },
  ...more,
});

test('restores runs before triggers, and the outbox last', () => {
  const types = ['outbox', 'trigger', 'workspace', 'run', 'link'].toSorted(
    (one, other) => passes.indexOf(passOf(anItem(one))) - passes.indexOf(passOf(anItem(other))),
  );
  expect([types[0], types.at(-2), types.at(-1)]).toEqual(['run', 'trigger', 'outbox']);
});

test('omits leases, reseal progress and expired items', () => {
  const end = (at: Date) => ({ expiresAt: { N: String(at.getTime() / 1000) } });
  expect(restoreItem(anItem('lease'), now)).toBeUndefined();
  expect(restoreItem(anItem('resealWalk'), now)).toBeUndefined();
  expect(restoreItem(anItem('session', end(now)), now)).toBeUndefined();
  const session = anItem('session', end(new Date(now.getTime() + 1000)));
  expect(restoreItem(session, now)).toBe(session);
});

test('marks every device that was reported to Alexa as uncertain', () => {
  const devices = { M: { 'trg-1': { S: 'hash' }, 'trg-2': { S: '!hash' } } };
  expect(restoreItem(anItem('reported', { devices, version: { N: '7' } }), now)).toMatchObject({
    version: { N: '7' },
    devices: { M: { 'trg-1': { S: '?' }, 'trg-2': { S: '?' } } },
  });
});
