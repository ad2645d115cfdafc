import { findingsPartition, toldKey } from './keys.ts';
import type { TransactItem } from './table.ts';

/** Makes a first look due where none is planned: joins what visits each connected workspace once a day. */
export const firstLook = (table: { name: string }, workspaceId: number, now: Date): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: toldKey(workspaceId),
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
