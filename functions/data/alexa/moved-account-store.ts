import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { movedAccountKey, moveOfferKey } from '../keys.ts';
import { outboxPut } from '../outbox/outbox-store.ts';
import type { Table, TransactItem } from '../table.ts';

const movedAccount = z.object({
  type: z.literal('movedAccount'),

  /** Number of the link that ended. */
  link: z.number(),
  at: z.iso.datetime(),
  expiresAt: z.number(),
});

export type MovedAccount = z.output<typeof movedAccount>;

/** The offer to move an account: the session that received it, and the link that would end. */
const moveOffer = z.object({
  type: z.literal('moveOffer'),
  sessionIdHash: z.string(),
  amazonUserId: z.string(),
  holder: z.object({ workspaceId: z.number(), link: z.number() }),
  expiresAt: z.number(),
});

export type MoveOffer = Pick<z.output<typeof moveOffer>, 'sessionIdHash' | 'amazonUserId' | 'holder'>;

const rememberedDays = 30;
const offeredSeconds = 600;

type Deps = { table: Table; now: () => Date; newId: () => string; report?: ReportUnreadable };

/** Remembers for 30 days that the Amazon account of a workspace was moved to another workspace. */
export function createMovedAccountStore({ table, now, newId, report }: Deps) {
  return {
    async find(workspaceId: number): Promise<MovedAccount | undefined> {
      const get = new GetCommand({ TableName: table.name, Key: movedAccountKey(workspaceId), ConsistentRead: true });
      return live(parseItem(movedAccount, (await table.doc.send(get)).Item, report), now());
    },

    async offer(workspaceId: number, offer: MoveOffer): Promise<void> {
      const expiresAt = epochSeconds(now()) + offeredSeconds;
      const Item = { ...moveOfferKey(workspaceId), type: 'moveOffer', ...offer, expiresAt };
      await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    },

    async findOffer(workspaceId: number): Promise<MoveOffer | undefined> {
      const get = new GetCommand({ TableName: table.name, Key: moveOfferKey(workspaceId), ConsistentRead: true });
      return live(parseItem(moveOffer, (await table.doc.send(get)).Item, report), now());
    },

    /** For the transaction that ends the link: stores the notice for its pages and queues the e-mail. */
    writes(workspaceId: number, link: number): TransactItem[] {
      const at = now();
      const expiresAt = epochSeconds(at) + rememberedDays * 86_400;
      const item: MovedAccount = { type: 'movedAccount', link, at: at.toISOString(), expiresAt };
      return [
        { Put: { TableName: table.name, Item: { ...movedAccountKey(workspaceId), ...item } } },
        outboxPut(table, { topic: 'accountMoved', workspaceId, link }, { id: newId(), now: at }),
      ];
    },
  };
}

export type MovedAccountStore = ReturnType<typeof createMovedAccountStore>;
