import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { accountPartition } from '../keys.ts';
import { conditional, type Table } from '../table.ts';
import type { StoredItem } from '../whole-table.ts';
import type { CollectedIds } from './belongings.ts';

const ofGrant = z.object({
  type: z.enum(['grant', 'access']),
  amazonUserId: z.string(),
  grantedAt: z.string(),
  workspaceId: z.optional(z.number()),
});

/**
 * Whether an item is a grant that was issued after `since` for an Amazon account that none of these workspaces links.
 * It may belong to a new account of that user, and it expires unless it is linked.
 */
export function isLaterGrant(item: StoredItem, since: string, { workspaces }: CollectedIds): boolean {
  const grant = ofGrant.safeParse(item).data;
  if (!grant || item.pk !== accountPartition(grant.amazonUserId)) return false;
  return grant.grantedAt > since && (grant.workspaceId === undefined || !workspaces.has(grant.workspaceId));
}

export const isGrant = (item: StoredItem): boolean => ofGrant.safeParse(item).success;

/** Deletes the grant unless Alexa has issued a new one since it was read. */
export async function deleteGrant(table: Table, { pk, sk, grantedAt }: StoredItem): Promise<void> {
  const command = new DeleteCommand({
    TableName: table.name,
    Key: { pk, sk },
    ConditionExpression: 'grantedAt = :read',
    ExpressionAttributeValues: { ':read': grantedAt },
  });
  await conditional(table.doc.send(command));
}
