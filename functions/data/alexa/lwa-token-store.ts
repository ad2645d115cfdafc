import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { tokenCacheKey } from '../keys.ts';
import type { Table } from '../table.ts';

const lwaToken = z.object({ type: z.literal('lwaToken'), amazonUserId: z.string(), expiresAt: z.number() });

/** Caches Amazon user ids by token hash, so that a cold function does not have to ask Amazon. */
export function createLwaTokenStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  return {
    async find(tokenHash: string): Promise<{ amazonUserId: string; expiresAt: Date } | undefined> {
      const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key: tokenCacheKey(tokenHash) }));
      const item = live(parseItem(lwaToken, Item, report), now());
      return item && { amazonUserId: item.amazonUserId, expiresAt: new Date(item.expiresAt * 1000) };
    },

    async keep(tokenHash: string, amazonUserId: string, until: Date): Promise<void> {
      const item = { ...tokenCacheKey(tokenHash), type: 'lwaToken', amazonUserId, expiresAt: epochSeconds(until) };
      await table.doc.send(new PutCommand({ TableName: table.name, Item: item }));
    },
  };
}

export type LwaTokenStore = ReturnType<typeof createLwaTokenStore>;
