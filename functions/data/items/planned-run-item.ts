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
  /** The planned run exists only while this link is current, like its trigger. */
  link: z.number(),
  triggerId: z.string(),
  by: z.enum(['click', 'webhook', 'nightly']),
  /** Either `at` or `rule` is set. `timeZone` is the workspace's and belongs to the rule. */
  at: z.optional(time),
  rule: z.optional(weeklyRule),
  timeZone: z.optional(z.string()),
  /** Absent while paused, and when no run is left. */
  nextAt: z.optional(time),
  paused: z.optional(z.literal(true)),
  /** `at` is the time for which the run was planned. */
  last: z.optional(z.object({ at: time, outcome: z.enum(outcomeNames) })),
  createdAt: time,
  /** Increased by every change. */
  rev: z.number(),
  /** The id is derived from an Idempotency-Key. */
  keyed: z.optional(z.literal(true)),
  /** The user deleted it. The item remains so that its Idempotency-Key is still answered. */
  canceled: z.optional(z.literal(true)),
  expiresAt: z.optional(z.number()),
});

export type PlannedRunItem = z.output<typeof plannedRunItem>;

/** Whether no run is left. The item is only shown. */
export const isOver = ({ nextAt, paused }: PlannedRunItem): boolean => nextAt === undefined && !paused;

/** The nightly check is not listed. */
export const nightlyId = (link: number): string => `nightly-${link}`;

/** Returns the stored item with its key and its fields in the index of due work. */
export function storedPlannedRun(item: PlannedRunItem): Record<string, unknown> {
  const { workspaceId, id, nextAt } = item;
  const due = nextAt !== undefined && { duePk: clockPartitionOf(id, workspaceId), dueAt: nextAt };
  return { ...plannedRunKey(workspaceId, id), ...item, ...due };
}

function clockPartitionOf(id: string, workspaceId: number): string {
  const [byte = 0] = createHash('sha256').update(`${workspaceId} ${id}`).digest();
  return clockPartitions[byte % clockPartitions.length] ?? clockPartitions[0];
}
