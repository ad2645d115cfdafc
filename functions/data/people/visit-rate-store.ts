import { UpdateCommand } from '@aws-sdk/lib-dynamodb';

import { visitRateKey } from '../keys.ts';
import { isConditionFailed, type Table } from '../table.ts';

/** Addresses are hashed, so that the table does not contain them. */
export type VisitCount = { placeHash: string; minute: number; max: number };

export function createVisitRateStore(table: Table) {
  return {
    /** `minute` counts from 1970. */
    async count({ placeHash, minute, max }: VisitCount): Promise<'counted' | 'tooMany'> {
      const update = new UpdateCommand({
        TableName: table.name,
        Key: visitRateKey(placeHash, minute),
        UpdateExpression: 'SET #type = :type, expiresAt = :end ADD #count :one',
        ConditionExpression: 'attribute_not_exists(pk) OR #count < :max',
        ExpressionAttributeNames: { '#type': 'type', '#count': 'count' },
        ExpressionAttributeValues: { ':type': 'visitRate', ':end': (minute + 2) * 60, ':one': 1, ':max': max },
      });
      try {
        await table.doc.send(update);
        return 'counted';
      } catch (error) {
        if (isConditionFailed(error)) return 'tooMany';
        throw error;
      }
    },
  };
}
