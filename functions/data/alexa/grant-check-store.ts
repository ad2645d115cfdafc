import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { firstCheck } from '../first-check.ts';
import { checkEveryMs } from '../items/grant-item.ts';
import { parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { checkPartition, grantKey } from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import { tableShape } from '../table-shape.ts';
import { transact, type Table } from '../table.ts';

const dueGrant = z.object({ amazonUserId: z.string(), workspaceId: z.number(), dueAt: z.iso.datetime() });

export type DueGrant = z.output<typeof dueGrant>;

const pageSize = 100;

export function createGrantCheckStore(table: Table, report?: ReportUnreadable) {
  return {
    /** Oldest first; pass `next` as `from` to read the next page. */
    async due(
      now: Date,
      from?: Record<string, unknown>,
    ): Promise<{ grants: DueGrant[]; next?: Record<string, unknown> }> {
      const { Items, LastEvaluatedKey } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: tableShape.dueIndex.name,
          KeyConditionExpression: 'duePk = :check AND dueAt <= :now',
          ExpressionAttributeValues: { ':check': checkPartition, ':now': now.toISOString() },
          Limit: pageSize,
          ...(from && { ExclusiveStartKey: from }),
        }),
      );
      const grants = parseItems(dueGrant, Items, report);
      return LastEvaluatedKey ? { grants, next: LastEvaluatedKey } : { grants };
    },

    /** Returns `changed` if a concurrent run or an unlink was first. */
    async queue({ amazonUserId, workspaceId, dueAt }: DueGrant, made: { id: string; now: Date }) {
      const result = await transact(table, [
        {
          Update: {
            TableName: table.name,
            Key: grantKey(amazonUserId),
            UpdateExpression: 'SET dueAt = :next',
            ConditionExpression: 'dueAt = :seen AND duePk = :check AND workspaceId = :id',
            ExpressionAttributeValues: {
              ':next': new Date(made.now.getTime() + checkEveryMs).toISOString(),
              ':seen': dueAt,
              ':check': checkPartition,
              ':id': workspaceId,
            },
          },
        },
        outboxPut(table, { topic: 'checkGrant', amazonUserId, workspaceId }, made),
        firstCheck(table, workspaceId, made.now),
      ]);
      return result === 'done' ? 'queued' : 'changed';
    },
  };
}

export type GrantCheckStore = ReturnType<typeof createGrantCheckStore>;
