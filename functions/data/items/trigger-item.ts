import * as z from 'zod/mini';

import { channels } from '#shared/rules/channels.ts';
import { conditions } from '#shared/rules/conditions/conditions.ts';
import { historyDays } from '#shared/rules/execution/history-days.ts';
import type { VoiceStreak } from '#shared/rules/execution/loop.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';

import { coolDown, epochSeconds, withOldNames } from './parse-item.ts';

export const run = withOldNames(
  { door: 'channel' },
  z.object({
    id: z.string(),
    at: z.iso.datetime(),
    channel: z.enum(channels),
    outcome: z.enum(outcomeNames),
    who: z.optional(z.string()),
    /** The time for which the run was planned. */
    dueAt: z.optional(z.iso.datetime()),
    /** The member of a group, as conditions identify it. */
    person: z.optional(z.string()),
    requestId: z.optional(z.string()),
    ms: z.number(),
    /** Milliseconds by stage. */
    stages: withOldNames({ door: 'arrival' }, z.record(z.string(), z.number())),
    /** How long the run waits for a receipt; absent if it does not wait. */
    openMs: z.optional(z.number()),
    /** History only: milliseconds from the channel to the receipt, and the id of the receipt. */
    ranMs: z.optional(z.number()),
    receiptId: z.optional(z.string()),
    /** History only: how many refusals by a limit this entry counts. */
    times: z.optional(z.number()),
    /** History only: a receipt answered this run or another one. */
    answer: z.optional(z.literal('shared')),
    /** History only: the run counts as unanswered on its day. A late answer reverts that. */
    missed: z.optional(z.literal(true)),
  }),
);

export type Run = z.output<typeof run>;

/** When a run leaves the history (seconds since 1970). */
export const historyEnd = (at: string): number => epochSeconds(new Date(at)) + historyDays * 86_400;

const voiceStreak = z.object({
  at: z.number(),
  quick: z.number(),
  even: z.number(),
  gap: z.number(),
  loopAt: z.optional(z.number()),
  triedAt: z.optional(z.number()),
} satisfies Record<keyof VoiceStreak, z.ZodMiniType>);

/** A trigger's kind never changes, because routines are built on it. */
export const triggerKinds = ['simple-event', 'contact-sensor'] as const;

export const deviceIdOf = (triggerId: string): string => `trg-${triggerId}`;

/** Id of the device that a routine activates last to confirm that it ran. */
export const receiptIdOf = (triggerId: string): string => `rcp-${triggerId}`;

/** Returns undefined for an id that cannot be a trigger's device. */
export const triggerIdOf = (deviceId: string): string | undefined => /^trg-([A-Za-z0-9_-]{1,60})$/.exec(deviceId)?.[1];

/** Returns undefined for an id that cannot be a receipt's device. */
export const triggerIdOfReceipt = (deviceId: string): string | undefined =>
  /^rcp-([A-Za-z0-9_-]{1,60})$/.exec(deviceId)?.[1];

/** Statistics of a routine that confirms its runs. */
export const triggerReceipt = z.object({
  since: z.iso.datetime(),
  /** Milliseconds from the channel to the receipt, for the latest runs that one receipt answered. */
  times: z.array(z.number()),
  /**
   * Confirmed runs in a row since receipts were switched on. The first receipt after a miss restarts the count at 1.
   */
  heard: z.number(),
  /** Runs without an answer since the last receipt. */
  silent: z.number(),
  lastRanAt: z.optional(z.iso.datetime()),
  /** How long the routine usually takes, and since when it takes much longer. */
  usualMs: z.optional(z.number()),
  slowSince: z.optional(z.iso.datetime()),
  /** The run for which the receipt of `lastRanAt` counted. */
  lastLearnt: z.optional(z.string()),
  /** The answered run to show; without `ms`, the receipt could belong to several runs. */
  last: z.optional(z.object({ id: z.string(), ms: z.optional(z.number()) })),
});

export type TriggerReceipt = z.output<typeof triggerReceipt>;

export const newReceipt = (at: string): TriggerReceipt => ({ since: at, times: [], heard: 0, silent: 0 });

const stored = z.object({
  type: z.literal('trigger'),
  id: z.string(),
  workspaceId: z.number(),
  userId: z.string(),
  /** The trigger exists only while this link is current. */
  link: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  starter: z.enum(triggerKinds),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When Amazon last accepted an event. */
  lastExecuted: z.optional(z.iso.datetime()),
  /** The run that started last. */
  run: z.optional(run),
  /** A run that started before `run` and ended after it, until the history contains it. */
  overtaken: z.optional(run),
  /** When an event last reached Amazon, or may have (milliseconds since 1970). Refused runs do not change it. */
  rangAt: z.optional(z.number()),
  /** Written by voice runs, and by the first other run after a loop. */
  chain: z.optional(voiceStreak),
  /** Start of the run that opened the contact (milliseconds since 1970), while it is open. */
  openSince: z.optional(z.number()),
  /** In milliseconds since 1970; absent while the contact is open. */
  closedAt: z.optional(z.number()),
  receipt: z.optional(triggerReceipt),
  conditions: z.optional(conditions),
  ...coolDown,
});

/**
 * Every run writes this item, at one write unit per started kB. It must stay below 1 kB, so the description is a
 * separate item.
 */
export const triggerItem = z.pipe(
  stored,
  z.transform((item) => ({ ...item, deviceId: deviceIdOf(item.id) })),
);

export type TriggerItem = z.output<typeof triggerItem>;

/** `before` is absent if `after` was read from the table and not from the stream. */
export type ChangedTrigger = { before?: TriggerItem | undefined; after: TriggerItem };

/** Returns undefined if another kind of item changed. */
export function changedTrigger({ before, after }: { before: unknown; after: unknown }): ChangedTrigger | undefined {
  const { data: trigger } = triggerItem.safeParse(after);
  return trigger && { before: triggerItem.safeParse(before).data, after: trigger };
}

/** Returns the run that this change recorded. One write records one run. */
export function newRunIn({ before, after }: ChangedTrigger): Run | undefined {
  const { run: newest, overtaken } = after;
  if (newest && newest.id !== before?.run?.id) return newest;
  return overtaken && overtaken.id !== before?.overtaken?.id ? overtaken : undefined;
}
