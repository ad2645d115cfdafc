import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { throwTableBusy } from '#functions/platform/table-busy.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { isFailed } from '#shared/rules/execution/outcomes.ts';
import { learnt, paceAfter } from '#shared/rules/execution/receipts.ts';

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

/** Which message in which group; of the line that the group is on. */
const groupCommand = z.object({ instanceId: z.number(), messageId: z.string() });

export type GroupCommand = z.output<typeof groupCommand>;

const openRunItem = z.object({
  triggerId: z.string(),
  workspaceId: z.number(),
  id: z.string(),
  /** When its channel was entered. */
  at: z.iso.datetime(),
  /** In ms since 1970: before its event was sent, and after which no receipt is its. */
  openedAt: z.number(),
  until: z.number(),
  /** Its answer is no longer waited for, and its miss counted. */
  waited: z.optional(z.literal(true)),
  command: z.optional(groupCommand),
});

export type OpenRunItem = z.output<typeof openRunItem>;

/** `at`: when the skill heard it (ms since 1970). `among`: the runs that it is one of, once they are told. */
const receiptItem = z.object({ id: z.string(), at: z.number(), among: z.optional(z.array(z.string())) });

export type ReceiptItem = z.output<typeof receiptItem>;

/** `done`: its directive came again after it was done with. */
export type StandingReceipt = ReceiptItem & { done?: true };

const withReceipt = z.object({
  receipt: z.optional(triggerReceipt),
  run: z.optional(z.object({ id: z.string() })),
  lastExecuted: z.optional(z.iso.datetime()),
});

/** Alexa's own retries are over long before. */
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

  /** The day exists, since the run's history counted on it. */
  const counted = ({ workspaceId, at }: OpenRunItem, changes: Record<string, number>) => ({
    TableName: table.name,
    Key: dayKey(workspaceId, at.slice(0, 10)),
    UpdateExpression: `ADD ${Object.keys(changes)
      .map((name) => `#${name} :${name}`)
      .join()}`,
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: Object.fromEntries(Object.keys(changes).map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(Object.entries(changes).map(([name, by]) => [`:${name}`, by])),
  });

  /** A run that Alexa did not confirm counted as `maybe`, until its routine answered. */
  const countAnswer = async (item: OpenRunItem, { outcome, missed }: Run, as: 'ran' | 'shared'): Promise<void> => {
    const changes: Record<string, number> = { [as]: 1 };
    if (isFailed(outcome)) Object.assign(changes, { sent: 1, asked: 1, maybe: -1 });
    else if (missed) changes['unanswered'] = -1;
    await conditional(table.doc.send(new UpdateCommand(counted(item, changes))));
  };

  /** One that Alexa did not confirm stays `maybe`. */
  const alsoCounted = (item: OpenRunItem, { outcome }: Run, changes: Record<string, number>) =>
    isFailed(outcome) ? [] : [{ Update: counted(item, changes) }];

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
    /** `openMs`: how long its answer is waited for. */
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

    /** One receipt, however often its directive comes until it is done with; after that, one that is `done`. */
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

    /** All that is open, its history by id, and the receipts. Without an open run it is not read which are `done`. */
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

    /** Counts it on its day, too; a worker that dies in between leaves it uncounted. `changed`: another one was faster. */
    async ran(item: OpenRunItem, receiptId: string, ranMs: number): Promise<'done' | 'changed'> {
      const answered = await answer(item, 'ranMs = :ms, receiptId = :receipt', { ':ms': ranMs, ':receipt': receiptId });
      if (answered) await countAnswer(item, answered, 'ran');
      return answered ? 'done' : 'changed';
    },

    /** It stays open, since the receipts of the others may still come. `changed`: another worker was faster. */
    async shared(item: OpenRunItem): Promise<'done' | 'changed'> {
      const answered = await answer(item, '#answer = :shared', { ':shared': 'shared' });
      if (answered) await countAnswer(item, answered, 'shared');
      return answered ? 'done' : 'changed';
    },

    /** Marked first, so that its directive cannot come again in between. */
    async forget(triggerId: string, receiptId: string): Promise<void> {
      await table.doc.send(new PutCommand(doneMark(triggerId, receiptId)));
      await table.doc.send(new DeleteCommand({ TableName: table.name, Key: receiptKey(triggerId, receiptId) }));
    },

    /** It stays until its runs are over. */
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

    /** At once, since a part of them would tell nothing about the rest. */
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

    /** `answersCommand`: with work for the worker that answers it, once, whoever else closes the run. */
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

    /** It is due again when no receipt can be its any more. */
    async waited(item: OpenRunItem): Promise<void> {
      await conditional(table.doc.send(new UpdateCommand(asWaited(item))));
    },

    /**
     * What the trigger tells of its receipts, once for each of them, and never anything older than it tells; one of a run
     * from before they were switched on is no longer told of. `ms` absent: the run is one of several. One that ran was
     * taken by Amazon, whatever Amazon said. `among`: their ids, of which the trigger tells the one that it tells of.
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
        const times = ms === undefined ? kept.times : learnt(kept.times, ms);
        const pace = ms === undefined ? { usualMs, slowSince } : paceAfter({ usualMs, slowSince }, times, ranAt);
        const next: TriggerReceipt = {
          ...kept,
          ...pace,
          times,
          heard: silent > 0 ? 1 : heard + 1,
          silent: 0,
          lastRanAt: heardAt,
          last: { id: newest && among.includes(newest.id) ? newest.id : id, ...(ms !== undefined && { ms }) },
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
     * One more run without an answer: its routine may have become slower, so what was learnt counts no longer, and its owner
     * may have to be told. `changed`: another sweep was faster, or an answer. Undefined where nobody waits for it any more.
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

    /** Without an answer until its confirmation was switched off, it has none for good. */
    async waitsNoMore(item: OpenRunItem, kept: Run): Promise<void> {
      const Update = unansweredRun(item, 'REMOVE openMs');
      const ConditionExpression = `${Update.ConditionExpression} AND attribute_exists(openMs)`;
      await transact(table, [
        { Update: { ...Update, ConditionExpression } },
        ...alsoCounted(item, kept, { asked: -1 }),
      ]);
    },

    /** Longest waiting first; `next` is where the following page starts. */
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

    /** Undefined until the history has it. */
    async find({ triggerId, at, id }: Pick<OpenRunItem, 'triggerId' | 'at' | 'id'>): Promise<Run | undefined> {
      const key = runKey(triggerId, at, id);
      const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
      return parseItem(run, Item, report);
    },
  };
}

export type ReceiptStore = ReturnType<typeof createReceiptStore>;

const isLearnt = ({ lastRanAt = '', last }: TriggerReceipt, heardAt: string, among: readonly string[]): boolean =>
  lastRanAt > heardAt || (lastRanAt === heardAt && last !== undefined && among.includes(last.id));

const tooManyChanges = throwTableBusy('What a routine answered could not be learnt, because others kept changing it.');
