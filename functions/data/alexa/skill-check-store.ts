import { PutCommand } from '@aws-sdk/lib-dynamodb';

import { epochSeconds } from '../items/parse-item.ts';
import { checkKey } from '../keys.ts';
import { isConditionFailed, type Table } from '../table.ts';

const everySeconds = 3600;

export function createSkillCheckStore(table: Table, now: () => Date) {
  return {
    /** Returns true once an hour, so that a page that stays open causes at most one renewal an hour. */
    async mayCheck(amazonUserId: string): Promise<boolean> {
      const at = epochSeconds(now());
      try {
        await table.doc.send(
          new PutCommand({
            TableName: table.name,
            Item: { ...checkKey(amazonUserId), type: 'check', expiresAt: at + everySeconds },
            ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
            ExpressionAttributeValues: { ':now': at },
          }),
        );
        return true;
      } catch (error) {
        if (isConditionFailed(error)) return false;
        throw error;
      }
    },
  };
}

export type SkillCheckStore = ReturnType<typeof createSkillCheckStore>;
