import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import type { Deadline } from '#functions/platform/time/deadline.ts';

import { plannedRunPrefix, triggerNamePrefix, triggerPrefix, triggerTextPrefix, workspacePartition } from '../keys.ts';
import { isConditionFailed, type Table } from '../table.ts';

const leftovers = {
  triggers: triggerPrefix,
  triggerTexts: triggerTextPrefix,
  triggerNames: triggerNamePrefix,
  plannedRuns: plannedRunPrefix,
} as const;

const numbered = z.object({ pk: z.string(), sk: z.string(), link: z.number() });

const pageSize = 100;
const lot = 20;

export function createCleaningStore(table: Table) {
  const remove = async ({ pk, sk, link }: z.output<typeof numbered>): Promise<void> => {
    const command = new DeleteCommand({
      TableName: table.name,
      Key: { pk, sk },
      // The name may belong to a trigger of a newer link.
      ConditionExpression: 'link = :link',
      ExpressionAttributeValues: { ':link': link },
    });
    await table.doc.send(command).catch((error: unknown) => {
      if (!isConditionFailed(error)) throw error;
    });
  };

  return {
    /** Returns `more` if the deadline came first. */
    async clean(
      kind: keyof typeof leftovers,
      workspaceId: number,
      link: number,
      deadline: Deadline,
    ): Promise<'done' | 'more'> {
      let from: Record<string, unknown> | undefined;
      do {
        if (deadline.isOver()) return 'more';
        const { Items = [], LastEvaluatedKey } = await table.doc.send(
          new QueryCommand({
            TableName: table.name,
            ConsistentRead: true,
            KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
            ProjectionExpression: 'pk, sk, #link',
            ExpressionAttributeNames: { '#link': 'link' },
            ExpressionAttributeValues: { ':pk': workspacePartition(workspaceId), ':prefix': leftovers[kind] },
            Limit: pageSize,
            ...(from && { ExclusiveStartKey: from }),
          }),
        );
        const ours = Items.flatMap((item) => numbered.safeParse(item).data ?? []).filter((item) => item.link === link);
        for (let start = 0; start < ours.length; start += lot) {
          await Promise.all(ours.slice(start, start + lot).map(remove));
        }
        from = LastEvaluatedKey;
      } while (from);
      return 'done';
    },
  };
}

export type CleaningStore = ReturnType<typeof createCleaningStore>;
