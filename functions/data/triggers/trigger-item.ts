import * as z from 'zod/mini';

import { channels } from '#shared/rules/execution/channels.ts';
import type { Chain } from '#shared/rules/execution/loop.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';

import { withOldNames } from '../items.ts';

export const run = withOldNames(
  { door: 'channel' },
  z.object({
    id: z.string(),
    at: z.iso.datetime(),
    channel: z.enum(channels),
    outcome: z.enum(outcomeNames),
    who: z.optional(z.string()),
    requestId: z.optional(z.string()),
    ms: z.number(),
    /** Milliseconds by stage. */
    stages: withOldNames({ door: 'arrival' }, z.record(z.string(), z.number())),
  }),
);

export type Run = z.output<typeof run>;

const chain = z.object({
  at: z.number(),
  quick: z.number(),
  even: z.number(),
  gap: z.number(),
  loopAt: z.optional(z.number()),
} satisfies Record<keyof Chain, z.ZodMiniType>);

/** Never changes, because routines are built on it. */
export const triggerKinds = ['simple-event', 'contact-sensor'] as const;

export const deviceIdOf = (triggerId: string): string => `trg-${triggerId}`;

/** Undefined for what cannot be a device of ours. */
export const triggerIdOf = (deviceId: string): string | undefined => /^trg-([A-Za-z0-9_-]{1,60})$/.exec(deviceId)?.[1];

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
  /** Voice runs alone write it. */
  chain: z.optional(chain),
  /** Minutes since 1970. */
  rate: z.optional(z.object({ minute: z.number(), count: z.number() })),
  /** The time of the run that opened the contact (ms since 1970), while it is open. */
  openSince: z.optional(z.number()),
  /** Milliseconds since 1970; absent while the contact is open. */
  closedAt: z.optional(z.number()),
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
