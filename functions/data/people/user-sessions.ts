import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import { time } from '#shared/contracts/fields.ts';

import { epochSeconds, live, parseItem, parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { sessionKey, signedOutKey, userPartition, userSessionKey, userSessionPrefix } from '../keys.ts';
import { queryAll } from '../query-all.ts';
import { readBatch } from '../read-batch.ts';
import type { Table } from '../table.ts';

/** Lists a session of a user. A listing without a session has no effect. */
const listingItem = z.object({
  type: z.literal('userSession'),
  userId: z.string(),
  idHash: z.string(),
  createdAt: time,
  expiresAt: z.number(),
});

/** The end of all sessions that older versions began and no request has listed since. */
const signedOutItem = z.object({ type: z.literal('signedOut'), userId: z.string(), at: time });

/** The longest life of a session. */
const lifeMs = 90 * 24 * 3_600_000;

/** Public id of a session. Neither the cookie nor its hash can be derived from it. */
export const sessionIdOf = (idHash: string): string => hashOf(`session ${idHash}`).slice(0, 22);

const sessionExpiry = (at: Date): number => epochSeconds(new Date(at.getTime() + lifeMs));

export function userSessions(table: Table, report?: ReportUnreadable) {
  const TableName = table.name;
  const read = async (Key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> =>
    (await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;

  const all = async (userId: string, now: Date) => {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': userPartition(userId), ':prefix': userSessionPrefix },
    });
    const alive = items.filter((item) => live(item, now));
    return parseItems(listingItem, alive, report);
  };

  return {
    all,

    put: (idHash: string, { userId, createdAt }: { userId: string; createdAt: string }) => ({
      Put: {
        TableName,
        Item: {
          ...userSessionKey(userId, sessionIdOf(idHash)),
          type: 'userSession',
          userId,
          idHash,
          createdAt,
          expiresAt: sessionExpiry(new Date(createdAt)),
        },
      },
    }),

    async sessionsOf(userId: string, now: Date) {
      const hashes = new Map((await all(userId, now)).map(({ idHash }) => [sessionKey(idHash).pk, idHash]));
      const keys = Array.from(hashes.values(), sessionKey);
      const items = await readBatch(table, keys);
      return items.flatMap((item) => {
        const idHash = hashes.get(String(item['pk']));
        return idHash !== undefined && live(item, now) ? [{ idHash, item }] : [];
      });
    },

    async hashOf(userId: string, sessionId: string): Promise<string | undefined> {
      return parseItem(listingItem, await read(userSessionKey(userId, sessionId)), report)?.idHash;
    },

    async endUnlisted(userId: string, now: Date): Promise<void> {
      const Item = {
        ...signedOutKey(userId),
        type: 'signedOut',
        userId,
        at: now.toISOString(),
        expiresAt: sessionExpiry(now),
      };
      await table.doc.send(new PutCommand({ TableName, Item }));
    },

    async unlistedEndedAt(userId: string): Promise<string | undefined> {
      return parseItem(signedOutItem, await read(signedOutKey(userId)), report)?.at;
    },
  };
}
