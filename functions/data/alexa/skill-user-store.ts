import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { skillUserKey } from '../keys.ts';
import type { Table } from '../table.ts';

const skillUser = z.object({
  type: z.literal('skillUser'),
  amazonUserId: z.string(),
  /** The workspace at that time, so that a deletion finds the item even long after an unlink. */
  workspaceId: z.optional(z.number()),
  expiresAt: z.number(),
});

export type SkillUser = Pick<z.output<typeof skillUser>, 'amazonUserId' | 'workspaceId'>;

const keptDays = 400;

/**
 * Maps Alexa's skill user id to the Amazon user. Alexa creates an id for each enabling, so a user has several. Items
 * expire after 400 days; from then on, only the daily check notices that the skill was disabled.
 */
export function createSkillUserStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  return {
    async find(skillUserId: string): Promise<string | undefined> {
      const Key = skillUserKey(hashOf(skillUserId));
      const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      return live(parseItem(skillUser, Item, report), now())?.amazonUserId;
    },

    async keep(skillUserId: string, { amazonUserId, workspaceId }: SkillUser): Promise<void> {
      const expiresAt = epochSeconds(now()) + keptDays * 86_400;
      const item = { ...skillUserKey(hashOf(skillUserId)), type: 'skillUser', amazonUserId, workspaceId, expiresAt };
      await table.doc.send(new PutCommand({ TableName: table.name, Item: item }));
    },
  };
}

export type SkillUserStore = ReturnType<typeof createSkillUserStore>;
