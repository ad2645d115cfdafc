import * as z from 'zod/mini';

import { channels } from '#shared/rules/execution/channels.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';

import { withOldNames } from '../items.ts';

/** One run or refusal. */
export const run = withOldNames(
  { door: 'channel' },
  z.object({
    id: z.string(),
    at: z.iso.datetime(),
    channel: z.enum(channels),
    outcome: z.enum(outcomeNames),
    who: z.optional(z.string()),
    /** Of the request that fired it, as logs have it. */
    requestId: z.optional(z.string()),
    ms: z.number(),
    /** Milliseconds by stage. */
    stages: withOldNames({ door: 'arrival' }, z.record(z.string(), z.number())),
  }),
);

export type Run = z.output<typeof run>;

/** Ways to start a routine; chosen when the trigger is made, for its routines are built on it. */
export const triggerKinds = ['simple-event', 'contact-sensor'] as const;

/** Names the virtual device at Alexa and in webhook addresses. */
export const deviceIdOf = (triggerId: string): string => `trg-${triggerId}`;

/** The other way round; undefined for what cannot be a device of ours. */
export const triggerIdOf = (deviceId: string): string | undefined => /^trg-([A-Za-z0-9_-]{1,60})$/.exec(deviceId)?.[1];

const stored = z.object({
  type: z.literal('trigger'),
  id: z.string(),
  workspaceId: z.number(),
  userId: z.string(),
  /** Number of the Amazon link it belongs to; with another one current, the trigger does not exist. */
  link: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  starter: z.enum(triggerKinds),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When Amazon last took an event. */
  lastExecuted: z.optional(z.iso.datetime()),
  run: z.optional(run),
  /** When an event last reached Amazon, or may have (ms since 1970); refused runs leave it as it is. */
  rangAt: z.optional(z.number()),
  /** Runs in one minute (minutes since 1970), for the limit. */
  rate: z.optional(z.object({ minute: z.number(), count: z.number() })),
  /** Contact strategy only: the contact was reported open by the run of this time (ms since 1970), not closed since. */
  openSince: z.optional(z.number()),
  /** Contact strategy only: when it was last reported closed (ms since 1970); absent while it is open. */
  closedAt: z.optional(z.number()),
});

/**
 * A trigger as stored, with its device id. Every run writes this item, and a write costs one unit per started kB, so
 * what can be derived is not stored and the description is an item of its own: with the longest name it stays below 1 kB.
 */
export const triggerItem = z.pipe(
  stored,
  z.transform((item) => ({ ...item, deviceId: deviceIdOf(item.id) })),
);

export type TriggerItem = z.output<typeof triggerItem>;
