import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';
import type { BrowserDevice } from '#shared/rules/device.ts';

import { device } from '../items/device-item.ts';
import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { sessionKey, userSessionKey } from '../keys.ts';
import { conditional, transact, type Table, type TransactItem } from '../table.ts';
import { sessionIdOf, userSessions } from './user-sessions.ts';

export const sessionItem = z.object({
  type: z.literal('session'),
  userId: z.string(),
  /** Stored here to save a read of the user. */
  name: z.string(),
  createdAt: time,
  /** Last use, to the hour. */
  renewedAt: time,
  /** In seconds since 1970. */
  expiresAt: z.number(),
  /** Absent in sessions of an older version, until `enlist` lists them. */
  device: z.optional(device),
  browserHash: z.optional(z.string()),
});

export type SessionItem = z.output<typeof sessionItem>;
export type NewSession = {
  idHash: string;
  userId: string;
  name: string;
  now: Date;
  endsAt: Date;
  device: BrowserDevice;
  browserHash: string;
};
type Renewal = { now: Date; endsAt: Date };

export function createSessionStore(table: Table, report?: ReportUnreadable) {
  const TableName = table.name;
  const listings = userSessions(table, report);

  const find = async (idHash: string, now: Date): Promise<SessionItem | undefined> => {
    const Key = sessionKey(idHash);
    const { Item } = await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return parseItem(sessionItem, live(Item, now), report);
  };

  /** No-op if the session does not exist. */
  const remove = async (idHash: string): Promise<void> => {
    const Key = sessionKey(idHash);
    const { Attributes } = await table.doc.send(new DeleteCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }));
    const ended = parseItem(sessionItem, Attributes, report);
    if (!ended) return;
    await table.doc.send(new DeleteCommand({ TableName, Key: userSessionKey(ended.userId, sessionIdOf(idHash)) }));
  };

  const update = (idHash: string, { now, endsAt }: Renewal, newDevice?: BrowserDevice): Promise<boolean> =>
    conditional(
      table.doc.send(
        new UpdateCommand({
          TableName,
          Key: sessionKey(idHash),
          UpdateExpression: `SET renewedAt = :now, expiresAt = :end${newDevice ? ', device = :device' : ''}`,
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeValues: {
            ':now': now.toISOString(),
            ':end': epochSeconds(endsAt),
            ...(newDevice && { ':device': newDevice }),
          },
        }),
      ),
    );

  return {
    find,
    remove,

    /** Returns `changed` if a condition in `also` failed. */
    async add(session: NewSession, also: readonly TransactItem[] = []): Promise<'added' | 'changed'> {
      const { idHash, userId, name, now, endsAt, ...origin } = session;
      const at = now.toISOString();
      const item: SessionItem = {
        type: 'session',
        userId,
        name,
        createdAt: at,
        renewedAt: at,
        expiresAt: epochSeconds(endsAt),
        ...origin,
      };
      const writes = [{ Put: { TableName, Item: { ...sessionKey(idHash), ...item } } }, listings.put(idHash, item)];
      return (await transact(table, [...also, ...writes])) === 'done' ? 'added' : 'changed';
    },

    /** Returns `gone` for an ended session, which stays ended. */
    async renew(idHash: string, renewal: Renewal): Promise<'renewed' | 'gone'> {
      return (await update(idHash, renewal)) ? 'renewed' : 'gone';
    },

    /**
     * Lists a session of an older version, or ends it if all sessions were ended since. Lists it first, so that a
     * concurrent end of all sessions either finds the listing or is found here.
     */
    async enlist(
      idHash: string,
      session: Pick<SessionItem, 'userId' | 'createdAt'>,
      found: Renewal & { device: BrowserDevice },
    ): Promise<'listed' | 'gone'> {
      const { Put } = listings.put(idHash, session);
      await table.doc.send(new PutCommand(Put));
      const endedAt = await listings.unlistedEndedAt(session.userId);
      const isOver = endedAt !== undefined && endedAt >= session.createdAt;
      if (!isOver && (await update(idHash, found, found.device))) return 'listed';
      await remove(idHash);
      return 'gone';
    },

    /** In no particular order. */
    async list(userId: string, now: Date): Promise<(SessionItem & { id: string; idHash: string })[]> {
      const found = await listings.sessionsOf(userId, now);
      return found.flatMap(({ idHash, item }) => {
        const session = parseItem(sessionItem, item, report);
        return session ? [{ ...session, id: sessionIdOf(idHash), idHash }] : [];
      });
    },

    hashOf: (userId: string, id: string) => listings.hashOf(userId, id),
    endUnlisted: (userId: string, now: Date) => listings.endUnlisted(userId, now),

    /** Ends all but the `max` sessions that began last. */
    async keepNewest(userId: string, max: number, now: Date): Promise<void> {
      // Expired sessions may still be listed, so the listings are the upper bound. Most sign-ins read no session.
      if ((await listings.all(userId, now)).length <= max) return;
      const open = await this.list(userId, now);
      const extra = open.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)).slice(max);
      for (const { idHash } of extra) await remove(idHash);
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
