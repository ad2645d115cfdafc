import { randomUUID } from 'node:crypto';

import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { createKeyUseStore } from '#functions/data/access-keys/key-use-store.ts';
import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceList, createFindDevice } from '#functions/data/alexa/device-list.ts';
import { createAnswerCountStore } from '#functions/data/answer-count-store.ts';
import { triggerItem } from '#functions/data/items/trigger-item.ts';
import {
  accessKey,
  accountPartition,
  linkKey,
  outboxPrefix,
  triggerKey,
  triggerPartition,
  workspaceKey,
  workspacePartition,
} from '#functions/data/keys.ts';
import { outboxItem } from '#functions/data/outbox/outbox-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createDayStore } from '#functions/data/triggers/day-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createTriggerStore, type StoredTrigger, type TriggerChange } from '#functions/data/triggers/trigger-store.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { countAnswer } from '#functions/status/count-answer.ts';
import { dailyExecutions } from '#functions/triggers/daily-executions.ts';
import type { Execution } from '#functions/triggers/execution/run.ts';
import { closeRuns } from '#functions/triggers/receipts/close-runs.ts';
import { pairReceipts } from '#functions/triggers/receipts/pair-receipts.ts';
import { readRun } from '#functions/triggers/receipts/read-run.ts';
import { triggerReply } from '#functions/triggers/trigger-reply.ts';
import { execution } from '#functions/wiring/parts/execution.ts';
import { receiptPairing } from '#functions/wiring/parts/receipt-pairing.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';
import { triggersPerAmazonAccount } from '#shared/product.ts';
import { homeOf } from '#shared/rules/execution/homes.ts';
import { type End, ends } from '#shared/rules/execution/outcome-names.ts';
import { type RunKind, totalOf } from '#web/pages/dashboard/daily-runs.ts';

import { atEveryWrite, lived } from '../support/crashes/at-every-write.ts';
import { crashingTable, type Moment } from '../support/crashes/crashing-table.ts';
import { aClock, noonTomorrow } from '../support/worlds/a-clock.ts';
import { anAccess } from '../support/worlds/a-grant.ts';
import { addLinkedWorkspace } from '../support/worlds/a-linked-workspace.ts';
import { aTable } from '../support/worlds/a-table.ts';
import { testWorld } from '../support/worlds/test-world.ts';

const workspaceId = 7;
const link = { number: 1, amazonUserId: 'amzn1.ana' };
const minute = 60_000;

async function aHome(changes: Parameters<typeof addLinkedWorkspace>[1] = {}) {
  const clock = aClock(noonTomorrow());
  const { now } = clock;
  const table: Table = await aTable();
  const answers: string[] = [];
  const metrics: Metrics = (_, { answer }) => void (answer && answers.push(answer));
  const world = testWorld({ table, now, metrics });
  const workspace = await addLinkedWorkspace(table, changes);
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
  const pair = (triggerId: string) => pairReceipts(receiptPairing(world), triggerId);
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
    /** Does what the stream's worker does. */
    async keep({ id }: StoredTrigger): Promise<void> {
      await runHistory(world).keepHistory({ after: triggerItem.parse(await item(id)) });
      await pair(id);
    },
    async hear({ id }: StoredTrigger, directive: string): Promise<void> {
      await receipts.hear(id, { id: directive, at: now().getTime() });
      await pair(id);
    },
    close: (on = table): Promise<void> =>
      closeRuns(receiptPairing(testWorld({ table: on, now, metrics })), deadlineIn(now, 50_000)),
    /** Changes the trigger as another process would. */
    async changed({ id }: StoredTrigger): Promise<void> {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: triggerKey(workspaceId, id),
        UpdateExpression: 'ADD receipt.silent :one',
        ExpressionAttributeValues: { ':one': 1 },
      });
      await table.doc.send(update);
    },
    /** Executions whose miss or slower pace has queued a check for findings. */
    async looks(why: 'missed' | 'pace' = 'missed'): Promise<string[]> {
      const { Items = [] } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': outboxPrefix },
        }),
      );
      return Items.flatMap(({ sk }) => String(sk).split(`#${why}-`)[1] ?? []);
    },
    /** Metered answers. */
    answers,
    async unlink(): Promise<void> {
      const { amazonUserId } = link;
      const lock = {
        ...linkKey(amazonUserId),
        type: 'link',
        amazonUserId,
        workspaceId,
        link: 1,
        createdAt: now().toISOString(),
      };
      await table.doc.send(new PutCommand({ TableName: table.name, Item: lock }));
      const links = createAmazonLinkStore({ table, now, newId: () => randomUUID() });
      const ending = { removed: [], deactivate: false, also: [] };
      expect(await links.end({ ...workspace, triggerCount: 2 }, ending)).toBe('ended');
    },
    async told({ id }: StoredTrigger) {
      const trigger = await triggers.find(workspaceId, id, link.number);
      return trigger && triggerReply(trigger, now()).receipt;
    },
    lastExecuted: async ({ id }: StoredTrigger) => (await triggers.find(workspaceId, id, link.number))?.lastExecuted,
    narrowed: async ({ id }: StoredTrigger, end: End) =>
      (await createExecutionStore(table, now).list(id, undefined, { end })).runs.map((run) => run.id),
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
    today: () => {
      const day = now().toISOString().slice(0, 10);
      return createDayStore(table).between(workspaceId, day, day);
    },
    /** How the dashboard's chart counts the runs of the only trigger, and how the history's filter finds them. */
    async shownAs({ id }: StoredTrigger): Promise<{ chart: string[]; filter: string[] }> {
      const days = await dailyExecutions({ days: createDayStore(table), now }, workspaceId);
      const store = createExecutionStore(table, now);
      const found = await Promise.all(ends.map(async (end) => (await store.list(id, undefined, { end })).runs.length));
      const asTold = (counts: number[]) =>
        ends.flatMap((end, index) => (counts[index] ? [`${counts[index]} ${end}`] : []));
      return { chart: asTold(ends.map((end) => totalOf(days, kinds[end]))), filter: asTold(found) };
    },
    read: (trigger: StoredTrigger, executionId: string, mayFire = () => true) =>
      readRun(
        {
          runs: createRunStore(table, now),
          executions: createExecutionStore(table, now),
          keyUses: createKeyUseStore(table, now),
          log: () => undefined,
          now,
        },
        { workspaceId, triggerId: trigger.id, executionId, mayRead: mayFire },
      ),
    async triggerCount(): Promise<unknown> {
      const get = new GetCommand({ TableName: table.name, Key: workspaceKey(workspaceId), ConsistentRead: true });
      return (await table.doc.send(get)).Item?.['triggerCount'];
    },
    /** Devices that the newest pending report removes. */
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

const kinds = {
  ran: 'ran',
  awaited: 'awaited',
  unanswered: 'unanswered',
  shared: 'shared',
  sent: 'sent',
  maybeSent: 'maybe',
  notSent: 'failed',
} as const satisfies Record<End, RunKind>;

let home: Awaited<ReturnType<typeof aHome>>;
beforeEach(async () => {
  home = await aHome();
});

describe('confirmation', () => {
  test('adds and counts a device named after the trigger with “ok”, and removes it', async () => {
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

  test('removes the confirming device with its trigger', async () => {
    const trigger = await home.made('Boa noite');
    expect(await home.triggers.delete(trigger, link)).toBe('deleted');
    expect([await home.devices(), await home.triggerCount()]).toEqual([[], 0]);
    expect(await home.removed()).toEqual([trigger.deviceId, `rcp-${trigger.id}`]);
    await home.made('Boa noite ok', {});
  });

  test('reserves the name of the confirming device, and never takes the name of another trigger', async () => {
    await home.made('Boa noite');
    await expect(home.made('BOA NOITE OK', {})).rejects.toThrow('was confirmingNameTaken');
    const cinema = await home.made('Boa tarde', {});
    await expect(home.made('boa tarde', {})).rejects.toThrow('was nameTaken');
    expect(await home.triggers.change(cinema, { name: 'Boa noite ok' }, link)).toBe('confirmingNameTaken');
    await home.made('Cinema ok', {});
    await expect(home.made('Cinema')).rejects.toThrow('receiptNameTaken');
  });

  test('renames the confirming device with its trigger, even when the trigger takes the device’s old name', async () => {
    const trigger = await home.made('Boa noite');
    await home.triggers.change(trigger, { name: 'Boa noite ok' }, link);
    expect((await home.devices()).map(({ name }) => name)).toEqual(['Boa noite ok', 'Boa noite ok ok']);
    await home.made('Boa noite', {});
  });

  test('requires room for one more device', async () => {
    const full = await aHome({ triggerCount: triggersPerAmazonAccount - 1 });
    await expect(full.made('Boa noite')).rejects.toThrow('changed');
    expect(await full.triggerCount()).toBe(triggersPerAmazonAccount);
  });
});

describe('a run', () => {
  test('marks an awaited run as ran once its receipt arrives', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId, awaitedSince } = await home.fire(trigger);
    expect(awaitedSince).toBe(home.clock.now().toISOString());
    await home.keep(trigger);
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent', answer: 'awaited' });
    home.clock.pass(2400);
    await home.hear(trigger, 'directive');
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent', answer: 'ran', ranMs: 2400 });
    expect(await home.told(trigger)).toEqual({
      since: trigger.receipt?.since,
      heard: 1,
      silent: 0,
      lastRanAt: home.clock.now().toISOString(),
      answer: 'ran',
      ranMs: 2400,
    });
    expect(await home.left(trigger)).toEqual([]);
    await home.hear(trigger, 'another directive');
    expect(await home.today()).toMatchObject([{ sent: 1, ran: 1 }]);
  });

  test('marks a run as ran when the receipt arrives before the history', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId } = await home.fire(trigger);
    home.clock.pass(300);
    await home.hear(trigger, 'directive');
    await home.keep(trigger);
    expect(await home.read(trigger, executionId)).toMatchObject({ answer: 'ran', ranMs: 300 });
  });

  test('answers one run with a duplicate directive, and not the next run', async () => {
    const trigger = await home.made('Boa noite');
    await home.fire(trigger);
    await home.keep(trigger);
    await home.hear(trigger, 'directive');
    await home.hear(trigger, 'directive');
    const { executionId } = await home.fire(trigger);
    await home.keep(trigger);
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent', answer: 'awaited' });
    expect(await home.told(trigger)).toMatchObject({ answer: 'awaited', outcome: 'sent' });
  });

  test('marks an open run as ran only by its own directive, not by repeats of earlier ones', async () => {
    const trigger = await home.made('Boa noite');
    const fired = async (): Promise<string> => {
      const { executionId } = await home.fire(trigger);
      await home.keep(trigger);
      home.clock.pass(1000);
      return executionId;
    };
    await home.hear(trigger, 'of nobody');
    for (const name of ['one', 'two']) {
      await fired();
      await home.receipts.hear(trigger.id, { id: `of ${name}`, at: home.clock.now().getTime() });
    }
    await home.pair(trigger.id);
    expect(await home.left(trigger)).toEqual([]);
    await fired();
    await home.hear(trigger, 'alone');
    const last = await fired();
    for (const again of ['of nobody', 'of one', 'of two', 'alone']) {
      await home.hear(trigger, again);
      home.clock.pass(minute);
    }
    expect(await home.read(trigger, last)).toEqual({ outcome: 'sent', answer: 'awaited' });
    expect([await home.told(trigger), await home.left(trigger)]).toMatchObject([{ heard: 3 }, ['openRun']]);
    await home.hear(trigger, 'its own');
    expect(await home.read(trigger, last)).toMatchObject({ answer: 'ran' });
  });

  test('never marks one of several open runs as ran', async () => {
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

  test('marks a single run as ran by its own receipt after two concurrent runs were answered', async () => {
    const trigger = await home.made('Boa noite');
    for (const name of ['one', 'two']) {
      await home.fire(trigger);
      await home.keep(trigger);
      if (name === 'two') await home.receipts.hear(trigger.id, { id: 'first', at: home.clock.now().getTime() });
    }
    home.clock.pass(500);
    await home.hear(trigger, 'second');
    expect([await home.left(trigger), await home.told(trigger)]).toMatchObject([[], { heard: 2, answer: 'shared' }]);
    for (const next of [1, 2]) {
      home.clock.pass(5000);
      const { executionId } = await home.fire(trigger);
      await home.keep(trigger);
      home.clock.pass(2400);
      await home.hear(trigger, `alone ${next}`);
      expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent', answer: 'ran', ranMs: 2400 });
    }
  });

  test('leaves nothing of several waiting runs when one of them was never answered', async () => {
    const trigger = await home.made('Boa noite');
    for (const _ of [1, 2]) {
      await home.fire(trigger);
      await home.keep(trigger);
    }
    await home.hear(trigger, 'one');
    expect(await home.left(trigger)).toEqual(['openRun', 'openRun', 'receipt']);
    home.clock.pass(600_001);
    await home.close();
    await home.close();
    expect(await home.left(trigger)).toEqual([]);
  });

  test('waits for no receipt when the run never reached Alexa', async () => {
    const trigger = await home.made('Boa noite');
    home.sent.outcome = 'unavailable';
    const { executionId, awaitedSince } = await home.fire(trigger);
    expect(awaitedSince).toBeUndefined();
    await home.keep(trigger);
    await home.hear(trigger, 'directive');
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'unavailable' });
    expect(await home.left(trigger)).toEqual([]);
  });

  test('counts a miss once the wait of a run is over, and ends the silence with the next answer', async () => {
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

  test('counts a home as answering, and as silent once it used to answer', async () => {
    const counted = await aHome();
    const since = new Date(counted.clock.now().getTime() - 1);
    const heard = async () => {
      const all = await createAnswerCountStore(counted.table, counted.clock.now).since(since);
      return {
        answered: all.filter(({ answered }) => answered.includes(homeOf(workspaceId))).length,
        silent: all.filter(({ silent }) => silent.includes(homeOf(workspaceId))).length,
        times: all.reduce((sum, { published }) => sum + published.times.reduce((one, other) => one + other, 0), 0),
      };
    };
    const trigger = await counted.made('Boa noite');
    const run = async (directive?: string) => {
      counted.clock.pass(1000);
      await counted.fire(trigger);
      await counted.keep(trigger);
      if (directive !== undefined) await counted.hear(trigger, directive);
    };
    await run();
    counted.clock.pass(600_001);
    await counted.close();
    expect(await heard()).toEqual({ answered: 0, silent: 0, times: 0 });
    for (const directive of ['a', 'b', 'c', 'd', 'e']) await run(directive);
    expect(await heard()).toEqual({ answered: 1, silent: 0, times: 0 });
    await run();
    counted.clock.pass(600_001);
    await counted.close();
    expect(await heard()).toEqual({ answered: 1, silent: 1, times: 0 });
  });

  test('logs a failure to count the answer of a home, and continues', async () => {
    const lines: string[] = [];
    const counting = countAnswer(
      {
        answers: { add: () => Promise.reject(new Error('busy')) },
        nightlyTrigger: async () => undefined,
        log: (event) => void lines.push(event),
      },
      { workspaceId, as: 'answered' },
    );
    await expect(counting).resolves.toBeUndefined();
    expect(lines).toEqual(['status.notCounted']);
  });

  test('returns a run before the history has it', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId } = await home.fire(trigger);
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent', answer: 'awaited' });
    await expect(home.read(trigger, executionId, () => false)).rejects.toMatchObject({ code: 'trigger.notFound' });
    await home.fire(trigger);
    await expect(home.read(trigger, executionId)).rejects.toMatchObject({ code: 'trigger.notFound' });
  });

  test('counts a run with an unknown outcome as sent once it ran', async () => {
    const trigger = await home.made('Boa noite');
    home.sent.outcome = 'unknown';
    const startedAt = home.clock.now().toISOString();
    const { executionId } = await home.fire(trigger);
    await home.keep(trigger);
    expect([await home.lastExecuted(trigger), await home.narrowed(trigger, 'maybeSent')]).toEqual([
      undefined,
      [executionId],
    ]);
    expect([await home.narrowed(trigger, 'sent'), await home.narrowed(trigger, 'notSent')]).toEqual([[], []]);
    expect(await home.today()).toMatchObject([{ sent: 0, maybe: 1, failed: 0, ran: 0 }]);
    await home.hear(trigger, 'directive');
    expect(await home.read(trigger, executionId)).toMatchObject({ outcome: 'unknown', answer: 'ran' });
    expect(await home.today()).toMatchObject([{ day: startedAt.slice(0, 10), sent: 1, maybe: 0, failed: 0, ran: 1 }]);
    expect(await home.lastExecuted(trigger)).toBe(startedAt);
    expect(await home.narrowed(trigger, 'ran')).toEqual([executionId]);
    expect([await home.narrowed(trigger, 'maybeSent'), await home.narrowed(trigger, 'notSent')]).toEqual([[], []]);
  });

  test('hides a run from callers who may not fire the trigger, and does not find an unknown one', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId } = await home.fire(trigger);
    await home.keep(trigger);
    const notFound = { code: 'trigger.notFound' };
    await expect(home.read(trigger, executionId, () => false)).rejects.toMatchObject(notFound);
    await expect(home.read(trigger, randomUUID())).rejects.toMatchObject(notFound);
    await expect(home.read(trigger, 'what?')).rejects.toMatchObject(notFound);
  });

  test('waits for no receipt when the trigger does not confirm', async () => {
    const trigger = await home.made('Boa noite', {});
    const { executionId, awaitedSince } = await home.fire(trigger);
    await home.keep(trigger);
    expect([awaitedSince, await home.left(trigger)]).toEqual([undefined, []]);
    expect(await home.read(trigger, executionId)).toEqual({ outcome: 'sent' });
    expect(await home.told(trigger)).toBeUndefined();
  });
});

describe('the dashboard’s chart and the history’s filter', () => {
  const shown = (...as: string[]) => ({ chart: as, filter: as });
  const fired = async (trigger: StoredTrigger): Promise<void> => {
    await home.fire(trigger);
    await home.keep(trigger);
  };

  test('shows a run without confirmation as sent', async () => {
    const trigger = await home.made('Boa noite', {});
    await fired(trigger);
    expect(await home.shownAs(trigger)).toEqual(shown('1 sent'));
  });

  test('shows a run as awaited, and as ran once its receipt arrives', async () => {
    const trigger = await home.made('Boa noite');
    await fired(trigger);
    expect(await home.shownAs(trigger)).toEqual(shown('1 awaited'));
    home.clock.pass(2400);
    await home.hear(trigger, 'directive');
    expect(await home.shownAs(trigger)).toEqual(shown('1 ran'));
  });

  test('shows a run as unanswered after its time, and as ran once its receipt arrives', async () => {
    const trigger = await home.made('Boa noite');
    for (const directive of ['a', 'b', 'c', 'd', 'e']) {
      await fired(trigger);
      await home.hear(trigger, directive);
    }
    await fired(trigger);
    home.clock.pass(minute + 1);
    await home.close();
    await home.close();
    expect(await home.shownAs(trigger)).toEqual(shown('5 ran', '1 unanswered'));
    await home.hear(trigger, 'late');
    expect(await home.shownAs(trigger)).toEqual(shown('6 ran'));
  });

  test('shows two runs as shared, one of which was missed before', async () => {
    const trigger = await home.made('Boa noite');
    for (const directive of ['a', 'b', 'c', 'd', 'e']) {
      await fired(trigger);
      await home.hear(trigger, directive);
    }
    await fired(trigger);
    home.clock.pass(minute + 1);
    await home.close();
    await fired(trigger);
    expect(await home.shownAs(trigger)).toEqual(shown('5 ran', '1 awaited', '1 unanswered'));
    await home.hear(trigger, 'of one');
    await home.hear(trigger, 'of the other');
    expect(await home.shownAs(trigger)).toEqual(shown('5 ran', '2 shared'));
  });

  test('shows an unconfirmed run as maybe sent, until one receipt answers several runs', async () => {
    const trigger = await home.made('Boa noite');
    home.sent.outcome = 'unknown';
    await fired(trigger);
    expect(await home.shownAs(trigger)).toEqual(shown('1 maybeSent'));
    home.clock.pass(600_001);
    await home.close();
    await home.close();
    expect(await home.shownAs(trigger)).toEqual(shown('1 maybeSent'));
    for (const _ of [1, 2]) await fired(trigger);
    await home.hear(trigger, 'directive');
    expect(await home.shownAs(trigger)).toEqual(shown('2 shared', '1 maybeSent'));
  });

  test('shows an awaited run as sent when its confirmation is disabled', async () => {
    const trigger = await home.made('Boa noite');
    await fired(trigger);
    await home.triggers.change(trigger, { receipt: false }, link);
    home.clock.pass(600_001);
    await home.close();
    await home.close();
    expect(await home.shownAs(trigger)).toEqual(shown('1 sent'));
  });

  test('shows a failed run as not sent', async () => {
    const trigger = await home.made('Boa noite');
    home.sent.outcome = 'unavailable';
    await fired(trigger);
    expect(await home.shownAs(trigger)).toEqual(shown('1 notSent'));
  });
});

describe('a routine that became slower', () => {
  async function learnt() {
    const trigger = await home.made('Boa noite');
    for (let run = 0; run < 5; run += 1) {
      await home.fire(trigger);
      await home.keep(trigger);
      home.clock.pass(4000);
      await home.hear(trigger, `learnt ${run}`);
    }
    return trigger;
  }
  const fired = async (trigger: StoredTrigger): Promise<string> => {
    const { executionId } = await home.fire(trigger);
    await home.keep(trigger);
    return executionId;
  };

  test('queues a check of findings when the routine becomes slower and when it is as fast as before', async () => {
    const trigger = await learnt();
    const ids: string[] = [];
    for (const ms of [40_000, 40_000, 40_000, 4000, 4000, 4000]) {
      const id = await fired(trigger);
      home.clock.pass(ms);
      await home.hear(trigger, `answers ${id}`);
      ids.push(id);
    }
    // The median of three answers decides.
    expect(await home.looks('pace')).toEqual([ids[1], ids[4]]);
  });

  test('counts a miss after a minute, marks the run as ran on its late receipt, and waits ten minutes from then on', async () => {
    const trigger = await learnt();
    const first = await fired(trigger);
    home.clock.pass(60_001);
    await home.close();
    await home.close();
    expect(await home.told(trigger)).toMatchObject({ answer: 'none', heard: 5, silent: 1 });
    home.clock.pass(63_999);
    await home.hear(trigger, 'slow');
    expect(await home.read(trigger, first)).toEqual({ outcome: 'sent', answer: 'ran', ranMs: 124_000 });
    expect(await home.told(trigger)).toMatchObject({ answer: 'ran', heard: 1, silent: 0 });
    const second = await fired(trigger);
    home.clock.pass(124_000);
    await home.close();
    expect(await home.read(trigger, second)).toEqual({ outcome: 'sent', answer: 'awaited' });
    await home.hear(trigger, 'slow again');
    expect(await home.read(trigger, second)).toMatchObject({ answer: 'ran' });
    expect([await home.left(trigger), home.answers.filter((answer) => answer === 'none')]).toEqual([[], ['none']]);
  });

  test('never marks a later run as ran that was open when the slow receipt arrived', async () => {
    const trigger = await learnt();
    const slow = await fired(trigger);
    home.clock.pass(100_000);
    await home.close();
    const later = await fired(trigger);
    home.clock.pass(24_000);
    await home.hear(trigger, 'slow');
    for (const id of [slow, later]) expect(await home.read(trigger, id)).toEqual({ outcome: 'sent', answer: 'shared' });
    expect(await home.told(trigger)).toMatchObject({ answer: 'shared', silent: 0 });
    home.clock.pass(600_001);
    await home.close();
    expect([await home.told(trigger), await home.left(trigger)]).toMatchObject([{ silent: 0 }, []]);
  });

  test('counts one miss, however often the sweep runs, until no receipt can belong to the run', async () => {
    const trigger = await learnt();
    await fired(trigger);
    for (let passed = 0; passed < 9; passed += 1) {
      home.clock.pass(60_001);
      await home.close();
      expect(await home.told(trigger)).toMatchObject({ answer: 'none', silent: 1 });
      expect(await home.left(trigger)).toEqual(['openRun']);
    }
    home.clock.pass(60_001);
    await home.close();
    expect([await home.told(trigger), await home.left(trigger)]).toMatchObject([{ silent: 1 }, []]);
  });
});

describe('an open run', () => {
  async function open() {
    const trigger = await home.made('Boa noite');
    await home.fire(trigger);
    await home.keep(trigger);
    home.clock.pass(1000);
    return trigger;
  }
  const end = async (): Promise<void> => {
    home.clock.pass(600_001);
    await home.close();
  };
  const switched = async (trigger: StoredTrigger, receipt: boolean): Promise<StoredTrigger> => {
    const changed = await home.triggers.change(trigger, { receipt }, link);
    if (typeof changed === 'string') throw new Error(`It was ${changed}`);
    return changed;
  };

  test('counts an open run neither as a miss nor as an answer of a confirmation that was enabled later', async () => {
    const trigger = await switched(await switched(await open(), false), true);
    expect(trigger.receipt?.times).toEqual([]);
    const fresh = { since: trigger.receipt?.since, heard: 0, silent: 0 };
    expect(await home.told(trigger)).toEqual(fresh);
    await end();
    expect([await home.told(trigger), await home.left(trigger)]).toEqual([fresh, []]);
  });

  test('learns nothing for a confirmation from the receipt of an earlier run', async () => {
    const trigger = await switched(await switched(await open(), false), true);
    await home.hear(trigger, 'directive');
    expect(await home.told(trigger)).toEqual({ since: trigger.receipt?.since, heard: 0, silent: 0 });
    expect(await home.left(trigger)).toEqual([]);
  });

  test('ends an open run without a miss when confirmation was disabled', async () => {
    const trigger = await switched(await open(), false);
    await end();
    expect([await home.told(trigger), await home.left(trigger)]).toEqual([undefined, []]);
    expect(home.answers).toEqual([]);
  });

  test('shows no answer for a run whose confirmation was disabled while it waited', async () => {
    const trigger = await home.made('Boa noite');
    const missed = await home.fire(trigger);
    await home.keep(trigger);
    await end();
    const waiting = await home.fire(trigger);
    await home.keep(trigger);
    await switched(trigger, false);
    await end();
    expect(await home.read(trigger, missed.executionId)).toEqual({ outcome: 'sent', answer: 'none' });
    expect(await home.read(trigger, waiting.executionId)).toEqual({ outcome: 'sent' });
  });

  test('ends an open run without a trace when its trigger was deleted', async () => {
    const trigger = await open();
    await home.triggers.delete(trigger, link);
    await end();
    expect([await home.told(trigger), await home.left(trigger)]).toEqual([undefined, []]);
    expect(home.answers).toEqual([]);
  });

  test('ends an open run when its account was unlinked', async () => {
    const trigger = await open();
    await home.unlink();
    await end();
    expect(await home.left(trigger)).toEqual([]);
  });
});

describe('two concurrent workers', () => {
  /** The first worker pauses after its read until the second one has finished. */
  async function overtaken(runs: number) {
    const trigger = await home.made('Boa noite');
    const ids: string[] = [];
    for (let run = 0; run < runs; run += 1) {
      ids.push((await home.fire(trigger)).executionId);
      await home.keep(trigger);
    }
    home.clock.pass(1000);
    await home.receipts.hear(trigger.id, { id: 'directive', at: home.clock.now().getTime() });
    const metered: string[] = [];
    const pairing = receiptPairing(
      testWorld({
        table: home.table,
        now: home.clock.now,
        metrics: (_, { answer }) => void (answer && metered.push(answer)),
      }),
    );
    const stale = await pairing.receipts.standing(trigger.id);
    let isFirst = true;
    const standing = (id: string) => {
      const reading = isFirst ? Promise.resolve(stale) : pairing.receipts.standing(id);
      isFirst = false;
      return reading;
    };
    await pairReceipts(pairing, trigger.id);
    home.clock.pass(5000);
    const late = () => pairReceipts({ ...pairing, receipts: { ...pairing.receipts, standing } }, trigger.id);
    return { trigger, ids, metered, late };
  }

  test('learns from a run once, even if the later worker has an older read', async () => {
    const { trigger, metered, late } = await overtaken(1);
    const before = await home.told(trigger);
    await late();
    expect(await home.told(trigger)).toEqual(before);
    expect(metered).toEqual(['ran']);
  });

  test('learns from one of several runs once, and shows the newest run as the history does', async () => {
    const { trigger, metered, late } = await overtaken(2);
    const before = await home.told(trigger);
    expect(before).toMatchObject({ heard: 1, answer: 'shared' });
    await late();
    expect(await home.told(trigger)).toEqual(before);
    expect(metered).toEqual(['shared', 'shared']);
  });

  test('keeps what a newer run has stored when an older run is stored later', async () => {
    const { trigger, late } = await overtaken(1);
    const { executionId } = await home.fire(trigger);
    await home.keep(trigger);
    home.clock.pass(700);
    await home.hear(trigger, 'newer');
    await late();
    expect(await home.read(trigger, executionId)).toMatchObject({ answer: 'ran', ranMs: 700 });
    expect(await home.told(trigger)).toMatchObject({ heard: 2, answer: 'ran', ranMs: 700 });
  });

  test('shows the answer of the newest run when the answer of an older run comes later', async () => {
    const trigger = await home.made('Boa noite');
    const runs = createRunStore(home.table, home.clock.now);
    const startedAt = home.clock.now().toISOString();
    home.clock.pass(1000);
    await home.fire(trigger);
    await home.keep(trigger);
    home.clock.pass(700);
    await home.hear(trigger, 'newer');
    home.clock.pass(100);
    const older = { id: randomUUID(), at: startedAt, channel: 'webhook', outcome: 'sent', stages: {} } as const;
    const openedAt = home.clock.now().getTime();
    const open = { ...older, triggerId: trigger.id, workspaceId, openedAt, until: openedAt + 10 * minute };
    await home.receipts.open(open, 10 * minute);
    const run = { ...older, ms: 1800, openMs: 10 * minute };
    await runs.record(workspaceId, trigger.id, run, { executed: true, opened: false });
    const store = createExecutionStore(home.table, home.clock.now);
    await store.keep({ workspaceId, triggerId: trigger.id }, run, 'sent');
    home.clock.pass(200);
    await home.hear(trigger, 'older');
    expect((await store.list(trigger.id)).runs).toMatchObject([{ ranMs: 700 }, { id: older.id, ranMs: 2000 }]);
    expect(await home.told(trigger)).toMatchObject({ heard: 2, answer: 'ran', ranMs: 700 });
    // A worker that died before it deleted the receipt learns it again.
    const heardAt = home.clock.now();
    await home.receipts.learn(open, heardAt, 2000);
    expect(await home.told(trigger)).toMatchObject({ heard: 2 });
    await home.fire(trigger);
    await home.receipts.learn(open, heardAt, 2000);
    expect(await home.told(trigger)).toMatchObject({ heard: 2 });
  });

  test('logs a failure and keeps the receipt when the runs keep changing', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId } = await home.fire(trigger);
    await home.keep(trigger);
    home.clock.pass(1000);
    await home.receipts.hear(trigger.id, { id: 'directive', at: home.clock.now().getTime() });
    const logged: string[] = [];
    const world = testWorld({ table: home.table, now: home.clock.now, log: (event) => void logged.push(event) });
    const { receipts, ...pairing } = receiptPairing(world);
    const changing = { ...receipts, ran: () => Promise.resolve('changed' as const) };
    expect(await pairReceipts({ ...pairing, receipts: changing }, trigger.id)).toBe('waits');
    expect(logged).toEqual(['receipts.failed']);
    await home.pair(trigger.id);
    expect(await home.read(trigger, executionId)).toMatchObject({ answer: 'ran', ranMs: 1000 });
  });

  test('keeps what was learned when the trigger changes in between', async () => {
    const trigger = await home.made('Boa noite');
    const { executionId: id } = await home.fire(trigger);
    await home.keep(trigger);
    const open = (await home.receipts.standing(trigger.id)).open[0];
    if (!open) throw new Error('No run is open.');
    home.clock.pass(900);
    let changes = 2;
    const get = home.table.doc.send.bind(home.table.doc);
    const changing = (async (command: never) => {
      const found: unknown = await get(command);
      const isRead = Object(command) instanceof GetCommand;
      if (isRead && changes > 0) {
        changes -= 1;
        await home.changed(trigger);
      }
      return found;
    }) as typeof get;
    home.table.doc.send = changing;
    await createReceiptStore(home.table, home.clock.now).learn(open, home.clock.now(), 900);
    home.table.doc.send = get;
    expect([id, await home.told(trigger)]).toMatchObject([open.id, { heard: 1, silent: 0, ranMs: 900 }]);
  });
});

describe('a worker that dies at any write', () => {
  /** Stores runs and a receipt that are not paired yet. Then one worker dies, and another one follows. */
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

  test.each<Moment>(['before', 'after'])(
    'recovers a single open run when the worker dies %s any write',
    async (moment) => {
      const writes = await atEveryWrite(async (count) => {
        const { trigger, ids, died } = await dying(1, count, moment);
        expect(await home.read(trigger, ids[0] ?? '')).toEqual({ outcome: 'sent', answer: 'ran', ranMs: 1000 });
        expect(await home.told(trigger)).toMatchObject({ answer: 'ran', ranMs: 1000 });
        home.clock.pass(600_001);
        await home.close();
        expect(await home.told(trigger)).toMatchObject({ silent: 0 });
        expect(await home.left(trigger)).toEqual([]);
        return { died };
      });
      expect(writes).toBeGreaterThan(3);
    },
  );

  test.each<Moment>(['before', 'after'])(
    'recovers several open runs when the worker dies %s any write',
    async (moment) => {
      const writes = await atEveryWrite(async (count) => {
        const { trigger, ids, died } = await dying(2, count, moment);
        for (const id of ids) expect(await home.read(trigger, id)).toEqual({ outcome: 'sent', answer: 'shared' });
        expect(await home.told(trigger)).toMatchObject({ answer: 'shared', heard: 1 });
        expect(await home.left(trigger)).toEqual(['openRun', 'openRun', 'receipt']);
        home.clock.pass(1);
        await home.hear(trigger, 'of the other');
        expect([await home.told(trigger), await home.left(trigger)]).toMatchObject([{ heard: 2 }, []]);
        return { died };
      });
      expect(writes).toBeGreaterThan(3);
    },
  );

  test.each<Moment>(['before', 'after'])(
    'recovers an unanswered run when the sweep dies %s any write',
    async (moment) => {
      const writes = await atEveryWrite(async (count) => {
        home = await aHome();
        const trigger = await home.made('Boa noite');
        const { executionId } = await home.fire(trigger);
        await home.keep(trigger);
        home.clock.pass(600_001);
        const table = crashingTable(home.table, count, moment);
        await home.close(table).catch(() => undefined);
        await home.close();
        expect(await home.told(trigger)).toMatchObject({ answer: 'none', silent: 1 });
        expect([await home.looks(), await home.left(trigger)]).toEqual([[executionId], []]);
        return { died: table.died() };
      });
      expect(writes).toBeGreaterThan(1);
    },
  );
});
