import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { parseItems, type ReportUnreadable } from '../items.ts';
import { dayPrefix, workspacePartition } from '../keys.ts';
import type { Table } from '../table.ts';

const dayItem = z.object({
  day: z.iso.date(),
  sent: z.optional(z.number()),
  maybe: z.optional(z.number()),
  failed: z.optional(z.number()),
  ran: z.optional(z.number()),
});

/** `maybe`: Alexa did not confirm the event. `ran`: those of `sent` that their routine confirmed. */
export type Day = { day: string; sent: number; maybe?: number; failed: number; ran: number };

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
      return parseItems(dayItem, Items, report).map(({ day, sent = 0, maybe = 0, failed = 0, ran = 0 }) => ({
        day,
        sent,
        ...(maybe > 0 && { maybe }),
        failed,
        ran,
      }));
    },
  };
}

export type DayStore = ReturnType<typeof createDayStore>;
