import * as z from 'zod/mini';

import { channels } from '#shared/rules/channels.ts';
import { conditions } from '#shared/rules/conditions/conditions.ts';
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
    /** For when it was planned. */
    dueAt: z.optional(z.iso.datetime()),
    /** Of a group's member, as conditions name them. */
    person: z.optional(z.string()),
    requestId: z.optional(z.string()),
    ms: z.number(),
    /** Milliseconds by stage. */
    stages: withOldNames({ door: 'arrival' }, z.record(z.string(), z.number())),
    /** How long it waits for a receipt; absent where it waits for none. */
    openMs: z.optional(z.number()),
    /** In the history alone: from the channel to the receipt, and which that is. */
    ranMs: z.optional(z.number()),
    receiptId: z.optional(z.string()),
    /** In the history alone: how many refusals by a limit it stands for. */
    times: z.optional(z.number()),
    /** In the history alone. */
    answer: z.optional(z.literal('shared')),
    /** In the history alone: it counts as unanswered on its day, which a late answer undoes. */
    missed: z.optional(z.literal(true)),
  }),
);

export type Run = z.output<typeof run>;

/** When a run leaves the history (seconds since 1970). */
export const historyEnd = (at: string): number => epochSeconds(new Date(at)) + 90 * 86_400;

const voiceStreak = z.object({
  at: z.number(),
  quick: z.number(),
  even: z.number(),
  gap: z.number(),
  loopAt: z.optional(z.number()),
  triedAt: z.optional(z.number()),
} satisfies Record<keyof VoiceStreak, z.ZodMiniType>);

/** Never changes, because routines are built on it. */
export const triggerKinds = ['simple-event', 'contact-sensor'] as const;

export const deviceIdOf = (triggerId: string): string => `trg-${triggerId}`;

/** The device that the routine activates last, so that we know it ran. */
export const receiptIdOf = (triggerId: string): string => `rcp-${triggerId}`;

/** Undefined for what cannot be a trigger's device. */
export const triggerIdOf = (deviceId: string): string | undefined => /^trg-([A-Za-z0-9_-]{1,60})$/.exec(deviceId)?.[1];

/** Undefined for what cannot be a receipt's device. */
export const triggerIdOfReceipt = (deviceId: string): string | undefined =>
  /^rcp-([A-Za-z0-9_-]{1,60})$/.exec(deviceId)?.[1];

/** What is known of a routine that confirms its runs. */
export const triggerReceipt = z.object({
  since: z.iso.datetime(),
  /** From the channel to the receipt, of the last runs that one answered. */
  times: z.array(z.number()),
  /** In a row: since the receipts were switched on, or since the last miss that one followed. */
  heard: z.number(),
  /** Runs without an answer since the last receipt. */
  silent: z.number(),
  lastRanAt: z.optional(z.iso.datetime()),
  /** How long it usually takes, and since when it takes much longer. */
  usualMs: z.optional(z.number()),
  slowSince: z.optional(z.iso.datetime()),
  /** The last run that was answered; without `ms` it was one of several. */
  last: z.optional(z.object({ id: z.string(), ms: z.optional(z.number()) })),
});

export type TriggerReceipt = z.output<typeof triggerReceipt>;

export const newReceipt = (at: string): TriggerReceipt => ({ since: at, times: [], heard: 0, silent: 0 });

const stored = z.object({
  type: z.literal('trigger'),
  id: z.string(),
  workspaceId: z.number(),
  userId: z.string(),
  /** With another link current, the trigger does not exist. */
  link: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  starter: z.enum(triggerKinds),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When Amazon last took an event. */
  lastExecuted: z.optional(z.iso.datetime()),
  run: z.optional(run),
  /** When an event last reached Amazon, or may have (ms since 1970); refused runs leave it. */
  rangAt: z.optional(z.number()),
  /** Voice runs write it, and the first other run after a loop. */
  chain: z.optional(voiceStreak),
  /** The time of the run that opened the contact (ms since 1970), while it is open. */
  openSince: z.optional(z.number()),
  /** Milliseconds since 1970; absent while the contact is open. */
  closedAt: z.optional(z.number()),
  receipt: z.optional(triggerReceipt),
  conditions: z.optional(conditions),
  ...coolDown,
});

/**
 * Every run writes this item at one unit per started kB, so it stays below 1 kB: the description is an item of its
 * own.
 */
export const triggerItem = z.pipe(
  stored,
  z.transform((item) => ({ ...item, deviceId: deviceIdOf(item.id) })),
);

export type TriggerItem = z.output<typeof triggerItem>;

/** `before` is absent for an item that is read from the table. */
export type ChangedTrigger = { before?: TriggerItem | undefined; after: TriggerItem };

/** Undefined for a change of another item. */
export function changedTrigger({ before, after }: { before: unknown; after: unknown }): ChangedTrigger | undefined {
  const { data: trigger } = triggerItem.safeParse(after);
  return trigger && { before: triggerItem.safeParse(before).data, after: trigger };
}
