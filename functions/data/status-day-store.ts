import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';

import { publicChannels } from '#shared/rules/execution/channel-state.ts';
import { statusDays } from '#shared/rules/execution/day-state.ts';

import { epochSeconds, parseItems, type ReportUnreadable } from './items/parse-item.ts';
import { statusDayKey, statusDaysPartition } from './keys.ts';
import type { Minutes } from './pulse-store.ts';
import { queryAll } from './query-all.ts';
import type { Table } from './table.ts';

const channelDay = z.object({ sent: z.number(), lost: z.number(), times: z.array(z.number()) });

const statusDayItem = z.object({
  type: z.literal('statusDay'),
  day: z.string(),
  channels: z.partialRecord(z.enum(publicChannels), channelDay),
  /** Number of answers for each step of `answerSteps`; absent with too few homes. */
  homeTimes: z.optional(z.array(z.number())),
  watched: z._default(z.number(), 0),
  trouble: z._default(
    z.partialRecord(z.enum(publicChannels), z.object({ degraded: z.number(), down: z.number() })),
    {},
  ),
});

export type StatusDay = Omit<z.output<typeof statusDayItem>, 'type'>;
export type DayCounts = Pick<StatusDay, 'channels' | 'homeTimes'>;

const daySeconds = 86_400;

export function createStatusDayStore(table: Table, report?: ReportUnreadable) {
  return {
    /** Replaces the counts. Without `minutes`, the stored minutes are kept. */
    async keep(day: string, { channels, homeTimes }: DayCounts, minutes?: Minutes): Promise<void> {
      const expiresAt = epochSeconds(new Date(day)) + (statusDays + 1) * daySeconds;
      const { watched, trouble } = minutes ?? {};
      const all = Object.entries({ type: 'statusDay', day, channels, homeTimes, watched, trouble, expiresAt });
      const sets = all.filter(([, value]) => value !== undefined);
      await table.doc.send(
        new UpdateCommand({
          TableName: table.name,
          Key: statusDayKey(day),
          UpdateExpression: `SET ${sets.map(([name]) => `#${name} = :${name}`).join(', ')}`,
          ExpressionAttributeNames: Object.fromEntries(sets.map(([name]) => [`#${name}`, name])),
          ExpressionAttributeValues: Object.fromEntries(sets.map(([name, value]) => [`:${name}`, value])),
        }),
      );
    },

    /** Oldest first. */
    async since(day: string): Promise<StatusDay[]> {
      const items = await queryAll(table, {
        KeyConditionExpression: 'pk = :pk AND sk >= :day',
        ExpressionAttributeValues: { ':pk': statusDaysPartition, ':day': day },
      });
      return parseItems(statusDayItem, items, report);
    },
  };
}

export type StatusDayStore = ReturnType<typeof createStatusDayStore>;
