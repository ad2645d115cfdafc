import type { InstanceItem } from '../items/instance-item.ts';
import { instanceKey } from '../keys.ts';
import type { TransactItem } from '../table.ts';

type Seen = Pick<InstanceItem, 'workspaceId' | 'id' | 'generation' | 'chipStatus' | 'reference'>;

/** Fails if the instance is not as it was read. */
export const sameInstance = (
  table: { name: string },
  { workspaceId, id, generation, chipStatus, reference }: Seen,
): TransactItem => {
  // Ending a share changes neither state nor generation, so the reference is checked as well.
  const shares = reference ? 'attribute_exists' : 'attribute_not_exists';
  return {
    ConditionCheck: {
      TableName: table.name,
      Key: instanceKey(workspaceId),
      ConditionExpression: `id = :id AND generation = :generation AND chipStatus = :status AND ${shares}(#reference)`,
      ExpressionAttributeNames: { '#reference': 'reference' },
      ExpressionAttributeValues: { ':id': id, ':generation': generation, ':status': chipStatus },
    },
  };
};

/** Fails if the instance is not as it was read, and increases its revision: of two concurrent writes, one fails. */
export const nextRevision = (table: { name: string }, { workspaceId, rev }: InstanceItem): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: instanceKey(workspaceId),
    UpdateExpression: 'ADD rev :one',
    ConditionExpression: 'rev = :rev',
    ExpressionAttributeValues: { ':rev': rev, ':one': 1 },
  },
});
