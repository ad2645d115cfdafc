import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

import { epochSeconds } from '../items/parse-item.ts';
import { leaseKey } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

/** Leases let only one worker process a partition. */
export function createLeaseStore(table: Table, now: () => Date) {
  return {
    async take(partition: string, holder: string, lifeMs: number): Promise<boolean> {
      const at = now().getTime();
      const until = at + lifeMs;
      const item = {
        ...leaseKey(partition),
        type: 'lease',
        holder,
        until,
        expiresAt: epochSeconds(new Date(until)) + 1,
      };
      return conditional(
        table.doc.send(
          new PutCommand({
            TableName: table.name,
            Item: item,
            // The stored lease may be our own if the response to the first attempt was lost.
            ConditionExpression: 'attribute_not_exists(pk) OR #until <= :now OR holder = :holder',
            ExpressionAttributeNames: { '#until': 'until' },
            ExpressionAttributeValues: { ':now': at, ':holder': holder },
          }),
        ),
      );
    },

    async release(partition: string, holder: string): Promise<void> {
      await conditional(
        table.doc.send(
          new DeleteCommand({
            TableName: table.name,
            Key: leaseKey(partition),
            ConditionExpression: 'holder = :holder',
            ExpressionAttributeValues: { ':holder': holder },
          }),
        ),
      );
    },
  };
}

export type LeaseStore = ReturnType<typeof createLeaseStore>;
