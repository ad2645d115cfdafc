import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { throwTableBusy } from '#functions/platform/table-busy.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { isFailed } from '#shared/rules/execution/outcomes.ts';
import { timesWith, paceAfter } from '#shared/rules/execution/receipts.ts';

import { epochSeconds, live, parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { run, triggerReceipt, type Run, type TriggerReceipt } from '../items/trigger-item.ts';
import {
  dayKey,
  doneReceiptKey,
  openRunKey,
  openRunPartition,
  openRunPrefix,
  receiptKey,
  receiptPrefix,
  runKey,
  runPrefix,
  triggerKey,
  triggerPartition,
} from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import { queryAll } from '../query-all.ts';
import { readBatch } from '../read-batch.ts';
import { tableShape } from '../table-shape.ts';
import { backOff, conditional, transact, type Table } from '../table.ts';

/** The message that started the run, on the line that the group uses. */
const groupCommand = z.object({ instanceId: z.number(), messageId: z.string() });

export type GroupCommand = z.output<typeof groupCommand>;

const openRunItem = z.object({
  triggerId: z.string(),
  workspaceId: z.number(),
  id: z.string(),
  /** When the run started. */
  at: z.iso.datetime(),
  /**
   * In milliseconds since 1970: a time before the event was sent, and the time after which no receipt belongs to the
   * run.
   */
  openedAt: z.number(),
  until: z.number(),
  /** No answer arrived in time, so the run counts as unanswered. */
  waited: z.optional(z.literal(true)),
  command: z.optional(groupCommand),
});

export type OpenRunItem = z.output<typeof openRunItem>;

/**
 * `at`: when the skill received the receipt (milliseconds since 1970). `among`: the runs it may belong to, once they
 * were counted.
 */
const receiptItem = z.object({ id: z.string(), at: z.number(), among: z.optional(z.array(z.string())) });

export type ReceiptItem = z.output<typeof receiptItem>;

export type StandingReceipt = ReceiptItem & {
  /** The directive was delivered again after its receipt was processed. */
  done?: true;
};

const withReceipt = z.object({
  receipt: z.optional(triggerReceipt),
  run: z.optional(z.object({ id: z.string() })),
  lastExecuted: z.optional(z.iso.datetime()),
});

/** Alexa's own retries end long before. */
const receiptSeconds = 3600;
const openSeconds = 86_400;
const duePageSize = 200;

export function createReceiptStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const unansweredRun = ({ triggerId, at, id }: OpenRunItem, change: string, values?: Record<string, unknown>) => ({
    TableName: table.name,
    Key: runKey(triggerId, at, id),
    UpdateExpression: change,
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(ranMs) AND attribute_not_exists(#answer)',
    ExpressionAttributeNames: { '#answer': 'answer' },
    ...(values && { ExpressionAttributeValues: values }),
  });

  const answer = async (item: OpenRunItem, set: string, values: Record<string, unknown>): Promise<Run | undefined> => {
    const update = new UpdateCommand({ ...unansweredRun(item, `SET ${set}`, values), ReturnValues: 'ALL_NEW' });
    const sending = table.doc.send(update);
    return (await conditional(sending)) ? parseItem(run, (await sending).Attributes, report) : undefined;
  };

  /** The day's item exists, because the history counted the run there. */
  const countUpdate = ({ workspaceId, at }: OpenRunItem, changes: Record<string, number>) => ({
    TableName: table.name,
    Key: dayKey(workspaceId, at.slice(0, 10)),
    UpdateExpression: `ADD ${Object.keys(changes)
      .map((name) => `#${name} :${name}`)
      .join()}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries(Object.keys(changes).map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(Object.entries(changes).map(([name, by]) => [`:${name}`, by])),
  });

  /** A run that Alexa did not confirm counts as `maybe` until its routine answers. */
  const countAnswer = async (item: OpenRunItem, { outcome, missed }: Run, as: 'ran' | 'shared'): Promise<void> => {
    const changes: Record<string, number> = { [as]: 1 };
    if (isFailed(outcome)) Object.assign(changes, { sent: 1, asked: 1, maybe: -1 });
    else if (missed) changes['unanswered'] = -1;
    await conditional(table.doc.send(new UpdateCommand(countUpdate(item, changes))));
  };

  /** A run that Alexa did not confirm stays `maybe`. */
  const alsoCounted = (item: OpenRunItem, { outcome }: Run, changes: Record<string, number>) =>
    isFailed(outcome) ? [] : [{ Update: countUpdate(item, changes) }];

  const asWaited = ({ triggerId, at, id, until }: OpenRunItem) => ({
    TableName: table.name,
    Key: openRunKey(triggerId, at, id),
    UpdateExpression: 'SET waited = :true, dueAt = :until',
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(waited)',
    ExpressionAttributeValues: { ':true': true, ':until': new Date(until).toISOString() },
  });

  const doneMark = (triggerId: string, receiptId: string) => ({
    TableName: table.name,
    Item: {
      ...doneReceiptKey(triggerId, receiptId),
      type: 'doneReceipt',
      expiresAt: epochSeconds(now()) + receiptSeconds,
    },
  });

  return {
    /** `openMs` is how long to wait for the answer. */
    async open(item: OpenRunItem, openMs: number): Promise<void> {
      const put = new PutCommand({
        TableName: table.name,
        Item: {
          ...openRunKey(item.triggerId, item.at, item.id),
          type: 'openRun',
          ...item,
          duePk: openRunPartition,
          dueAt: new Date(item.openedAt + openMs).toISOString(),
          expiresAt: epochSeconds(new Date(item.until)) + openSeconds,
        },
      });
      await table.doc.send(put);
    },

    /**
     * Stores a receipt once, however often Alexa delivers its directive. A delivery after the receipt was processed
     * creates one that `standing` returns as `done`.
     */
    async hear(triggerId: string, receipt: ReceiptItem): Promise<void> {
      const put = new PutCommand({
        TableName: table.name,
        Item: {
          ...receiptKey(triggerId, receipt.id),
          type: 'receipt',
          triggerId,
          ...receipt,
          expiresAt: epochSeconds(now()) + receiptSeconds,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      });
      await conditional(table.doc.send(put));
    },

    /** Returns the open runs, their history by id, and the receipts. Without open runs, `done` is not read. */
    async standing(
      triggerId: string,
    ): Promise<{ open: OpenRunItem[]; history: Map<string, Run>; receipts: StandingReceipt[] }> {
      const rows = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': triggerPartition(triggerId),
          ':from': openRunPrefix,
          ':to': `${receiptPrefix}~`,
        },
      });
      const alive = rows.filter((row) => live(row, now()));
      const isOpen = (row: Record<string, unknown>): boolean => String(row['sk']).startsWith(openRunPrefix);
      const open = parseItems(openRunItem, alive.filter(isOpen), report);
      const receipts = parseItems(
        receiptItem,
        alive.filter((row) => !isOpen(row)),
        report,
      );
      if (open.length === 0 || receipts.length === 0) return { open, history: new Map(), receipts };
      const fresh = receipts.filter(({ among }) => !among);
      const found = await readBatch(table, [
        ...open.map(({ at, id }) => runKey(triggerId, at, id)),
        ...fresh.map(({ id }) => doneReceiptKey(triggerId, id)),
      ]);
      const isRun = (row: Record<string, unknown>): boolean => String(row['sk']).startsWith(runPrefix);
      const runs = parseItems(run, found.filter(isRun), report);
      const marks = found.filter((row) => !isRun(row) && live(row, now()));
      const done = new Set(marks.map(({ sk }) => sk));
      return {
        open,
        history: new Map(runs.map((each) => [each.id, each])),
        receipts: receipts.map((receipt) =>
          done.has(doneReceiptKey(triggerId, receipt.id).sk) ? { ...receipt, done: true } : receipt,
        ),
      };
    },

    /**
     * Stores the answer, then counts it on the run's day. A worker that crashes in between leaves it uncounted. Returns
     * `changed` if another worker was first.
     */
    async ran(item: OpenRunItem, receiptId: string, ranMs: number): Promise<'done' | 'changed'> {
      const answered = await answer(item, 'ranMs = :ms, receiptId = :receipt', { ':ms': ranMs, ':receipt': receiptId });
      if (answered) await countAnswer(item, answered, 'ran');
      return answered ? 'done' : 'changed';
    },

    /**
     * Leaves the run open, because the receipts of the other runs may still arrive. Returns `changed` if another worker
     * was first.
     */
    async shared(item: OpenRunItem): Promise<'done' | 'changed'> {
      const answered = await answer(item, '#answer = :shared', { ':shared': 'shared' });
      if (answered) await countAnswer(item, answered, 'shared');
      return answered ? 'done' : 'changed';
    },

    /** Writes the marker first, so that a duplicate directive in between does not count. */
    async forget(triggerId: string, receiptId: string): Promise<void> {
      await table.doc.send(new PutCommand(doneMark(triggerId, receiptId)));
      await table.doc.send(new DeleteCommand({ TableName: table.name, Key: receiptKey(triggerId, receiptId) }));
    },

    /** Stores for which runs the receipt was counted. Keeps the receipt until these runs are closed. */
    async count(triggerId: string, receiptId: string, among: readonly { id: string }[]): Promise<void> {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: receiptKey(triggerId, receiptId),
        UpdateExpression: 'SET among = :among',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':among': among.map(({ id }) => id) },
      });
      await conditional(table.doc.send(update));
    },

    /** Deletes all at once: the remaining items could not be interpreted without the others. */
    async complete(items: readonly OpenRunItem[], receiptIds: readonly string[]): Promise<void> {
      const [first] = items;
      if (!first) return;
      const keys = [
        ...items.map(({ triggerId, at, id }) => openRunKey(triggerId, at, id)),
        ...receiptIds.map((id) => receiptKey(first.triggerId, id)),
      ];
      await transact(table, [
        ...receiptIds.map((id) => ({ Put: doneMark(first.triggerId, id) })),
        ...keys.map((Key) => ({ Delete: { TableName: table.name, Key } })),
      ]);
    },

    /** With `answersCommand`, also queues the answer to the group command, once, whichever worker closes the run. */
    async close({ triggerId, workspaceId, at, id, command }: OpenRunItem, answersCommand: boolean): Promise<void> {
      const Delete = { TableName: table.name, Key: openRunKey(triggerId, at, id) };
      if (!command || !answersCommand) {
        await table.doc.send(new DeleteCommand(Delete));
        return;
      }
      const closedAt = now().toISOString();
      const about = { workspaceId, triggerId, at, executionId: id, closedAt };
      const entry = { topic: 'lateAnswer', ...about, ...command } as const;
      await transact(table, [
        { Delete: { ...Delete, ConditionExpression: 'attribute_exists(pk)' } },
        outboxPut(table, entry, { id: `late-${id}`, now: now() }),
      ]);
    },

    /** Makes the run due again at the time from which no receipt can belong to it. */
    async waited(item: OpenRunItem): Promise<void> {
      await conditional(table.doc.send(new UpdateCommand(asWaited(item))));
    },

    /**
     * Updates the trigger's statistics once for each receipt, and never with an older one. Ignores a run from before
     * receipts were switched on. `ms` is undefined if the receipt could belong to several runs; otherwise the routine
     * ran, so Amazon accepted the event. `among` are the ids of those runs; the trigger stores its latest run if it is
     * one of them. The answer of an older run does not replace the answer of the latest run.
     */
    async learn(
      { triggerId, workspaceId, at, id }: OpenRunItem,
      ranAt: Date,
      ms: number | undefined,
      among: readonly string[] = [id],
    ): Promise<void> {
      const key = triggerKey(workspaceId, triggerId);
      await retryOnConflict({ between: backOff, exhausted: tooManyChanges }, async () => {
        const get = new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true });
        const {
          receipt,
          run: newest,
          lastExecuted = '',
        } = parseItem(withReceipt, (await table.doc.send(get)).Item, report) ?? {};
        const heardAt = ranAt.toISOString();
        if (!receipt || receipt.since > at || isLearnt(receipt, heardAt, among)) return 'done';
        const { heard, silent, usualMs, slowSince, ...kept } = receipt;
        const times = ms === undefined ? kept.times : timesWith(kept.times, ms);
        const pace = ms === undefined ? { usualMs, slowSince } : paceAfter({ usualMs, slowSince }, times, ranAt);
        const next: TriggerReceipt = {
          ...kept,
          ...pace,
          times,
          heard: silent > 0 ? 1 : heard + 1,
          silent: 0,
          lastRanAt: heardAt,
          lastLearnt: id,
          last: hidesAnswer(receipt, among, newest)
            ? kept.last
            : { id: newest && among.includes(newest.id) ? newest.id : id, ...(ms !== undefined && { ms }) },
        };
        const executes = ms !== undefined && lastExecuted < at;
        const Update = {
          TableName: table.name,
          Key: key,
          UpdateExpression: `SET receipt = :next${executes ? ', lastExecuted = :at' : ''}`,
          ConditionExpression: `receipt = :seen${executes ? ' AND (attribute_not_exists(lastExecuted) OR lastExecuted < :at)' : ''}`,
          ExpressionAttributeValues: { ':next': next, ':seen': receipt, ...(executes && { ':at': at }) },
        };
        if (pace.slowSince === slowSince)
          return (await conditional(table.doc.send(new UpdateCommand(Update)))) ? 'done' : 'conflict';
        const look = outboxPut(table, { topic: 'findings', workspaceId }, { id: `pace-${id}`, now: now() });
        return (await transact(table, [{ Update }, look])) === 'done' ? 'done' : 'conflict';
      });
    },

    /**
     * Counts one more run without an answer. The routine may have become slower, so its times are discarded, and a
     * check of findings is queued. Returns `changed` if another sweep or an answer was first, and undefined if receipts
     * were switched off.
     */
    async missed(item: OpenRunItem, kept: Run): Promise<TriggerReceipt | 'changed' | undefined> {
      const { triggerId, workspaceId, at, id } = item;
      const Update = {
        TableName: table.name,
        Key: triggerKey(workspaceId, triggerId),
        UpdateExpression: 'SET receipt.silent = receipt.silent + :one, receipt.times = :none',
        ConditionExpression: 'receipt.since <= :at',
        ExpressionAttributeValues: { ':one': 1, ':none': [], ':at': at },
      };
      const look = outboxPut(table, { topic: 'findings', workspaceId }, { id: `missed-${id}`, now: now() });
      const unanswered = unansweredRun(item, 'SET missed = :true', { ':true': true });
      const written = await transact(table, [
        { Update },
        { Update: asWaited(item) },
        { Update: unanswered },
        look,
        ...alsoCounted(item, kept, { unanswered: 1 }),
      ]);
      if (written !== 'done') return written.cancelled[0] === 'ConditionalCheckFailed' ? undefined : 'changed';
      const { TableName, Key } = Update;
      const { Item } = await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return parseItem(withReceipt, Item, report)?.receipt;
    },

    /** Ends the wait of a run whose receipts were switched off before an answer. It stays without an answer. */
    async waitsNoMore(item: OpenRunItem, kept: Run): Promise<void> {
      const Update = unansweredRun(item, 'REMOVE openMs');
      const ConditionExpression = `${Update.ConditionExpression} AND attribute_exists(openMs)`;
      await transact(table, [
        { Update: { ...Update, ConditionExpression } },
        ...alsoCounted(item, kept, { asked: -1 }),
      ]);
    },

    /** Longest waiting first; pass `next` as `from` to read the next page. */
    async due(from?: Record<string, unknown>): Promise<{ open: OpenRunItem[]; next?: Record<string, unknown> }> {
      const { Items, LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: tableShape.dueIndex.name,
          KeyConditionExpression: 'duePk = :open AND dueAt <= :now',
          ExpressionAttributeValues: { ':open': openRunPartition, ':now': now().toISOString() },
          Limit: duePageSize,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      const open = parseItems(openRunItem, Items, report);
      return LastEvaluatedKey ? { open, next: LastEvaluatedKey } : { open };
    },

    /** Returns undefined until the history contains the run. */
    async find({ triggerId, at, id }: Pick<OpenRunItem, 'triggerId' | 'at' | 'id'>): Promise<Run | undefined> {
      const key = runKey(triggerId, at, id);
      const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
      return parseItem(run, Item, report);
    },
  };
}

export type ReceiptStore = ReturnType<typeof createReceiptStore>;

const isLearnt = (receipt: TriggerReceipt, heardAt: string, among: readonly string[]): boolean => {
  const { lastRanAt = '', last, lastLearnt = last?.id ?? '' } = receipt;
  return lastRanAt === heardAt ? among.includes(lastLearnt) : lastRanAt > heardAt;
};

/** Whether the latest run is answered and these runs are older. */
const hidesAnswer = ({ last }: TriggerReceipt, among: readonly string[], newest: { id: string } | undefined): boolean =>
  last !== undefined && last.id === newest?.id && !among.includes(last.id);

const tooManyChanges = throwTableBusy('What a routine answered could not be learnt, because others kept changing it.');
