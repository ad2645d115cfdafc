import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { createTokenStore } from '#functions/data/alexa/token-store.ts';
import { createNotificationStore, type NotificationItem } from '#functions/data/findings/notification-store.ts';
import type { AccessKeyItem } from '#functions/data/items/access-key-item.ts';
import { nightlyId, storedPlannedRun } from '#functions/data/items/planned-run-item.ts';
import { subscriptionItem } from '#functions/data/items/subscription-item.ts';
import { accessKeyItemKey, subscriptionKey, triggerKey, workspaceKey } from '#functions/data/keys.ts';
import { outboxPut } from '#functions/data/outbox/outbox-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createReceiptStore } from '#functions/data/triggers/receipt-store.ts';
import { readFindings } from '#functions/findings/read-findings.ts';
import { processBatch, type StreamDeps } from '#functions/jobs/stream-batch.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { clock as clockOf } from '#functions/wiring/clock.ts';
import { execution } from '#functions/wiring/parts/execution.ts';
import { foundIn } from '#functions/wiring/parts/found.ts';
import { streamWorker } from '#functions/wiring/worker.ts';
import type { Findings } from '#shared/contracts/findings.ts';
import type { Channel } from '#shared/rules/channels.ts';

import { lived } from '../crashes/at-every-write.ts';
import { Crash } from '../crashes/crashing-table.ts';
import { lineWorld, type LineWorld } from './line-world.ts';
import { setAttributes } from './set-attributes.ts';

/** A batch throws one error for all its failures. */
function thrownByStream(error: unknown): never {
  throw error instanceof AggregateError && error.errors.some((one) => one instanceof Crash) ? new Crash() : error;
}

const minute = 60_000;
let phones = 5_511_900_000_000;

/** A user's home with everything that can break, and the clocks that detect it. */
export async function findingsWorld(table: Table, given: Parameters<typeof lineWorld>[1] = {}, user = 'ana') {
  const lines = lineWorld(table, given);
  const { clock, ground } = lines;
  const workspaceId = await lines.addReady(user, { isDefault: true });
  const account = `amzn1.account.${workspaceId}`;
  await lines.enableSkill(account);
  const isNow = async (hour: number): Promise<void> => {
    const ahead = ((((hour - clock.now().getUTCHours()) % 24) + 35) % 24) - 11;
    const timeZone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
    await setAttributes(table, workspaceKey(workspaceId), { timeZone });
  };
  await isNow(12);
  const receipts = createReceiptStore(table, clock.now);
  const told = createNotificationStore(table);
  const tokens = createTokenStore(table, clock.now);
  let sent: Sent['outcome'] = 'sent';
  const execute = execution(ground, async () => {
    const access = sent === 'skillNotEnabled' ? await tokens.findAccess({ workspaceId }) : undefined;
    // Stored like the sender does.
    if (access && access.unknownAt === undefined) await tokens.setKnown({ workspaceId }, access, false);
    return { outcome: sent, stages: { token: 0, send: 1 } };
  });
  const item = async (triggerId: string): Promise<Record<string, unknown>> => {
    const get = new GetCommand({
      TableName: table.name,
      Key: triggerKey(workspaceId, triggerId),
      ConsistentRead: true,
    });
    return (await table.doc.send(get)).Item ?? {};
  };
  const stream = streamWorker(ground, lines.providers);
  const ticks = clockOf(ground, { execute });
  const tick = () => ticks({ job: 'runDue' }, { getRemainingTimeInMillis: () => minute });
  let minutes = 0;
  let nightly: string | undefined;
  /** The stream's worker processes each change of the trigger. With `dying`, a worker that dies processes it first. */
  async function seen<Done>(triggerId: string, act: () => Promise<Done>, dying?: StreamDeps): Promise<Done> {
    const before = await item(triggerId);
    const done = await act();
    const change = {
      kind: 'MODIFY',
      key: triggerKey(workspaceId, triggerId),
      before,
      after: await item(triggerId),
    } as const;
    const hear = (worker: StreamDeps) => processBatch(worker, [change], deadlineIn(clock.now, minute));
    if (dying) await lived(hear(dying).catch(thrownByStream));
    await hear(stream);
    return done;
  }

  return {
    ...lines,
    user,
    workspaceId,
    account,
    told,
    /** Moves the home to the time zone in which it is this hour. */
    isNow,

    /** Lets minutes pass, with everything that the clock starts. */
    async pass(count: number): Promise<void> {
      for (let passed = 0; passed < count; passed += 1) {
        clock.advance(minute);
        minutes += 1;
        await lines.whenDue('lookAtLines', lines.syncDueLines);
        const triggerId = nightly;
        if (triggerId !== undefined) await lines.whenDue('runDue', () => seen(triggerId, tick));
        if (minutes % 5 === 0) await lines.reconcile();
        if (minutes % 30 === 0) await lines.whenDue('checkGrants', lines.checkGrants);
        await lines.whenDue('sweep', lines.sweep);
      }
    },

    /** Lets quarters of an hour pass, for findings that take days. */
    async passQuarters(count: number): Promise<void> {
      for (let passed = 0; passed < count; passed += 1) {
        clock.advance(15 * minute);
        if (passed % 2 === 0) await lines.whenDue('checkGrants', lines.checkGrants);
        await lines.whenDue('sweep', lines.sweep);
        // Processes what the first sweep queued.
        await lines.whenDue('sweep', lines.sweep);
      }
    },

    async confirmingTrigger(name: string): Promise<string> {
      const id = (await lines.createTrigger(workspaceId, name)) ?? '';
      const link = (await lines.workspaces.find(workspaceId))?.link;
      const trigger = link && (await lines.triggers.find(workspaceId, id, link.number));
      if (!trigger) throw new Error('There is no such trigger.');
      await lines.triggers.change(trigger, { receipt: true }, link);
      return id;
    },

    /** Fires the trigger and lets the stream's worker process the run. */
    async fire(triggerId: string, channel: Channel = 'webhook'): Promise<string> {
      const request = { channel, workspaceId, triggerId, startedAt: clock.now(), mayFire: () => true };
      return (await seen(triggerId, () => execute(request))).outcome;
    },

    /** Sets Alexa's response to runs from now on. */
    runsAre: (outcome: Sent['outcome']): void => void (sent = outcome),

    /** Runs the trigger's nightly check, due now. */
    async night(triggerId: string, dying?: LineWorld): Promise<void> {
      const link = (await lines.workspaces.find(workspaceId))?.link?.number ?? 0;
      const at = new Date(Math.floor(clock.now().getTime() / minute) * minute).toISOString();
      const about = {
        id: nightlyId(link),
        workspaceId,
        link,
        triggerId,
        by: 'nightly',
        nextAt: at,
        createdAt: at,
      } as const;
      const rule = { days: [1, 2, 3, 4, 5, 6, 7], time: at.slice(11, 16) };
      const Item = storedPlannedRun({ type: 'plannedRun', ...about, rule, timeZone: 'UTC', rev: 1 });
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
      nightly = triggerId;
      await seen(triggerId, tick, dying && streamWorker(dying.ground, dying.providers));
    },

    /** Lets the routine answer now. */
    async answers(triggerId: string): Promise<void> {
      await receipts.hear(triggerId, { id: `directive-${clock.now().getTime()}`, at: clock.now().getTime() });
      await stream.pairReceipts(triggerId);
    },

    async addAccessKey(life: Pick<AccessKeyItem, 'createdAt' | 'usedAt' | 'conditions'>): Promise<void> {
      const about = { id: 'key', workspaceId, name: 'Cleaner', triggers: 'all', used: 3, right: 'fire' } as const;
      const Item = { ...accessKeyItemKey(workspaceId, 'key'), type: 'accessKey', hash: 'hash', ...about, ...life };
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    },

    pairNumber: () => lines.pair(user, workspaceId, String((phones += 1))),

    /** Stores the subscription like a sync with Stripe. */
    async bills(state: Record<string, unknown>): Promise<void> {
      const stored = subscriptionItem.parse({ type: 'subscription', ...state });
      await table.doc.send(
        new PutCommand({ TableName: table.name, Item: { ...subscriptionKey(workspaceId), ...stored } }),
      );
      await this.look();
    },

    look: async (): Promise<void> => {
      const made = { id: ground.newId(), now: clock.now() };
      await table.doc.send(new PutCommand(outboxPut(table, { topic: 'findings', workspaceId }, made).Put));
    },

    page: (): Promise<Findings> => readFindings(foundIn(ground), user, workspaceId),
    record: (): Promise<NotificationItem | undefined> => told.find(workspaceId),
    numberRecord: lines.record,
  };
}

export type FindingsWorld = Awaited<ReturnType<typeof findingsWorld>>;
