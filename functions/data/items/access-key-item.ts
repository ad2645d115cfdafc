import * as z from 'zod/mini';

import { listedAfterEndMs, keyRights } from '#shared/rules/access-keys.ts';
import { conditions } from '#shared/rules/conditions/conditions.ts';

import { coolDown, epochSeconds } from './parse-item.ts';

const time = z.iso.datetime();

/** The secret is stored as its hash, or sealed for `workspacePartition` if requests are signed with it. */
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
  /** The previous secret, while it still works. */
  oldHash: z.optional(z.string()),
  oldSealed: z.optional(z.string()),
  oldUntil: z.optional(time),
  createdAt: time,
  /** When the key was last used. Without a limit of uses, it is written at most once an hour. */
  usedAt: z.optional(time),
  /** Guest pages only: the minute of the last tap (since 1970), and the taps in it. */
  tapMinute: z.optional(z.number()),
  taps: z.optional(z.number()),
  expiresAt: z.optional(z.number()),
});

export type AccessKeyItem = z.output<typeof accessKeyItem>;

/** Returns undefined for a key that does not end. */
export const expiryOf = ({ conditions: { until } }: Pick<AccessKeyItem, 'conditions'>): number | undefined =>
  until === undefined ? undefined : epochSeconds(new Date(Date.parse(until) + listedAfterEndMs));
