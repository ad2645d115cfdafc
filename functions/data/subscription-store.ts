import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { subscriptionStatuses, type SubscriptionStatus } from '#shared/rules/plans.ts';

import { parseItem, type ReportUnreadable } from './items.ts';
import { subscriptionKey } from './keys.ts';
import type { Table } from './table.ts';

export const subscriptionItem = z.object({
  type: z.literal('subscription'),
  status: z.enum(subscriptionStatuses),
});

export function createSubscriptionStore(table: Table, report?: ReportUnreadable) {
  return {
    /** `none` where there has never been one. */
    async status(workspaceId: number): Promise<SubscriptionStatus> {
      const Key = subscriptionKey(workspaceId);
      const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      return parseItem(subscriptionItem, Item, report)?.status ?? 'none';
    },
  };
}
