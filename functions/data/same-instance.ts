import type { InstanceItem } from './instance-item.ts';
import { instanceKey } from './keys.ts';
import type { TransactItem } from './table.ts';

type Seen = Pick<InstanceItem, 'workspaceId' | 'id' | 'generation' | 'chipStatus'>;

/** For a transaction: the same life of an instance, in the same state; other news of it meanwhile do not matter. */
export const sameInstance = (
  table: { name: string },
  { workspaceId, id, generation, chipStatus }: Seen,
): TransactItem => ({
  ConditionCheck: {
    TableName: table.name,
    Key: instanceKey(workspaceId),
    ConditionExpression: 'id = :id AND generation = :generation AND chipStatus = :status',
    ExpressionAttributeValues: { ':id': id, ':generation': generation, ':status': chipStatus },
  },
});
