import { UpdateCommand } from '@aws-sdk/lib-dynamodb';

import type { Key } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

export type Cooling = {
  /** The trigger or access key that cools down. */
  key: Key;
  executionId: string;
  /** The start of its last cool-down, as it was read. */
  before: number | undefined;
};

/** One run at a time takes a cool-down, by a conditional write to the trigger or access key. */
export function createCoolDownStore(table: Table) {
  return {
    /**
     * Returns false during the cool-down and for a deleted item. The stored claim is our own if the response to the
     * first attempt was lost.
     */
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

    /** Only if the run certainly did not reach Alexa. */
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
