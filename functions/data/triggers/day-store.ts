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
 * Counts of one day. `maybe`: runs that Alexa did not confirm. `asked`: runs of `sent` whose routine confirms runs.
 * `ran`, `shared` and `unanswered` are part of `asked`; the rest is still open.
 */
export type Day = { day: string } & Record<Count, number>;

type Count = Exclude<keyof z.output<typeof dayItem>, 'day'>;

/**
 * Reads the runs per day, which the history and the receipts count. Separate from both, because the webhook does not
 * show them.
 */
export function createDayStore(table: Table, report?: ReportUnreadable) {
  return {
    /** Includes both days (`2026-11-20`). Days without counts are missing. */
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
