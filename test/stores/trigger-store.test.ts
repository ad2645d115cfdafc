import { randomUUID } from 'node:crypto';

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { accountPartition, outboxPrefix, triggerNamePrefix, workspacePartition } from '#functions/data/keys.ts';
import { outboxItem, type OutboxEntry } from '#functions/data/outbox/outbox-store.ts';
import type { Table } from '#functions/data/table.ts';
import {
  createTriggerStore,
  type NewTrigger,
  type StoredTrigger,
  type TriggerStore,
} from '#functions/data/triggers/trigger-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { normaliseCommand } from '#shared/rules/group-commands/normalise.ts';

import { addLinkedWorkspace } from '../support/worlds/a-linked-workspace.ts';
import { aTable } from '../support/worlds/a-table.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
let table: Table;
let triggers: TriggerStore;
let last = 0;

beforeAll(async () => {
  table = await aTable();
  triggers = createTriggerStore(table, { now: () => now, newId: () => randomUUID() });
});

type Home = { workspaceId: number; link: { number: number; amazonUserId: string } };

async function aHome(changes: Parameters<typeof addLinkedWorkspace>[1] = {}): Promise<Home> {
  const workspaceId = (last += 1);
  const amazonUserId = `amzn1.${workspaceId}`;
  const account = { number: 1, amazonUserId, name: 'Ana', email: 'ana@example.com' };
  const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
  await addLinkedWorkspace(table, { id: workspaceId, link: { ...account, ...times }, ...changes });
  return { workspaceId, link: { number: 1, amazonUserId } };
}

const aWish = ({ workspaceId }: Home, name: string, more: Partial<NewTrigger> = {}): NewTrigger => ({
  id: randomUUID(),
  workspaceId,
  userId: 'ana',
  name,
  starter: 'simple-event',
  ...more,
});
const create = (home: Home, name: string, more?: Partial<NewTrigger>) =>
  triggers.create(aWish(home, name, more), home.link);

async function made(home: Home, name: string, more?: Partial<NewTrigger>): Promise<StoredTrigger> {
  const trigger = await create(home, name, more);
  if (typeof trigger === 'string') throw new Error(`${name} was ${trigger}`);
  return trigger;
}

const items = async (pk: string, prefix: string) => {
  const { Items = [] } = await table.doc.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    }),
  );
  return Items;
};
const names = async ({ workspaceId }: Home): Promise<string[]> =>
  (await items(workspacePartition(workspaceId), triggerNamePrefix)).map((item) => String(item['sk']));
const reported = async ({ link }: Home): Promise<OutboxEntry[]> =>
  (await items(accountPartition(link.amazonUserId), outboxPrefix)).map((item) => outboxItem.parse(item).entry);
const count = async ({ workspaceId }: Home) => (await createWorkspaceStore(table).find(workspaceId))?.triggerCount;
const listed = async ({ workspaceId, link }: Home): Promise<string[]> =>
  (await triggers.list(workspaceId, link.number)).map(({ name }) => name).toSorted();

describe('a new trigger', () => {
  test('finds, lists and counts a new trigger at once, and queues it for Alexa', async () => {
    const home = await aHome();
    const trigger = await made(home, 'Good night', { description: 'Lights out' });
    expect(trigger).toMatchObject({ enabled: true, deviceId: `trg-${trigger.id}`, description: 'Lights out' });
    expect(await triggers.find(home.workspaceId, trigger.id, 1)).toEqual(trigger);
    expect(await triggers.list(home.workspaceId, 1)).toEqual([trigger]);
    expect(await count(home)).toBe(1);
    const { workspaceId, link } = home;
    expect(await reported(home)).toEqual([
      { topic: 'devices', amazonUserId: link.amazonUserId, workspaceId, link: 1, removed: [] },
    ]);
  });

  test('rejects a name that sounds like another one', async () => {
    const home = await aHome();
    await made(home, 'Luz da varandá');
    expect(await create(home, 'LUZ  DA  Varanda')).toBe('nameTaken');
    expect(await count(home)).toBe(1);
    expect(await reported(home)).toHaveLength(1);
  });

  test('creates one of ten concurrent triggers with the same name', async () => {
    const home = await aHome();
    const all = await Promise.all(Array.from({ length: 10 }, () => create(home, 'Good night')));
    expect(all.filter((one) => typeof one === 'object')).toHaveLength(1);
    expect(await count(home)).toBe(1);
  });

  test('rejects a trigger when the workspace is inactive, has another link or has 300 triggers', async () => {
    expect(await create(await aHome({ status: 'INATIVO' }), 'Good night')).toBe('refused');
    const relinked = await aHome();
    expect(await triggers.create(aWish(relinked, 'Good night'), { ...relinked.link, number: 2 })).toBe('refused');
    const full = await aHome({ triggerCount: 299 });
    expect(await create(full, 'Number 300')).toMatchObject({ name: 'Number 300' });
    expect(await create(full, 'Number 301')).toBe('refused');
    expect(await create(await aHome({ link: undefined }), 'Good night')).toBe('refused');
  });
});

test('hides a trigger of an earlier link, and frees its name', async () => {
  const home = await aHome();
  const old = await made(home, 'Good night', { description: 'Old' });
  const relinked = { ...home, link: { ...home.link, number: 2 } };
  await addLinkedWorkspace(table, {
    id: home.workspaceId,
    lastLink: 2,
    link: { ...relinked.link, name: 'Ana', email: '', createdAt: now.toISOString(), updatedAt: now.toISOString() },
  });
  expect(await triggers.find(home.workspaceId, old.id, 2)).toBeUndefined();
  expect(await listed(relinked)).toEqual([]);
  expect(await create(relinked, 'Good night')).toMatchObject({ name: 'Good night', link: 2 });
  expect(await listed(relinked)).toEqual(['Good night']);
});

describe('a change', () => {
  test('renames a trigger with the same id and device, frees the old name, and queues it for Alexa', async () => {
    const home = await aHome();
    const trigger = await made(home, 'Good night');
    const renamed = await triggers.change(trigger, { name: 'Sleep well' }, home.link);
    expect(renamed).toMatchObject({ id: trigger.id, deviceId: trigger.deviceId, name: 'Sleep well' });
    expect(await triggers.find(home.workspaceId, trigger.id, 1)).toEqual(renamed);
    expect(await create(home, 'Good night')).toMatchObject({ name: 'Good night' });
    expect(await reported(home)).toHaveLength(3);
  });

  test('reserves no second name when the new name sounds the same', async () => {
    const home = await aHome();
    const trigger = await made(home, 'Good night');
    expect(await triggers.change(trigger, { name: 'GOOD NIGHT' }, home.link)).toMatchObject({ name: 'GOOD NIGHT' });
    expect(await names(home)).toHaveLength(1);
  });

  test('changes nothing when the new name is taken', async () => {
    const home = await aHome();
    const trigger = await made(home, 'Good night');
    await made(home, 'Sleep well');
    expect(await triggers.change(trigger, { name: 'sleep WELL', enabled: false }, home.link)).toBe('nameTaken');
    expect(await triggers.find(home.workspaceId, trigger.id, 1)).toEqual(trigger);
  });

  test('reports a switched trigger to Alexa, but not a changed description', async () => {
    const home = await aHome();
    const trigger = await made(home, 'Good night');
    const changed = await triggers.change(trigger, { enabled: false, description: 'Lights out' }, home.link);
    expect(changed).toMatchObject({ enabled: false, description: 'Lights out' });
    expect(await triggers.list(home.workspaceId, 1)).toEqual([changed]);
    expect(await reported(home)).toHaveLength(2);
    if (typeof changed === 'string') throw new Error(changed);
    const plain = await triggers.change(changed, { description: undefined }, home.link);
    expect(plain).not.toHaveProperty('description');
    expect(await triggers.find(home.workspaceId, trigger.id, 1)).toEqual(plain);
    expect(await reported(home)).toHaveLength(2);
  });

  test('rejects a change of an outdated version', async () => {
    const home = await aHome();
    const seen = await made(home, 'Good night');
    const changes = [{ name: 'Sleep well' }, { name: 'Sweet dreams' }, { enabled: false }];
    const all = await Promise.all(changes.map((change) => triggers.change(seen, change, home.link)));
    expect(all.filter((one) => one === 'changed')).toHaveLength(2);
    expect(await names(home)).toHaveLength(1);
  });

  test('always creates a newer version, even within one millisecond', async () => {
    const home = await aHome();
    const first = await made(home, 'Good night');
    const second = await triggers.change(first, { enabled: false }, home.link);
    expect(second).toMatchObject({ updatedAt: '2026-11-20T12:00:00.001Z' });
  });

  test('does not restore a deleted trigger by a change', async () => {
    const home = await aHome();
    const trigger = await made(home, 'Good night');
    await triggers.delete(trigger, home.link);
    expect(await triggers.change(trigger, { name: 'Sleep well' }, home.link)).toBe('changed');
    expect(await listed(home)).toEqual([]);
    expect(await names(home)).toEqual([]);
  });
});

describe('a deletion', () => {
  test('deletes trigger, name, description and count, and reports the removed device', async () => {
    const home = await aHome();
    const trigger = await made(home, 'Good night', { description: 'Lights out' });
    expect(await triggers.delete(trigger, home.link)).toBe('deleted');
    expect(await items(workspacePartition(home.workspaceId), 'TR')).toEqual([]);
    expect(await count(home)).toBe(0);
    // Entries of the same millisecond have no order.
    expect(await reported(home)).toContainEqual(expect.objectContaining({ removed: [trigger.deviceId] }));
  });

  test('removes the trigger from the favorites, and rejects a deletion that read older ones', async () => {
    const home = await aHome();
    const [gate, light] = [await made(home, 'Gate'), await made(home, 'Light')];
    const workspaces = createWorkspaceStore(table);
    const favorites = async () => (await workspaces.find(home.workspaceId))?.favorites;
    const store = async (...all: StoredTrigger[]) => {
      const seen = await workspaces.find(home.workspaceId);
      return (
        seen &&
        workspaces.setFavorites(
          seen,
          all.map(({ id }) => id),
        )
      );
    };
    const seen = await workspaces.find(home.workspaceId);
    expect(await store(light, gate)).toBe('stored');
    const tied = (read: string[] | undefined) => ({ runs: [], planChanges: undefined, favorites: read });
    expect(await triggers.delete(gate, home.link, tied(undefined))).toBe('gone');
    expect(await triggers.delete(gate, home.link, tied(await favorites()))).toBe('deleted');
    expect(await favorites()).toEqual([light.id]);
    expect(seen && (await workspaces.setFavorites(seen, [gate.id]))).toBe('changed');
    expect(await triggers.delete(light, home.link, tied(await favorites()))).toBe('deleted');
    expect(await favorites()).toBeUndefined();
  });

  test('deletes and counts a trigger once under concurrency', async () => {
    const home = await aHome();
    const trigger = await made(home, 'Good night');
    await made(home, 'Sleep well');
    const all = await Promise.all([1, 2, 3].map(() => triggers.delete(trigger, home.link)));
    expect(all.toSorted()).toEqual(['deleted', 'gone', 'gone']);
    expect(await count(home)).toBe(1);
  });

  test('leaves no name behind when the trigger was renamed concurrently', async () => {
    const home = await aHome();
    const seen = await made(home, 'Good night');
    await triggers.change(seen, { name: 'Sleep well' }, home.link);
    expect(await triggers.delete(seen, home.link)).toBe('gone');
    const now1 = await triggers.find(home.workspaceId, seen.id, 1);
    expect(now1 && (await triggers.delete(now1, home.link))).toBe('deleted');
    expect(await names(home)).toEqual([]);
  });
});

test('keeps names unique and the count correct under any sequence of changes', async () => {
  const step = fc.record({
    kind: fc.constantFrom('create', 'rename', 'delete'),
    name: fc.constantFrom('Boa noite', 'BOA NOITE', 'Bóa noite', 'Bom dia', 'Café', 'cafe'),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const home = await aHome();
      for (const { kind, name, which } of steps) {
        const all = await triggers.list(home.workspaceId, 1);
        const chosen = all[which % Math.max(all.length, 1)];
        if (kind === 'create') await create(home, name);
        else if (chosen && kind === 'rename') await triggers.change(chosen, { name }, home.link);
        else if (chosen) await triggers.delete(chosen, home.link);
      }
      const sounds = (await listed(home)).map(normaliseCommand);
      expect(new Set(sounds).size).toBe(sounds.length);
      expect(await count(home)).toBe(sounds.length);
      expect((await names(home)).toSorted()).toEqual(sounds.map((name) => `${triggerNamePrefix}${name}`).toSorted());
    }),
    { numRuns: 8 },
  );
});

test('lists all of 300 triggers', { tags: 'spec-13.1' }, async () => {
  const home = await aHome();
  const wishes = Array.from({ length: 300 }, (_, index) => `Trigger ${index} ${'x'.repeat(90)}`);
  for (let start = 0; start < 300; start += 25) {
    await Promise.all(wishes.slice(start, start + 25).map((name) => retried(() => made(home, name))));
  }
  expect(await listed(home)).toHaveLength(300);
  expect(await create(home, 'Number 301')).toBe('refused');
});

/** Retries, because twenty-five concurrent creations collide more often than the store is made for. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}
