import { beforeAll, expect, test } from 'vitest';

import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createSessionStore } from '#functions/data/people/session-store.ts';
import { createSignInStateStore } from '#functions/data/people/sign-in-state-store.ts';
import { openConnection, type Table } from '#functions/data/table.ts';

import { aTable } from '../support/worlds/a-table.ts';

let table: Table;
let sessions: ReturnType<typeof createSessionStore>;
let states: ReturnType<typeof createSignInStateStore>;

beforeAll(async () => {
  table = await aTable();
  sessions = createSessionStore(table);
  states = createSignInStateStore(table);
});

// DynamoDB Local removes expired items by the machine's clock.
const now = new Date('2096-11-20T12:00:00.000Z');
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const origin = { device: { browser: 'Chrome', system: 'Windows' }, browserHash: 'b' } as const;
const session = (idHash: string) => ({ idHash, userId: 'ana', name: 'Ana', now, endsAt: later(100), ...origin });
const state = { provider: 'amazon' as const, browserHash: 'b', codeVerifier: 'v' };

test('finds a session at once, until its end and not a second longer', async () => {
  await sessions.add(session('one'));
  expect(await sessions.find('one', later(99))).toMatchObject({ userId: 'ana', name: 'Ana' });
  expect(await sessions.find('one', later(100))).toBeUndefined();
});

test('extends a session when it is renewed', async () => {
  await sessions.add(session('two'));
  expect(await sessions.renew('two', { now: later(50), endsAt: later(200) })).toBe('renewed');
  expect(await sessions.find('two', later(150))).toMatchObject({ renewedAt: later(50).toISOString() });
});

test('does not restore an ended session by renewing it', async () => {
  await sessions.add(session('three'));
  await sessions.remove('three');
  expect(await sessions.renew('three', { now, endsAt: later(200) })).toBe('gone');
  expect(await sessions.find('three', now)).toBeUndefined();
});

test('gives the state of a sign-in to one of twenty concurrent callers', async () => {
  await states.add('race', { ...state, link: { userId: 'ana', sessionIdHash: 's', workspaceId: 7 } }, now);
  const taken = await Promise.all(Array.from({ length: 20 }, () => states.take('race', 'b', now)));
  expect(taken.filter((found) => found !== undefined)).toMatchObject([{ ...state, link: { workspaceId: 7 } }]);
});

test('keeps the state of a sign-in for ten minutes', async () => {
  await states.add('in time', state, now);
  await states.add('late', state, now);
  expect(await states.take('in time', 'b', later(599))).toBeDefined();
  expect(await states.take('late', 'b', later(600))).toBeUndefined();
});

test('keeps the state of a sign-in when another browser asks for it', async () => {
  await states.add('asked', state, now);
  expect(await states.take('asked', 'another', now)).toBeUndefined();
  expect(await states.take('asked', 'b', now)).toMatchObject(state);
});

test('reports the status "none" for a workspace that never had a subscription', async () => {
  expect(await createSubscriptionStore(table).status(7)).toBe('none');
});

test('opens the connection early without an error, even without a table', async () => {
  await openConnection(table);
  await openConnection({ ...table, name: 'no-such-table' });
  expect(await sessions.find('nobody', now)).toBeUndefined();
});
