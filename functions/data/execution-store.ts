import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { epochSeconds, live, parseItems, type ReportUnreadable } from './items.ts';
import { dayKey, dayPrefix, runKey, runPrefix, triggerPartition, workspacePartition } from './keys.ts';
import { transact, type Table, type TransactItem } from './table.ts';
import { run, type Run } from './trigger-item.ts';

const dayItem = z.object({ day: z.iso.date(), sent: z.optional(z.number()), failed: z.optional(z.number()) });

export type Day = { day: string; sent: number; failed: number };

const keptDays = 90;
const pageSize = 25;

/** History and daily counts, derived from what runs leave on their triggers. */
export function createExecutionStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  const expiry = (at: string): number => epochSeconds(new Date(at)) + keptDays * 86_400;

  return {
    /**
     * Keeps a run and counts it, once however often it is called. `counts` says as what; undefined: neither.
     * `tooOld`: its 90 days are over.
     */
    async keep(
      owner: { workspaceId: number; triggerId: string },
      kept: Run,
      counts: 'sent' | 'failed' | undefined,
    ): Promise<'kept' | 'keptBefore' | 'tooOld'> {
      const expiresAt = expiry(kept.at);
      if (expiresAt <= epochSeconds(now())) return 'tooOld';
      const put: TransactItem = {
        Put: {
          TableName: table.name,
          Item: { ...runKey(owner.triggerId, kept.at, kept.id), type: 'run', ...owner, ...kept, expiresAt },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      };
      const day = kept.at.slice(0, 10);
      const count: TransactItem = {
        Update: {
          TableName: table.name,
          Key: dayKey(owner.workspaceId, day),
          UpdateExpression: 'SET #type = :type, #day = :day, expiresAt = :expiresAt ADD #counted :one',
          ExpressionAttributeNames: { '#type': 'type', '#day': 'day', '#counted': counts ?? 'sent' },
          ExpressionAttributeValues: { ':type': 'day', ':day': day, ':expiresAt': expiresAt, ':one': 1 },
        },
      };
      return (await transact(table, counts ? [put, count] : [put])) === 'done' ? 'kept' : 'keptBefore';
    },

    /** A page of runs, newest first; `before` is where the last page ended (`next` of its answer). */
    async list(triggerId: string, before?: string): Promise<{ runs: Run[]; next?: string }> {
      const partition = triggerPartition(triggerId);
      const { Items, LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          ScanIndexForward: false,
          Limit: pageSize,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: { ':pk': partition, ':prefix': runPrefix },
          ...(before !== undefined && { ExclusiveStartKey: { pk: partition, sk: `${runPrefix}${before}` } }),
        }),
      );
      const runs = parseItems(
        run,
        Items?.filter((item) => live(item, now())),
        report,
      );
      const next: unknown = LastEvaluatedKey?.['sk'];
      return {
        runs,
        ...(typeof next === 'string' && { next: next.slice(runPrefix.length) }),
      };
    },

    /** Counts of the days that have any, both ends included (`2026-11-20`). */
    async days(workspaceId: number, from: string, to: string): Promise<Day[]> {
      const { Items } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': workspacePartition(workspaceId),
            ':from': `${dayPrefix}${from}`,
            ':to': `${dayPrefix}${to}`,
          },
        }),
      );
      return parseItems(dayItem, Items, report).map(({ day, sent = 0, failed = 0 }) => ({ day, sent, failed }));
    },
  };
}

export type ExecutionStore = ReturnType<typeof createExecutionStore>;
