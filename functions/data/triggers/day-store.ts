import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { parseItems, type ReportUnreadable } from '../items/parse-item.ts';
import { dayPrefix, workspacePartition } from '../keys.ts';
import type { Table } from '../table.ts';

const dayItem = z.object({
  day: z.iso.date(),
  sent: z.optional(z.number()),
  maybe: z.optional(z.number()),
  failed: z.optional(z.number()),
  asked: z.optional(z.number()),
  ran: z.optional(z.number()),
  shared: z.optional(z.number()),
  unanswered: z.optional(z.number()),
});

/**
 * `maybe`: Alexa did not confirm the event. `asked`: those of `sent` whose routine is asked to confirm, among them
 * `ran`, `shared` and `unanswered`; the rest is still open.
 */
export type Day = { day: string } & Record<Count, number>;

type Count = Exclude<keyof z.output<typeof dayItem>, 'day'>;

/** Runs per day, which the history and the receipts count. Apart from both, because the webhook shows none. */
export function createDayStore(table: Table, report?: ReportUnreadable) {
  return {
    /** Both ends included (`2026-11-20`); only days that have counts. */
    async between(workspaceId: number, from: string, to: string): Promise<Day[]> {
      const { Items } = await table.doc.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': workspacePartition(workspaceId),
            ':from': `${dayPrefix}${from}`,
            ':to': `${dayPrefix}${to}`,
          },
        }),
      );
      return parseItems(dayItem, Items, report).map((item) => ({
        day: item.day,
        sent: item.sent ?? 0,
        maybe: item.maybe ?? 0,
        failed: item.failed ?? 0,
        asked: item.asked ?? 0,
        ran: item.ran ?? 0,
        shared: item.shared ?? 0,
        unanswered: item.unanswered ?? 0,
      }));
    },
  };
}

export type DayStore = ReturnType<typeof createDayStore>;
