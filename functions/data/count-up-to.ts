import { UpdateCommand } from '@aws-sdk/lib-dynamodb';

import type { Key } from './keys.ts';
import { conditional, type Table } from './table.ts';

type Count = { key: Key; type: string; max: number; expiresAt: number };

/** Adds one to the count that the item contains, unless it has reached `max`. */
export async function countUpTo(table: Table, { key, type, max, expiresAt }: Count): Promise<'counted' | 'tooMany'> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: key,
    UpdateExpression: 'SET #type = :type, expiresAt = :end ADD #count :one',
    ConditionExpression: 'attribute_not_exists(pk) OR #count < :max',
    ExpressionAttributeNames: { '#type': 'type', '#count': 'count' },
    ExpressionAttributeValues: { ':type': type, ':end': expiresAt, ':one': 1, ':max': max },
  });
  return (await conditional(table.doc.send(update))) ? 'counted' : 'tooMany';
}
