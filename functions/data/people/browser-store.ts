import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';
import type { BrowserDevice } from '#shared/rules/device.ts';
import type { Language } from '#shared/rules/language.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { knownBrowsersKey } from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import { conditional, type Table, type TransactItem } from '../table.ts';

const knownBrowsers = z.object({
  browsers: z.array(z.object({ hash: z.string(), seenAt: time })),
  /** Mails sent on this UTC day. */
  mails: z.object({ day: z.iso.date(), count: z.number() }),
});

export type KnownBrowsers = z.output<typeof knownBrowsers>;

/** `version` changes with each write. */
const item = z.extend(knownBrowsers, {
  type: z.literal('knownBrowsers'),
  userId: z.string(),
  version: z.string(),
  /** In seconds since 1970. */
  expiresAt: z.number(),
});

export type KnownBrowsersItem = z.output<typeof item>;

/** Counted from the last sign-in. */
const lifeMs = 400 * 24 * 3_600_000;

type Change = { before: KnownBrowsersItem | undefined; after: KnownBrowsers; now: Date; newId: string };
type NewDevice = BrowserDevice & { language?: Language | undefined };

export function createBrowserStore(table: Table, report?: ReportUnreadable) {
  const TableName = table.name;

  /** Fails if the item has changed since it was read. */
  const put = (userId: string, { before, after, now, newId: version }: Change) => {
    const expiresAt = epochSeconds(new Date(now.getTime() + lifeMs));
    const Item = { ...knownBrowsersKey(userId), type: 'knownBrowsers', userId, ...after, version, expiresAt };
    const isAsRead = before
      ? { ConditionExpression: 'version = :before', ExpressionAttributeValues: { ':before': before.version } }
      : {
          ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
          ExpressionAttributeValues: { ':now': epochSeconds(now) },
        };
    return { Put: { TableName, Item, ...isAsRead } };
  };

  return {
    /** Joins the transaction of a sign-in. Also queues the mail about a new device. */
    writes: (userId: string, change: Change, mail?: NewDevice): TransactItem[] => {
      const { now, newId: id } = change;
      const entry = mail && { topic: 'newDevice' as const, userId, at: now.toISOString(), ...mail };
      return [put(userId, change), ...(entry ? [outboxPut(table, entry, { id, now })] : [])];
    },

    async find(userId: string, now: Date): Promise<KnownBrowsersItem | undefined> {
      const Key = knownBrowsersKey(userId);
      const { Item } = await table.doc.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return parseItem(item, live(Item, now), report);
    },

    async save(userId: string, change: Change): Promise<'saved' | 'conflict'> {
      return (await conditional(table.doc.send(new PutCommand(put(userId, change).Put)))) ? 'saved' : 'conflict';
    },
  };
}

export type BrowserStore = ReturnType<typeof createBrowserStore>;
