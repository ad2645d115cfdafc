import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items.ts';
import { sessionKey } from '../keys.ts';
import { isConditionFailed, type Table } from '../table.ts';

const sessionItem = z.object({
  type: z.literal('session'),
  userId: z.string(),
  /** Saves reading the user. */
  name: z.string(),
  createdAt: time,
  renewedAt: time,
  /** In s since 1970. */
  expiresAt: z.number(),
});

export type SessionItem = z.output<typeof sessionItem>;
export type NewSession = { idHash: string; userId: string; name: string; now: Date; endsAt: Date };

export function createSessionStore(table: Table, report?: ReportUnreadable) {
  const TableName = table.name;
  return {
    async add({ idHash, userId, name, now, endsAt }: NewSession): Promise<void> {
      const at = now.toISOString();
      const session: SessionItem = {
        type: 'session',
        userId,
        name,
        createdAt: at,
        renewedAt: at,
        expiresAt: epochSeconds(endsAt),
      };
      await table.doc.send(new PutCommand({ TableName, Item: { ...sessionKey(idHash), ...session } }));
    },

    async find(idHash: string, now: Date): Promise<SessionItem | undefined> {
      const Key = sessionKey(idHash);
      const { Item } = await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return parseItem(sessionItem, live(Item, now), report);
    },

    /** An ended session stays ended. */
    async renew(idHash: string, { now, endsAt }: { now: Date; endsAt: Date }): Promise<'renewed' | 'gone'> {
      try {
        await table.doc.send(
          new UpdateCommand({
            TableName,
            Key: sessionKey(idHash),
            UpdateExpression: 'SET renewedAt = :now, expiresAt = :end',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':now': now.toISOString(), ':end': epochSeconds(endsAt) },
          }),
        );
        return 'renewed';
      } catch (error) {
        if (isConditionFailed(error)) return 'gone';
        throw error;
      }
    },

    async remove(idHash: string): Promise<void> {
      await table.doc.send(new DeleteCommand({ TableName, Key: sessionKey(idHash) }));
    },
  };
}
