import { randomUUID } from 'node:crypto';

import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { createDeviceList, createFindDevice } from '#functions/data/alexa/device-list.ts';
import {
  accessKey,
  accountPartition,
  outboxPrefix,
  triggerKey,
  triggerPartition,
  workspaceKey,
} from '#functions/data/keys.ts';
import { outboxItem } from '#functions/data/outbox/outbox-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createTriggerStore, type StoredTrigger, type TriggerChange } from '#functions/data/triggers/trigger-store.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import type { Execution } from '#functions/triggers/execution/run.ts';
import { closeRuns } from '#functions/triggers/receipts/close-runs.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { readRun } from '#functions/triggers/receipts/read-run.ts';
import { triggerReply } from '#functions/triggers/trigger-reply.ts';
import { execution } from '#functions/wiring/parts/execution.ts';
import { receiptPairing } from '#functions/wiring/parts/receipt-pairing.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';
import { triggersPerAmazonAccount } from '#shared/product.ts';

import { atEveryWrite, lived } from '../support/crashes/at-every-write.ts';
import { crashingTable, type Moment } from '../support/crashes/crashing-table.ts';
import { aClock } from '../support/worlds/a-clock.ts';
import { anAccess } from '../support/worlds/a-grant.ts';
import { addLinkedWorkspace } from '../support/worlds/a-linked-workspace.ts';
import { aTable } from '../support/worlds/a-table.ts';
import { testWorld } from '../support/worlds/test-world.ts';

const workspaceId = 7;
const link = { number: 1, amazonUserId: 'amzn1.ana' };

async function aHome(changes: Parameters<typeof addLinkedWorkspace>[1] = {}) {
  // DynamoDB Local removes what has expired by the machine's clock.
  const clock = aClock(new Date().toISOString());
  const { now } = clock;
  const table: Table = await aTable();
  const world = testWorld({ table, now });
  await addLinkedWorkspace(table, changes);
  const access = { ...accessKey({ workspaceId }), ...anAccess(now()) };
  await table.doc.send(new PutCommand({ TableName: table.name, Item: access }));
  const triggers = createTriggerStore(table, { now, newId: () => randomUUID() });
  const receipts = createReceiptStore(table, now);
  const sent: Sent = { outcome: 'sent', stages: { token: 0, send: 120 } };
  const execute = execution(world, () => Promise.resolve(sent));
  const item = async (triggerId: string): Promise<Record<string, unknown> | undefined> =>
    (
      await table.doc.send(
        new GetCommand({ TableName: table.name, Key: triggerKey(workspaceId, triggerId), ConsistentRead: true }),
      )
    ).Item;
  const pair = (triggerId: string): Promise<void> => pairReceipts(receiptPairing(world), triggerId);
  return {
    clock,
    table,
    sent,
    triggers,
    receipts,
    pair,
    async made(name: string, change: TriggerChange = { receipt: true }): Promise<StoredTrigger> {
      const given = { id: randomUUID(), workspaceId, userId: 'ana', name, starter: 'simple-event' } as const;
      const trigger = await triggers.create(given, link);
      if (typeof trigger === 'string') throw new Error(`${name} was ${trigger}`);
      const changed = await triggers.change(trigger, change, link);
      if (typeof changed === 'string') throw new Error(`${name} was ${changed}`);
      return changed;
    },
    fire: ({ id }: StoredTrigger, mayFire = () => true): Promise<Execution> =>
      execute({ channel: 'webhook', workspaceId, triggerId: id, startedAt: now(), mayFire }),
    /** As the stream's worker does. */
    async keep({ id }: StoredTrigger): Promise<void> {
      await runHistory(world).keepHistory(undefined, (await item(id)) ?? {});
      await pair(id);
    },
    async hear({ id }: StoredTrigger, directive: string): Promise<void> {
      await receipts.hear(id, { id: directive, at: now().getTime() });
      await pair(id);
    },
    close: (): Promise<void> => closeRuns(receiptPairing(world), deadlineIn(now, 50_000)),
    async told({ id }: StoredTrigger) {
      const trigger = await triggers.find(workspaceId, id, link.number);
      return trigger && triggerReply(trigger, now()).receipt;
    },
    async left({ id }: StoredTrigger): Promise<string[]> {
      const { Items = [] } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: { ':pk': triggerPartition(id), ':from': 'OPEN#', ':to': 'RCPT#~' },
        }),
      );
      return Items.map(({ type }) => String(type));
    },
    read: (trigger: StoredTrigger, executionId: string, mayFire = () => true) =>
      readRun(
        { runs: createRunStore(table, now), executions: createExecutionStore(table, now), now },
        { workspaceId, triggerId: trigger.id, executionId, mayFire },
      ),
    async triggerCount(): Promise<unknown> {
      const get = new GetCommand({ TableName: table.name, Key: workspaceKey(workspaceId), ConsistentRead: true });
      return (await table.doc.send(get)).Item?.['triggerCount'];
    },
    /** Of the newest report that waits. */
    async removed(): Promise<readonly string[]> {
      const { Items = [] } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': accountPartition(link.amazonUserId), ':prefix': outboxPrefix },
        }),
      );
      return z
        .array(outboxItem)
        .parse(Items)
        .flatMap(({ entry }) => (entry.topic === 'devices' ? entry.removed : []));
    },
    devices: async () => (await createDeviceList(table)(workspaceId, link.number)).devices,
    find: (deviceId: string) => createFindDevice(table)(workspaceId, link.number, deviceId),
  };
}

let home: Awaited<ReturnType<typeof aHome>>;
beforeEach(async () => {
  home = await aHome();
});

describe('confirmation', () => {
  test('adds a device with the name of the trigger and “ok”, which counts, and takes it away', async () => {
    const trigger = await home.made('Boa noite');
    const [own, confirming] = [trigger.deviceId, `rcp-${trigger.id}`];
    expect(await home.devices()).toMatchObject([
      { deviceId: own, name: 'Boa noite', starter: 'simple-event' },
      { deviceId: confirming, name: 'Boa noite ok', starter: 'receipt' },
    ]);
    expect(await home.triggerCount()).toBe(2);
    expect(await home.find(confirming)).toMatchObject({ triggerId: trigger.id, starter: 'receipt', enabled: true });

    await home.triggers.change(trigger, { receipt: false }, link);
    expect(await home.devices()).toMatchObject([{ deviceId: own }]);
    expect(await home.triggerCount()).toBe(1);
    expect(await home.removed()).toEqual([confirming]);
    expect(await home.find(confirming)).toBeUndefined();
  });

  test('goes with its trigger', async () => {
    const trigger = await home.made('Boa noite');
    expect(await home.triggers.delete(trigger, link)).toBe('deleted');
    expect([await home.devices(), await home.triggerCount()]).toEqual([[], 0]);
    expect(await home.removed()).toEqual([trigger.deviceId, `rcp-${trigger.id}`]);
    await home.made('Boa noite ok', {});
  });

  test('holds its name: no other trigger takes it, and it takes no other trigger’s', async () => {
    await home.made('Boa noite');
    await expect(home.made('BOA NOITE OK', {})).rejects.toThrow('nameTaken');
    await home.made('Cinema ok', {});
    await expect(home.made('Cinema')).rejects.toThrow('receiptNameTaken');
  });

  test('follows the trigger’s name, also to the one that its device had', async () => {
    const trigger = await home.made('Boa noite');
    await home.triggers.change(trigger, { name: 'Boa noite ok' }, link);
    expect((await home.devices()).map(({ name }) => name)).toEqual(['Boa noite ok', 'Boa noite ok ok']);
    await home.made('Boa noite', {});
  });

  test('needs room for one device more', async () => {
    const full = await aHome({ triggerCount: triggersPerAmazonAccount - 1 });
    await expect(full.made('Boa noite')).rejects.toThrow('full');
    expect(await full.triggerCount()).toBe(triggersPerAmazonAccount);
  });
});

describe('a run', () => {
  test('is awaited, and ran once its receipt comes', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId, awaits } = await home.fire(trigger);
    expect(awaits).toBe(true);
    await home.keep(trigger);
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent', answer: 'awaited' });
    home.clock.pass(2400);
    await home.hear(trigger, 'directive');
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent', answer: 'ran', ranMs: 2400 });
    expect(await home.told(trigger)).toEqual({
      since: trigger.receipt?.since,
      silent: 0,
      lastRanAt: home.clock.now().toISOString(),
      typicalMs: 2400,
      answer: 'ran',
      ranMs: 2400,
    });
    expect(await home.left(trigger)).toEqual([]);
  });

  test('ran, too, where the receipt is here before its history', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId } = await home.fire(trigger);
    home.clock.pass(300);
    await home.hear(trigger, 'directive');
    await home.keep(trigger);
    expect(await home.read(trigger, executionId)).toMatchObject({ answer: 'ran', ranMs: 300 });
  });

  test('is answered once by a directive that comes twice, and the next run not by it', async () => {
    const trigger = await home.made('Boa noite');
    await home.fire(trigger);
    await home.keep(trigger);
    await home.hear(trigger, 'directive');
    await home.hear(trigger, 'directive');
    const { executionId } = await home.fire(trigger);
    await home.keep(trigger);
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent', answer: 'awaited' });
    expect(await home.told(trigger)).toMatchObject({ answer: 'awaited' });
  });

  test('that is one of several open ones never reads that it ran', async () => {
    const trigger = await home.made('Boa noite');
    const ids: string[] = [];
    for (const _ of [1, 2]) {
      ids.push((await home.fire(trigger)).executionId);
      await home.keep(trigger);
      home.clock.pass(1000);
    }
    await home.hear(trigger, 'one');
    await home.hear(trigger, 'two');
    for (const id of ids) expect(await home.read(trigger, id)).toEqual({ outcome: 'sent', answer: 'shared' });
    expect(await home.told(trigger)).toMatchObject({ answer: 'shared', silent: 0 });
    expect(await home.told(trigger)).not.toHaveProperty('typicalMs');
  });

  test('that never reached Alexa waits for nothing', async () => {
    const trigger = await home.made('Boa noite');
    home.sent.outcome = 'unavailable';
    const { executionId, awaits } = await home.fire(trigger);
    expect(awaits).toBeUndefined();
    await home.keep(trigger);
    await home.hear(trigger, 'directive');
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'unavailable' });
    expect(await home.left(trigger)).toEqual([]);
  });

  test('without an answer is a miss once its wait is over, and the next answer ends the silence', async () => {
    const trigger = await home.made('Boa noite');
    const ids: string[] = [];
    for (const misses of [1, 2]) {
      ids.push((await home.fire(trigger)).executionId);
      await home.keep(trigger);
      await home.close();
      home.clock.pass(600_001);
      await home.close();
      await home.close();
      expect(await home.told(trigger)).toMatchObject({ silent: misses, answer: 'none' });
    }
    for (const id of ids) expect(await home.read(trigger, id)).toEqual({ outcome: 'sent', answer: 'none' });
    await home.fire(trigger);
    await home.keep(trigger);
    await home.hear(trigger, 'directive');
    expect(await home.told(trigger)).toMatchObject({ silent: 0, answer: 'ran' });
    expect(await home.left(trigger)).toEqual([]);
  });

  test('is told to nobody who may not fire the trigger, nor one that is unknown', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId } = await home.fire(trigger);
    await home.keep(trigger);
    const notFound = { code: 'trigger.notFound' };
    await expect(home.read(trigger, executionId, () => false)).rejects.toMatchObject(notFound);
    await expect(home.read(trigger, randomUUID())).rejects.toMatchObject(notFound);
    await expect(home.read(trigger, 'what?')).rejects.toMatchObject(notFound);
  });

  test('of a trigger without confirmation waits for nothing', async () => {
    const trigger = await home.made('Boa noite', {});
    const { executionId, awaits } = await home.fire(trigger);
    await home.keep(trigger);
    expect([awaits, await home.left(trigger)]).toEqual([undefined, []]);
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent' });
    expect(await home.told(trigger)).toBeUndefined();
  });
});

describe('a worker that dies at any of its writes leaves what the next one finishes', () => {
  /** Runs and a receipt that nobody has paired; then one worker that dies, and another one. */
  async function dying(runs: number, writes: number, moment: Moment) {
    home = await aHome();
    const trigger = await home.made('Boa noite');
    const ids: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      ids.push((await home.fire(trigger)).executionId);
      await home.keep(trigger);
      home.clock.pass(1000);
    }
    await home.receipts.hear(trigger.id, { id: 'directive', at: home.clock.now().getTime() });
    const table = crashingTable(home.table, writes, moment);
    const world = testWorld({ table, now: home.clock.now });
    const { died } = await lived(pairReceipts(receiptPairing(world), trigger.id));
    await home.pair(trigger.id);
    return { trigger, ids, died };
  }

  test.each<Moment>(['before', 'after'])('of the one run that is open, dying %s a write', async (moment) => {
    const writes = await atEveryWrite(async (count) => {
      const { trigger, ids, died } = await dying(1, count, moment);
      expect(await home.read(trigger, ids[0] ?? '')).toEqual({ outcome: 'sent', answer: 'ran', ranMs: 1000 });
      expect(await home.told(trigger)).toMatchObject({ answer: 'ran', ranMs: 1000, typicalMs: 1000 });
      home.clock.pass(600_001);
      await home.close();
      expect(await home.told(trigger)).toMatchObject({ silent: 0 });
      expect(await home.left(trigger)).toEqual([]);
      return { died };
    });
    expect(writes).toBeGreaterThan(3);
  });

  test.each<Moment>(['before', 'after'])('of several, dying %s a write', async (moment) => {
    const writes = await atEveryWrite(async (count) => {
      const { trigger, ids, died } = await dying(2, count, moment);
      for (const id of ids) expect(await home.read(trigger, id)).toEqual({ outcome: 'sent', answer: 'shared' });
      expect(await home.told(trigger)).toMatchObject({ answer: 'shared' });
      expect(await home.left(trigger)).toEqual(['openRun', 'openRun']);
      return { died };
    });
    expect(writes).toBeGreaterThan(3);
  });
});
