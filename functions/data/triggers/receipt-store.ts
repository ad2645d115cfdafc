import { DeleteCommand, GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { learnt } from '#shared/rules/execution/receipts.ts';

import { epochSeconds, live, parseItem, parseItems, type ReportUnreadable } from '../items.ts';
import {
  openRunKey,
  openRunPartition,
  openRunPrefix,
  receiptKey,
  receiptPrefix,
  runKey,
  triggerKey,
  triggerPartition,
  type Key,
} from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { readBatch } from '../read-batch.ts';
import { tableShape } from '../table-shape.ts';
import { conditional, type Table } from '../table.ts';
import { run, triggerReceipt, type Run, type TriggerReceipt } from './trigger-item.ts';

const openRunItem = z.object({
  triggerId: z.string(),
  workspaceId: z.number(),
  id: z.string(),
  /** When its channel was entered. */
  at: z.iso.datetime(),
  /** In ms since 1970: before its event was sent, and when it stops waiting. */
  openedAt: z.number(),
  until: z.number(),
});

export type OpenRunItem = z.output<typeof openRunItem>;

/** `at`: when the skill heard it (ms since 1970). */
const receiptItem = z.object({ id: z.string(), at: z.number() });

export type ReceiptItem = z.output<typeof receiptItem>;

const withReceipt = z.object({ receipt: z.optional(triggerReceipt) });

/** Alexa's own retries are over long before. */
const receiptSeconds = 3600;
const openSeconds = 86_400;
const duePageSize = 200;

export function createReceiptStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  /** Unless it was switched on anew meanwhile. */
  const changeReceipt = async (key: Key, seen: TriggerReceipt, next: TriggerReceipt): Promise<void> => {
    const update = new UpdateCommand({
      TableName: table.name,
      Key: key,
      UpdateExpression: 'SET receipt = :next',
      ConditionExpression: 'receipt = :seen',
      ExpressionAttributeValues: { ':next': next, ':seen': seen },
    });
    await conditional(table.doc.send(update));
  };

  const answer = async (
    { triggerId, at, id }: OpenRunItem,
    set: string,
    values: Record<string, unknown>,
  ): Promise<'done' | 'changed'> => {
    const update = new UpdateCommand({
      TableName: table.name,
      Key: runKey(triggerId, at, id),
      UpdateExpression: `SET ${set}`,
      ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(ranMs) AND attribute_not_exists(#answer)',
      ExpressionAttributeNames: { '#answer': 'answer' },
      ExpressionAttributeValues: values,
    });
    return (await conditional(table.doc.send(update))) ? 'done' : 'changed';
  };

  return {
    async open(item: OpenRunItem): Promise<void> {
      const put = new PutCommand({
        TableName: table.name,
        Item: {
          ...openRunKey(item.triggerId, item.at, item.id),
          type: 'openRun',
          ...item,
          duePk: openRunPartition,
          dueAt: new Date(item.until).toISOString(),
          expiresAt: epochSeconds(new Date(item.until)) + openSeconds,
        },
      });
      await table.doc.send(put);
    },

    /** One receipt, however often its directive comes. */
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

    /** All that is open, its history by id, and the receipts. */
    async standing(
      triggerId: string,
    ): Promise<{ open: OpenRunItem[]; history: Map<string, Run>; receipts: ReceiptItem[] }> {
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
      const keys = open.map(({ at, id }) => runKey(triggerId, at, id));
      const runs = parseItems(run, await readBatch(table, keys), report);
      return { open, history: new Map(runs.map((each) => [each.id, each])), receipts };
    },

    /** `changed`: another worker was faster. */
    ran: (item: OpenRunItem, receiptId: string, ranMs: number): Promise<'done' | 'changed'> =>
      answer(item, 'ranMs = :ms, receiptId = :receipt', { ':ms': ranMs, ':receipt': receiptId }),

    /** It stays open, since the receipts of the others may still come. `changed`: another worker was faster. */
    shared: (item: OpenRunItem): Promise<'done' | 'changed'> =>
      answer(item, '#answer = :shared', { ':shared': 'shared' }),

    async forget(triggerId: string, receiptId: string): Promise<void> {
      await table.doc.send(new DeleteCommand({ TableName: table.name, Key: receiptKey(triggerId, receiptId) }));
    },

    async close({ triggerId, at, id }: Pick<OpenRunItem, 'triggerId' | 'at' | 'id'>): Promise<void> {
      await table.doc.send(new DeleteCommand({ TableName: table.name, Key: openRunKey(triggerId, at, id) }));
    },

    /**
     * What the trigger tells of its receipts, once for each run. `ms` absent: one of several.
     */
    async learn({ triggerId, workspaceId, id }: OpenRunItem, ranAt: Date, ms: number | undefined): Promise<void> {
      const key = triggerKey(workspaceId, triggerId);
      const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
      const { receipt } = parseItem(withReceipt, Item, report) ?? {};
      if (!receipt || (receipt.last?.id === id && (receipt.last.ms ?? ms) === receipt.last.ms)) return;
      const { times, heard } = receipt;
      const next: TriggerReceipt = {
        ...receipt,
        times: ms === undefined ? times : learnt(times, ms),
        heard: heard + 1,
        silent: 0,
        lastRanAt: ranAt.toISOString(),
        last: { id, ...(ms !== undefined && { ms }) },
      };
      await changeReceipt(key, receipt, next);
    },

    /** One more run without an answer. */
    async missed({ triggerId, workspaceId }: Pick<OpenRunItem, 'triggerId' | 'workspaceId'>): Promise<void> {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: triggerKey(workspaceId, triggerId),
        UpdateExpression: 'SET receipt.silent = receipt.silent + :one',
        ConditionExpression: 'attribute_exists(receipt)',
        ExpressionAttributeValues: { ':one': 1 },
      });
      await conditional(table.doc.send(update));
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
