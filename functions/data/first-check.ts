import { findingsPartition, notificationKey } from './keys.ts';
import type { TransactItem } from './table.ts';

/** Makes the first check of findings due unless one is planned. From then on, the workspace is checked once a day. */
export const firstCheck = (table: { name: string }, workspaceId: number, now: Date): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: notificationKey(workspaceId),
    UpdateExpression:
      'SET #type = :type, workspaceId = :id, dueAt = if_not_exists(dueAt, :now), duePk = if_not_exists(duePk, :findings)',
    ExpressionAttributeNames: { '#type': 'type' },
    ExpressionAttributeValues: {
      ':type': 'told',
      ':id': workspaceId,
      ':now': now.toISOString(),
      ':findings': findingsPartition,
    },
  },
});
