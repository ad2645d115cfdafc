import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';

import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { isUsedUp, tapsPerMinute } from '#shared/rules/access-keys.ts';
import { minuteOf } from '#shared/rules/execution/rate-limit.ts';

import { accessKeyItem, type AccessKeyItem } from '../items/access-key-item.ts';
import { parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { accessKeyItemKey } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

export type UseTaken =
  | 'taken'
  | 'usedUp'
  | 'tooOften'
  /** The key was deleted after it was read. */
  | 'stopped';

type Place = Pick<AccessKeyItem, 'workspaceId' | 'id'>;

export function createKeyUseStore(table: Table, now: () => Date = () => new Date(), report?: ReportUnreadable) {
  async function find({ workspaceId, id }: Place): Promise<AccessKeyItem | undefined> {
    const Key = accessKeyItemKey(workspaceId, id);
    const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
    return parseItem(accessKeyItem, Item, report);
  }

  /** Returns undefined once the use is stored, otherwise the key as it is stored now. */
  async function tryTake(seen: AccessKeyItem, minute: number): Promise<AccessKeyItem | 'stopped' | undefined> {
    const { workspaceId, id, uses, page } = seen;
    const sets = ['usedAt = :at'];
    const conditions = ['attribute_exists(pk)'];
    const values: Record<string, unknown> = { ':at': now().toISOString(), ':one': 1 };
    if (uses === undefined) conditions.push('attribute_not_exists(uses)');
    else {
      conditions.push('uses = :uses', 'used < :uses');
      values[':uses'] = uses;
    }
    if (page) {
      values[':minute'] = minute;
      if (seen.tapMinute === minute) {
        sets.push('taps = taps + :one');
        conditions.push('tapMinute = :minute', 'taps < :most');
        values[':most'] = tapsPerMinute;
      } else {
        sets.push('tapMinute = :minute', 'taps = :one');
        conditions.push('(attribute_not_exists(tapMinute) OR tapMinute < :minute)');
      }
    }
    const take = new UpdateCommand({
      TableName: table.name,
      Key: accessKeyItemKey(workspaceId, id),
      UpdateExpression: `SET ${sets.join(', ')} ADD used :one`,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeValues: values,
    });
    return (await conditional(table.doc.send(take))) ? undefined : ((await find(seen)) ?? 'stopped');
  }

  return {
    /** Exposed here so that the webhook does not have to bundle the whole key store. */
    find,

    /** Counts exactly, even under concurrent calls. */
    async take(key: AccessKeyItem): Promise<UseTaken> {
      let seen = key;
      return retryOnConflict<UseTaken, UseTaken>({ exhausted: () => 'tooOften' }, async () => {
        const minute = minuteOf(now());
        if (isUsedUp(seen)) return 'usedUp';
        // If our clock is behind, the stored minute is newer. Refuse, so that a minute is not counted twice.
        const isFull =
          (seen.tapMinute ?? 0) > minute || (seen.tapMinute === minute && (seen.taps ?? 0) >= tapsPerMinute);
        if (seen.page && isFull) return 'tooOften';
        const instead = await tryTake(seen, minute);
        if (instead === undefined) return 'taken';
        if (instead === 'stopped') return instead;
        seen = instead;
        return 'conflict';
      });
    },

    /** Only for a use that was taken and whose run certainly did not reach Alexa. */
    async giveBack({ workspaceId, id }: Place): Promise<void> {
      const back = new UpdateCommand({
        TableName: table.name,
        Key: accessKeyItemKey(workspaceId, id),
        UpdateExpression: 'ADD used :less',
        ConditionExpression: 'attribute_exists(pk) AND used > :none',
        ExpressionAttributeValues: { ':less': -1, ':none': 0 },
      });
      await conditional(table.doc.send(back));
    },

    /** For keys without a limit of uses, and for requests that only read. */
    async noteUse({ workspaceId, id }: Place): Promise<void> {
      const note = new UpdateCommand({
        TableName: table.name,
        Key: accessKeyItemKey(workspaceId, id),
        UpdateExpression: 'SET usedAt = :at',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':at': now().toISOString() },
      });
      await conditional(table.doc.send(note));
    },
  };
}

export type KeyUseStore = ReturnType<typeof createKeyUseStore>;
