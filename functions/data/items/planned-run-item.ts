import { createHash } from 'node:crypto';

import * as z from 'zod/mini';

import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { weeklyRule } from '#shared/rules/schedule/weekly-rule.ts';

import { clockPartitions, plannedRunKey } from '../keys.ts';

const time = z.iso.datetime();

export const plannedRunItem = z.object({
  type: z.literal('plannedRun'),
  id: z.string(),
  workspaceId: z.number(),
  /** With another link current, it does not exist, as its trigger does not. */
  link: z.number(),
  triggerId: z.string(),
  by: z.enum(['click', 'webhook', 'nightly']),
  /** Either one; `timeZone` is the workspace's, where there is a rule. */
  at: z.optional(time),
  rule: z.optional(weeklyRule),
  timeZone: z.optional(z.string()),
  /** Absent while it is paused, and once it is over. */
  nextAt: z.optional(time),
  paused: z.optional(z.literal(true)),
  /** For when it was due. */
  last: z.optional(z.object({ at: time, outcome: z.enum(outcomeNames) })),
  createdAt: time,
  /** Counts its changes. */
  rev: z.number(),
  /** Its id is made of an Idempotency-Key. */
  keyed: z.optional(z.literal(true)),
  /** Deleted by a person; what is left of it answers its key. */
  canceled: z.optional(z.literal(true)),
  expiresAt: z.optional(z.number()),
});

export type PlannedRunItem = z.output<typeof plannedRunItem>;

/** It is only still shown. */
export const isOver = ({ nextAt, paused }: PlannedRunItem): boolean => nextAt === undefined && !paused;

/** Of the nightly check, which is in no list. */
export const nightlyId = (link: number): string => `nightly-${link}`;

/** As it is stored, with its place in the index of due work. */
export function storedPlannedRun(item: PlannedRunItem): Record<string, unknown> {
  const { workspaceId, id, nextAt } = item;
  const due = nextAt !== undefined && { duePk: clockPartitionOf(id, workspaceId), dueAt: nextAt };
  return { ...plannedRunKey(workspaceId, id), ...item, ...due };
}

function clockPartitionOf(id: string, workspaceId: number): string {
  const [byte = 0] = createHash('sha256').update(`${workspaceId} ${id}`).digest();
  return clockPartitions[byte % clockPartitions.length] ?? clockPartitions[0];
}
