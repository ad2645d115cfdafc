import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { epochSeconds, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { tokensPartition, warmTokenKey } from '../keys.ts';
import { tableShape } from '../table-shape.ts';
import { conditional, type Table } from '../table.ts';

const hourMs = 3_600_000;
/** Longer than any use of the item. If a stage stops renewing tokens ahead, its items expire. */
const lifeMs = 72 * hourMs;
/** Noting a run costs one write unit, and two units once in twelve hours. */
const notedEveryMs = 12 * hourMs;

const warmToken = z.object({
  workspaceId: z.number(),
  /** A run of the workspace, at most twelve hours older than the last one. */
  ranAt: z.iso.datetime(),
  /** When to check its token. */
  dueAt: z.iso.datetime(),
});

export type WarmToken = z.output<typeof warmToken>;

/**
 * Workspaces whose tokens are renewed ahead. Separate from the token's item, because the index would copy the token.
 */
export function createWarmTokenStore(table: Table, report?: ReportUnreadable) {
  return {
    /** Keeps the `dueAt` of a workspace that is already stored. */
    async noteRun(workspaceId: number, ranAt: Date, dueAt: Date): Promise<void> {
      const note = new UpdateCommand({
        TableName: table.name,
        Key: warmTokenKey(workspaceId),
        UpdateExpression:
          'SET #type = :type, workspaceId = :id, ranAt = :at, duePk = :tokens, dueAt = if_not_exists(dueAt, :due), expiresAt = :end',
        ConditionExpression: 'attribute_not_exists(pk) OR ranAt < :earlier',
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: {
          ':type': 'warmToken',
          ':id': workspaceId,
          ':at': ranAt.toISOString(),
          ':tokens': tokensPartition,
          ':due': dueAt.toISOString(),
          ':end': epochSeconds(new Date(ranAt.getTime() + lifeMs)),
          ':earlier': new Date(ranAt.getTime() - notedEveryMs).toISOString(),
        },
      });
      await conditional(table.doc.send(note));
    },

    /** Longest due first. */
    async due(now: Date, max: number): Promise<WarmToken[]> {
      const { Items } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: tableShape.dueIndex.name,
          KeyConditionExpression: 'duePk = :tokens AND dueAt <= :now',
          ExpressionAttributeValues: { ':tokens': tokensPartition, ':now': now.toISOString() },
          Limit: max,
        }),
      );
      return parseItems(warmToken, Items, report);
    },

    async postpone({ workspaceId }: WarmToken, dueAt: Date): Promise<void> {
      const postponing = new UpdateCommand({
        TableName: table.name,
        Key: warmTokenKey(workspaceId),
        UpdateExpression: 'SET dueAt = :due',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':due': dueAt.toISOString() },
      });
      await conditional(table.doc.send(postponing));
    },

    /** No-op if another run was noted since the item was read. */
    async drop({ workspaceId, ranAt }: WarmToken): Promise<void> {
      const dropping = new DeleteCommand({
        TableName: table.name,
        Key: warmTokenKey(workspaceId),
        ConditionExpression: 'ranAt = :seen',
        ExpressionAttributeValues: { ':seen': ranAt },
      });
      await conditional(table.doc.send(dropping));
    },
  };
}

export type WarmTokenStore = ReturnType<typeof createWarmTokenStore>;
