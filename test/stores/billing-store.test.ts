import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';

import { createSubscriptionStore, type SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { trialWrites } from '#functions/data/billing/trial-marks.ts';
import { noSubscription } from '#functions/data/items/subscription-item.ts';
import { subscriptionKey, trialKey, userKey, workspacePartition } from '#functions/data/keys.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { transact, type Table } from '#functions/data/table.ts';

import { aTable } from '../support/worlds/a-table.ts';

let table: Table;
let store: SubscriptionStore;
let ids = 500;
const at = new Date('2026-11-20T12:00:00.000Z');

beforeAll(async () => {
  table = await aTable();
  store = createSubscriptionStore(table);
});

const put = (key: object, item: object) =>
  table.doc.send(new PutCommand({ TableName: table.name, Item: { ...key, ...item } }));
const aUser = (id: string) => put(userKey(id), { type: 'user', id, trialUsed: false });
const after = (change: object = {}) => ({ ...noSubscription, customerId: `cus_${ids}`, ...change });

test('writes only on the revision that was read, and one of many concurrent writes', async () => {
  const workspaceId = (ids += 1);
  const writes = [1, 2, 3, 4].map((amount) =>
    store.save({ workspaceId, before: noSubscription, after: after({ amount }) }),
  );
  expect((await Promise.all(writes)).toSorted()).toEqual(['changed', 'changed', 'changed', 'saved']);
  const before = await store.find(workspaceId);
  expect(before).toMatchObject({ rev: 1, status: 'none' });
  expect(await store.save({ workspaceId, before: before ?? noSubscription, after: after({ status: 'active' }) })).toBe(
    'saved',
  );
  expect(await store.status(workspaceId)).toBe('active');
  expect(await store.workspaceOf(`cus_${workspaceId}`)).toBe(workspaceId);
  expect(await store.workspaceOf('cus_nobody')).toBeUndefined();
});

test('writes to an item that was stored before revisions existed', async () => {
  const workspaceId = (ids += 1);
  await put(subscriptionKey(workspaceId), { type: 'subscription', status: 'canceled' });
  const before = (await store.find(workspaceId)) ?? noSubscription;
  expect(await store.save({ workspaceId, before, after: after() })).toBe('saved');
});

test('queues a check of findings with the change that needs one, and none for a refused change', async () => {
  const workspaceId = (ids += 1);
  const queued = async () => {
    const { items } = await createOutboxStore(table).pending(workspacePartition(workspaceId));
    return items.map(({ entry }) => entry);
  };
  await store.save({ workspaceId, before: noSubscription, after: after() });
  const look = { id: 'billing-1', now: at };
  expect(await store.save({ workspaceId, before: noSubscription, after: after(), look })).toBe('changed');
  expect(await queued()).toEqual([]);
  const before = (await store.find(workspaceId)) ?? noSubscription;
  expect(await store.save({ workspaceId, before, after: before, look })).toBe('saved');
  expect(await queued()).toEqual([{ topic: 'findings', workspaceId }]);
});

test('uses up a trial once under concurrent syncs, and marks the accounts of the winner', async () => {
  await aUser('once');
  const look = (subscriptionId: string) => {
    const workspaceId = (ids += 1);
    const trial = { userId: 'once', subscriptionId, accounts: [`account-${subscriptionId}`], at, isFirst: true };
    return store.save({ workspaceId, before: noSubscription, after: after(), trial });
  };
  const outcomes = await Promise.all([look('a'), look('b')]);
  expect(outcomes.toSorted()).toEqual(['saved', 'trialTaken']);
  const winner = outcomes[0] === 'saved' ? 'a' : 'b';
  const usedAt = at.toISOString();
  expect(await store.trialMark(`account-${winner}`)).toEqual({ type: 'trial', usedAt, subscriptionId: winner });
  expect(await store.trialMark(`account-${winner === 'a' ? 'b' : 'a'}`)).toBeUndefined();
});

test('lists due workspaces, and keeps a request for an early sync during a running one', async () => {
  const workspaceId = (ids += 1);
  const dueAt = '2026-11-20T11:00:00.000Z';
  await store.save({ workspaceId, before: noSubscription, after: after({ dueAt }) });
  expect((await store.due(at)).workspaceIds).toContain(workspaceId);
  const before = (await store.find(workspaceId)) ?? noSubscription;
  await store.syncSoon(workspaceId, at);
  expect(await store.save({ workspaceId, before, after: after() })).toBe('changed');
  const again = (await store.find(workspaceId)) ?? noSubscription;
  await store.save({ workspaceId, before: again, after: { ...again, dueAt: undefined } });
  expect((await store.due(at)).workspaceIds).not.toContain(workspaceId);
  await store.syncSoon(999_999, at);
  expect(await store.find(999_999)).toBeUndefined();
});

test('allows one call to Stripe in two seconds, at once after a portal page, and keeps that through a sync', async () => {
  const workspaceId = (ids += 1);
  const later = (ms: number) => new Date(at.getTime() + ms);
  const ask = (ms: number) => store.mayAsk(workspaceId, later(ms), 2000);
  expect(await ask(0)).toBe(false);
  await store.askUntil(workspaceId, later(3_600_000));
  expect(await store.find(workspaceId)).toBeUndefined();
  await store.save({ workspaceId, before: noSubscription, after: after() });
  const asked = await Promise.all([ask(0), ask(0), ask(0), ask(1)]);
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect(await ask(1999)).toBe(false);
  expect(await ask(2001)).toBe(true);
  const before = (await store.find(workspaceId)) ?? noSubscription;
  await store.askUntil(workspaceId, later(3_600_000));
  expect(await store.save({ workspaceId, before, after: after() })).toBe('changed');
  expect(await store.find(workspaceId)).toMatchObject({ askUntil: later(3_600_000).toISOString() });
  expect(await ask(2002)).toBe(true);
});

test('marks an account that is connected during a trial, and never overwrites a mark', async () => {
  await aUser('marked');
  const workspaceId = (ids += 1);
  const running = { status: 'trialing', subscriptionId: 'sub_own', currentPeriodStart: at.toISOString() };
  await store.save({ workspaceId, before: noSubscription, after: after(running) });
  const connect = async (accountHash: string) =>
    transact(table, await trialWrites(table, { workspaceId, accountHash, now: at }));
  const isDue = async () => (await store.due(at)).workspaceIds.includes(workspaceId);

  await connect('account-new');
  expect(await store.trialMark('account-new')).toMatchObject({ subscriptionId: 'sub_own' });
  expect(await trialWrites(table, { workspaceId, accountHash: 'account-new', now: at })).toEqual([]);
  expect(await isDue()).toBe(false);

  await put(trialKey('account-other'), { type: 'trial', usedAt: at.toISOString(), subscriptionId: 'sub_other' });
  await connect('account-other');
  expect(await store.trialMark('account-other')).toMatchObject({ subscriptionId: 'sub_other' });
  expect(await isDue()).toBe(true);
  expect(await store.find(workspaceId)).toMatchObject({ rev: 2, askUntil: '2026-11-20T13:00:00.000Z' });

  const before = (await store.find(workspaceId)) ?? noSubscription;
  const trial = { userId: 'marked', subscriptionId: 'sub_own', accounts: ['account-other'], at, isFirst: false };
  expect(await store.save({ workspaceId, before, after: before, trial })).toBe('changed');
});

test.each([
  ['another trial when it is older than this trial', '2026-11-20T11:59:59.000Z', true],
  ['this trial when it is not older than this trial', '2026-11-20T12:00:00.000Z', false],
])('attributes an old mark without a subscription to %s', async (_, usedAt, isAnothers) => {
  const workspaceId = (ids += 1);
  const running = { status: 'trialing', subscriptionId: 'sub_own', currentPeriodStart: at.toISOString() };
  await store.save({ workspaceId, before: noSubscription, after: after(running) });
  await put(trialKey(`account-${workspaceId}`), { type: 'trial', usedAt });
  const writes = await trialWrites(table, { workspaceId, accountHash: `account-${workspaceId}`, now: at });
  expect(writes).toHaveLength(isAnothers ? 1 : 0);
});

test.each(['active', 'canceled', 'none'])(
  'does not mark an account that is connected while the status is %s',
  async (status) => {
    const workspaceId = (ids += 1);
    await store.save({ workspaceId, before: noSubscription, after: after({ status, subscriptionId: 'sub_own' }) });
    expect(await trialWrites(table, { workspaceId, accountHash: 'account-x', now: at })).toEqual([]);
  },
);
