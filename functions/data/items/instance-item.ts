import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';
import { chipStatuses } from '#shared/rules/chip-status.ts';
import { lineEnds } from '#shared/rules/line-ends.ts';

/** A newer generation ends it. */
export const lineLife = z.object({ instanceId: numericId, workspaceId: numericId, generation: z.number() });
export type LineLife = z.output<typeof lineLife>;

/** In ms since 1970. */
const ms = z.optional(z.number());

/** With `reference`, only id, generation, link and reference count. */
export const instanceItem = z.object({
  type: z.literal('instance'),
  id: numericId,
  workspaceId: numericId,
  userId: z.string(),
  /** Another current link means disconnected. */
  link: z.number(),
  generation: z.number(),
  /** Counts writes. */
  rev: z.number(),
  chipStatus: z.enum(chipStatuses),
  reference: z.optional(lineLife),
  createdAt: time,
  /** From here on for own lines. `lineHash`: of the secret in the address. */
  shardId: z.optional(z.string()),
  lineHash: z.optional(z.string()),
  /** Facts older than this are late. */
  factAt: ms,
  /** Without `+`. */
  phone: z.optional(z.string()),
  lid: z.optional(z.string()),
  contactName: z.optional(z.string()),
  contactPicture: z.optional(z.string()),
  pictureAt: ms,
  connectedAt: ms,
  connectingSince: ms,
  lostSince: ms,
  /** Since the first sign of a lost connection. */
  doubtSince: ms,
  qrUntil: ms,
  /** To half an hour. */
  heardAt: ms,
  /** After silence. */
  wokenAt: ms,
  /** The last restart of a line that failed at its gateway, after the others of the hour before it. */
  revivals: z.optional(z.array(z.number())),
  comparedAt: ms,
  /** Only by itself. */
  ended: z.optional(z.object({ as: z.enum(lineEnds), at: z.number(), wasConnected: z.optional(z.literal(true)) })),
  /** While pairing: how often the gateway was made to start it, and when that was last tried. */
  starts: z.optional(z.number()),
  startedAt: ms,
  /** A generation, restarted for a missing code. */
  restarted: z.optional(z.number()),
  /** Only with a line. */
  dueAt: z.optional(time),
});

export type InstanceItem = z.output<typeof instanceItem>;

/** Sealed for `linePartition(hash)`. */
export const lineItem = z.object({
  type: z.literal('line'),
  ...lineLife.shape,
  shardId: z.string(),
  lineName: z.string(),
  sealedSecret: z.string(),
  /** Not in older lines. */
  madeAt: ms,
  expiresAt: z.optional(z.number()),
});

export type LineItem = z.output<typeof lineItem>;

/** For late deliveries. */
export const keptAfterRemovalSeconds = 3600;

export const removedAt = ({ expiresAt }: LineItem): number | undefined =>
  expiresAt === undefined ? undefined : (expiresAt - keptAfterRemovalSeconds) * 1000;

export const lineNameOf = ({ id, generation }: Pick<InstanceItem, 'id' | 'generation'>): string =>
  `zb-${id}-${generation}`;

/** Undefined for other names. */
export function lineOf(lineName: string): { instanceId: number; generation: number } | undefined {
  const [, id, generation] = /^zb-([1-9]\d{0,15})-([1-9]\d{0,9})$/.exec(lineName) ?? [];
  return id === undefined ? undefined : { instanceId: Number(id), generation: Number(generation) };
}
