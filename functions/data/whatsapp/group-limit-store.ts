import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { noUsage, type GroupUsage } from '#shared/rules/group-commands/limits.ts';

import { epochSeconds, live, parseItem, type ReportUnreadable } from '../items/parse-item.ts';
import { groupTurnsKey } from '../keys.ts';
import { conditional, type Table } from '../table.ts';

const time = z.number();

const turnsItem = z.object({
  type: z.literal('groupTurns'),
  /** Increased by every write. */
  rev: z.number(),
  writer: z.string(),
  turns: z.object({
    commands: z.array(
      z.object({ at: time, by: z.string(), id: z.optional(z.string()), triggerId: z.optional(z.string()) }),
    ),
    answers: z.array(time),
    noticed: z.record(z.string(), time),
    mutedUntil: z.optional(time),
    suggestedAt: z.optional(time),
    suggestedFor: z.optional(z.string()),
    planNoticeAt: z.optional(time),
    planNoticeFor: z.optional(z.string()),
  }),
});

export type SeenUsage = { turns: GroupUsage; rev: number; writer?: string };

export type GroupOnLine = { instanceId: number; jid: string };

/** The longest limit is a day. */
const keptSeconds = 25 * 3600;

export function usageIn(item: unknown, report?: ReportUnreadable): SeenUsage {
  const found = parseItem(turnsItem, item, report);
  return found ? { turns: found.turns, rev: found.rev, writer: found.writer } : { turns: noUsage, rev: 0 };
}

export function createGroupLimitStore(table: Table, now: () => Date, report?: ReportUnreadable) {
  return {
    async read({ instanceId, jid }: GroupOnLine): Promise<SeenUsage> {
      const Key = groupTurnsKey(instanceId, jid);
      const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
      return usageIn(live(Item, now()), report);
    },

    /** Each action needs a unique `writer`, so that a retry after a lost response succeeds. */
    async write(
      { instanceId, jid }: GroupOnLine,
      seen: SeenUsage,
      next: { turns: GroupUsage; writer: string },
    ): Promise<'written' | 'changed'> {
      const put = new PutCommand({
        TableName: table.name,
        Item: {
          ...groupTurnsKey(instanceId, jid),
          type: 'groupTurns',
          rev: seen.rev + 1,
          ...next,
          expiresAt: epochSeconds(now()) + keptSeconds,
        },
        ConditionExpression:
          seen.rev === 0
            ? 'attribute_not_exists(pk) OR expiresAt <= :now OR writer = :writer'
            : 'rev = :rev OR writer = :writer',
        ExpressionAttributeValues: {
          ':writer': next.writer,
          ...(seen.rev === 0 ? { ':now': epochSeconds(now()) } : { ':rev': seen.rev }),
        },
      });
      return (await conditional(table.doc.send(put))) ? 'written' : 'changed';
    },
  };
}

export type GroupLimitStore = ReturnType<typeof createGroupLimitStore>;
