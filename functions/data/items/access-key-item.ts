import * as z from 'zod/mini';

import { keptAfterEndMs, keyRights } from '#shared/rules/access-keys.ts';
import { conditions } from '#shared/rules/conditions/conditions.ts';

import { coolDown, epochSeconds } from './parse-item.ts';

const time = z.iso.datetime();

/** Secrets: hashed by `hashOf`, or sealed for `workspacePartition` where they sign. */
export const accessKeyItem = z.object({
  type: z.literal('accessKey'),
  id: z.string(),
  workspaceId: z.number(),
  name: z.string(),
  triggers: z.union([z.literal('all'), z.array(z.string())]),
  conditions,
  ...coolDown,
  uses: z.optional(z.number()),
  used: z.number(),
  page: z.optional(z.literal(true)),
  right: z.enum(keyRights),
  hash: z.optional(z.string()),
  secretSealed: z.optional(z.string()),
  /** The secret before this one, while it still works. */
  oldHash: z.optional(z.string()),
  oldSealed: z.optional(z.string()),
  oldUntil: z.optional(time),
  createdAt: time,
  /** Of a key without a count, written once an hour at most. */
  usedAt: z.optional(time),
  /** Of guest pages: minutes since 1970, and taps in it. */
  tapMinute: z.optional(z.number()),
  taps: z.optional(z.number()),
  expiresAt: z.optional(z.number()),
});

export type AccessKeyItem = z.output<typeof accessKeyItem>;

/** Undefined for a key without an end. */
export const expiryOf = ({ conditions: { until } }: Pick<AccessKeyItem, 'conditions'>): number | undefined =>
  until === undefined ? undefined : epochSeconds(new Date(Date.parse(until) + keptAfterEndMs));
