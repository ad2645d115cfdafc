import { randomUUID } from 'node:crypto';

import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { createFindDevice } from '#functions/data/alexa/device-list.ts';
import { createLwaTokenStore } from '#functions/data/alexa/lwa-token-store.ts';
import { createReportedStore } from '#functions/data/alexa/reported-store.ts';
import { createSkillCheckStore } from '#functions/data/alexa/skill-check-store.ts';
import { accountPartition, triggerKey, triggerNameKey } from '#functions/data/keys.ts';
import { createCleaningStore } from '#functions/data/outbox/cleaning-store.ts';
import { createLeaseStore } from '#functions/data/outbox/lease-store.ts';
import { createOutboxStore, outboxPut } from '#functions/data/outbox/outbox-store.ts';
import type { Table } from '#functions/data/table.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { aTable } from '../support/worlds/a-table.ts';
import { aClock } from '../support/worlds/alexa-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

const minute = 60_000;

describe('a lease', () => {
  test('grants a lease to one holder until it is released or expires', async () => {
    const clock = aClock();
    const leases = createLeaseStore(table, clock.now);
    expect(await leases.take('A#lease', 'one', minute)).toBe(true);
    expect(await leases.take('A#lease', 'two', minute)).toBe(false);
    await leases.release('A#lease', 'two');
    expect(await leases.take('A#lease', 'two', minute)).toBe(false);
    clock.advance(minute);
    expect(await leases.take('A#lease', 'two', minute)).toBe(true);
    await leases.release('A#lease', 'one');
    expect(await leases.take('A#lease', 'one', minute)).toBe(false);
    await leases.release('A#lease', 'two');
    expect(await leases.take('A#lease', 'one', minute)).toBe(true);
  });

  test('grants a lease to one of many concurrent holders', async () => {
    const leases = createLeaseStore(table, aClock().now);
    const taken = await Promise.all([1, 2, 3, 4, 5].map((holder) => leases.take('A#many', String(holder), minute)));
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});

describe('the outbox', () => {
  const entry = (amazonUserId: string) =>
    ({ topic: 'devices', amazonUserId, workspaceId: 1, link: 1, removed: [] }) as const;
  const add = async (amazonUserId: string, now: Date): Promise<void> => {
    const { Put } = outboxPut(table, entry(amazonUserId), { id: randomUUID(), now });
    await table.doc.send(new PutCommand(Put));
  };

  test('completes more items than fit into one transaction, and no other item', async () => {
    const outbox = createOutboxStore(table);
    const now = new Date();
    await Promise.all(Array.from({ length: 130 }, () => add('many', now)));
    const { items } = await outbox.pending(accountPartition('many'));
    expect(items).toHaveLength(130);
    await add('many', now);
    expect(await outbox.complete(items, [])).toBe('done');
    expect((await outbox.pending(accountPartition('many'))).items).toHaveLength(1);
  });

  test('lists every due partition page by page, and none that is due later', async () => {
    const outbox = createOutboxStore(table);
    const now = new Date();
    await Promise.all(Array.from({ length: 230 }, (_, index) => add(`due-${index % 3}`, now)));
    await add('later', new Date(now.getTime() + minute));
    const found = new Set<string>();
    let from: Record<string, unknown> | undefined;
    do {
      const page = await outbox.due(now, from);
      for (const partition of page.partitions) found.add(partition);
      from = page.next;
    } while (from);
    expect([...found]).toEqual(expect.arrayContaining(['A#due-0', 'A#due-1', 'A#due-2']));
    expect(found.has('A#later')).toBe(false);
  });

  test('does not restore an item that was completed while it was postponed', async () => {
    const outbox = createOutboxStore(table);
    await add('gone', new Date());
    const [item] = (await outbox.pending(accountPartition('gone'))).items;
    if (!item) throw new Error('There is nothing.');
    await outbox.complete([item], []);
    await outbox.postpone(item, { dueAt: new Date(), attempts: 1, failure: 'unavailable' });
    expect(await outbox.pending(accountPartition('gone'))).toEqual({ items: [], unreadable: [] });
  });

  test('completes nothing when the accompanying write fails', async () => {
    const outbox = createOutboxStore(table);
    const reported = createReportedStore(table, () => new Date());
    await add('changed', new Date());
    const seen = await reported.find('changed');
    await reported.save(seen, { 'trg-1': 'hash' });
    const { items } = await outbox.pending(accountPartition('changed'));
    expect(await outbox.complete(items, [reported.write(seen, {})])).toBe('changed');
    expect((await outbox.pending(accountPartition('changed'))).items).toHaveLength(1);
  });
});

test('stores the list of reported devices of one of two workers', async () => {
  const reported = createReportedStore(table, () => new Date());
  const seen = await reported.find('two-writers');
  expect(seen).toEqual({ amazonUserId: 'two-writers', version: 0, devices: {} });
  const both = await Promise.all([reported.save(seen, { a: '1' }), reported.save(seen, { b: '2' })]);
  expect(both.filter((one) => one === 'changed')).toHaveLength(1);
  expect((await reported.find('two-writers')).version).toBe(1);
});

test('allows one check at Amazon per hour', async () => {
  const clock = aClock();
  const checks = createSkillCheckStore(table, clock.now);
  const asked = [await checks.mayCheck('ana'), await checks.mayCheck('ana'), await checks.mayCheck('bruno')];
  expect(asked).toEqual([true, false, true]);
  clock.advance(59 * minute);
  expect(await checks.mayCheck('ana')).toBe(false);
  clock.advance(minute + 1000);
  expect(await checks.mayCheck('ana')).toBe(true);
});

test('forgets the user behind a token in time, even if the table still holds the item', async () => {
  const clock = aClock();
  const tokens = createLwaTokenStore(table, clock.now);
  await tokens.keep('hash', 'ana', new Date(clock.now().getTime() + 50 * minute));
  expect((await tokens.find('hash'))?.amazonUserId).toBe('ana');
  clock.advance(50 * minute);
  expect(await tokens.find('hash')).toBeUndefined();
});

describe('cleaning', () => {
  test('deletes exactly the items with this link number', async () => {
    const put = (Item: Record<string, unknown>) => table.doc.send(new PutCommand({ TableName: table.name, Item }));
    const rows = Array.from({ length: 120 }, (_, index) => ({
      ...triggerKey(900, `t${index}`),
      link: (index % 2) + 1,
    }));
    await Promise.all(rows.map(put));
    await put({ ...triggerNameKey(900, 'boa noite'), link: 2 });
    const clock = aClock();
    const cleaning = createCleaningStore(table);
    expect(await cleaning.clean('triggers', 900, 1, deadlineIn(clock.now, 0))).toBe('more');
    expect(await cleaning.clean('triggers', 900, 1, deadlineIn(clock.now, minute))).toBe('done');
    expect(await cleaning.clean('triggerNames', 900, 1, deadlineIn(clock.now, minute))).toBe('done');
    expect(await cleaning.clean('triggers', 900, 1, deadlineIn(clock.now, minute))).toBe('done');
    const left = await Promise.all(rows.map(async ({ pk, sk }) => (await find(pk, sk)) !== undefined));
    expect(left.filter(Boolean)).toHaveLength(60);
    expect(await find(triggerNameKey(900, 'boa noite').pk, triggerNameKey(900, 'boa noite').sk)).toBeDefined();
  });

  async function find(pk: string, sk: string): Promise<unknown> {
    return (await table.doc.send(new GetCommand({ TableName: table.name, Key: { pk, sk }, ConsistentRead: true })))
      .Item;
  }
});

test('finds a device by the id that Alexa knows, under the present link only', async () => {
  const Item = {
    ...triggerKey(901, 'one'),
    type: 'trigger',
    id: 'one',
    link: 2,
    enabled: true,
    starter: 'simple-event',
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-02T00:00:00.000Z',
  };
  const put = (changes: object) =>
    table.doc.send(new PutCommand({ TableName: table.name, Item: { ...Item, ...changes } }));
  await put({});
  const findDevice = createFindDevice(table);
  expect(await findDevice(901, 2, 'trg-one')).toMatchObject({ triggerId: 'one', workspaceId: 901, enabled: true });
  expect(await findDevice(901, 3, 'trg-one')).toBeUndefined();
  expect(await findDevice(902, 2, 'trg-one')).toBeUndefined();
  expect(await findDevice(901, 2, 'one')).toBeUndefined();

  const timesWith = async (changes: object) => {
    await put(changes);
    const found = await findDevice(901, 2, 'trg-one');
    return [found?.changedAt.toISOString(), found?.contactAt.toISOString()];
  };
  expect(await timesWith({})).toEqual([Item.updatedAt, Item.createdAt]);
  const closed = '2026-11-03T00:00:01.000Z';
  expect(await timesWith({ closedAt: Date.parse(closed) })).toEqual([Item.updatedAt, closed]);
});
