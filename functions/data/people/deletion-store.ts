import { DeleteCommand, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';
import { languageCodes } from '#shared/rules/language.ts';

import { epochSeconds, parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { deletionCountKey, deletionKey, deletionPartition, userKey } from '../keys.ts';
import { outboxPut, type OutboxEntry } from '../outbox/outbox-store.ts';
import { tableShape } from '../table-shape.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';

/** The account is deleted after `dueAt`. The item is removed with the account, or if the user revokes the deletion. */
export const deletionItem = z.object({
  type: z.literal('deletion'),
  userId: z.string(),
  requestedAt: time,
  dueAt: time,
  /** Address for the mail that confirms the deletion. */
  email: z.optional(z.string()),
  language: z.enum(languageCodes),
  /** From then on, the deletion cannot be revoked. */
  startedAt: z.optional(time),
});

export type Deletion = Omit<z.output<typeof deletionItem>, 'type'>;

type Made = { id: string; now: Date; maxPerDay: number };

const pageSize = 100;
const keptSeconds = 2 * 86_400;

export function createDeletionStore(table: Table, report?: ReportUnreadable) {
  const TableName = table.name;
  return {
    async find(userId: string): Promise<Deletion | undefined> {
      const get = new GetCommand({ TableName, Key: deletionKey(userId), ConsistentRead: true });
      return parseItem(deletionItem, (await table.doc.send(get)).Item, report);
    },

    /** Returns `before` if a deletion is planned already. The mail joins the transaction. The limit is per UTC day. */
    async plan(
      deletion: Deletion,
      mail: OutboxEntry | undefined,
      made: Made,
    ): Promise<'planned' | 'before' | 'noUser' | 'tooMany'> {
      const Key = deletionKey(deletion.userId);
      const Item = { ...Key, type: 'deletion', ...deletion, duePk: deletionPartition };
      const done = await transact(table, [
        { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
        {
          ConditionCheck: {
            TableName,
            Key: userKey(deletion.userId),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
        countOfDay(TableName, deletion.userId, made),
        ...(mail ? [outboxPut(table, mail, made)] : []),
      ]);
      if (done === 'done') return 'planned';
      const [before, noUser] = done.cancelled;
      if (before) return 'before';
      return noUser ? 'noUser' : 'tooMany';
    },

    /** Returns false if the deletion has begun. */
    revoke: (userId: string): Promise<boolean> =>
      conditional(
        table.doc.send(
          new DeleteCommand({
            TableName,
            Key: deletionKey(userId),
            ConditionExpression: 'attribute_not_exists(startedAt)',
          }),
        ),
      ),

    /** Most overdue first. */
    async due(
      now: Date,
      from?: Record<string, unknown>,
    ): Promise<{ deletions: Deletion[]; next?: Record<string, unknown> }> {
      const { Items, LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          TableName,
          IndexName: tableShape.dueIndex.name,
          KeyConditionExpression: 'duePk = :deletions AND dueAt <= :now',
          ExpressionAttributeValues: { ':deletions': deletionPartition, ':now': now.toISOString() },
          ...(from && { ExclusiveStartKey: from }),
          Limit: pageSize,
        }),
      );
      return {
        deletions: parseItems(deletionItem, Items, report),
        ...(LastEvaluatedKey && { next: LastEvaluatedKey }),
      };
    },

    /** Returns true also if the deletion began before, and false if it was revoked. */
    begin: (userId: string, now: Date): Promise<boolean> =>
      conditional(
        table.doc.send(
          new UpdateCommand({
            TableName,
            Key: deletionKey(userId),
            UpdateExpression: 'SET startedAt = if_not_exists(startedAt, :now)',
            ConditionExpression: 'attribute_exists(pk) AND dueAt <= :now',
            ExpressionAttributeValues: { ':now': now.toISOString() },
          }),
        ),
      ),
  };
}

export type DeletionStore = ReturnType<typeof createDeletionStore>;

/** Fails at the day's limit. */
const countOfDay = (TableName: string, userId: string, { now, maxPerDay }: Made): TransactItem => ({
  Update: {
    TableName,
    Key: deletionCountKey(userId, now.toISOString().slice(0, 10)),
    UpdateExpression: 'SET #type = :type, expiresAt = :end ADD #count :one',
    ConditionExpression: 'attribute_not_exists(pk) OR #count < :max',
    ExpressionAttributeNames: { '#type': 'type', '#count': 'count' },
    ExpressionAttributeValues: {
      ':type': 'deletionCount',
      ':end': epochSeconds(now) + keptSeconds,
      ':one': 1,
      ':max': maxPerDay,
    },
  },
});
