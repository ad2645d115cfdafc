import { UpdateCommand } from '@aws-sdk/lib-dynamodb';

import type { Key } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

/** `key`: of the trigger or the access key that cools down; `before`: when it last began to, as it was read. */
export type Cooling = { key: Key; executionId: string; before: number | undefined };

/** One run at a time takes a cool-down, by a conditional write on what cools down. */
export function createCoolDownStore(table: Table) {
  return {
    /** False while it cools down, and for what was deleted. The own claim is there when the answer to a first try was lost. */
    take({ key, executionId }: Cooling, { at, seconds }: { at: number; seconds: number }): Promise<boolean> {
      const take = new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: 'SET coolSince = :at, coolRun = :run',
        ConditionExpression:
          'attribute_exists(pk) AND (attribute_not_exists(coolSince) OR coolSince <= :over OR coolRun = :run)',
        ExpressionAttributeValues: { ':at': at, ':run': executionId, ':over': at - seconds * 1000 },
      });
      return conditional(table.doc.send(take));
    },

    /** Only where surely nothing left. */
    async giveBack({ key, executionId, before }: Cooling): Promise<void> {
      const back = new UpdateCommand({
        TableName: table.name,
        Key: key,
        UpdateExpression: before === undefined ? 'REMOVE coolSince, coolRun' : 'SET coolSince = :before REMOVE coolRun',
        ConditionExpression: 'coolRun = :run',
        ExpressionAttributeValues: { ':run': executionId, ...(before !== undefined && { ':before': before }) },
      });
      await conditional(table.doc.send(back));
    },
  };
}

export type CoolDownStore = ReturnType<typeof createCoolDownStore>;
