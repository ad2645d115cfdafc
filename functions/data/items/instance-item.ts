import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';
import { chipStatuses } from '#shared/rules/chip-status.ts';
import { lineEnds } from '#shared/rules/line-ends.ts';

/** Identifies one life of a line. A newer generation ends it. */
export const lineLife = z.object({ instanceId: numericId, workspaceId: numericId, generation: z.number() });
export type LineLife = z.output<typeof lineLife>;

/** In milliseconds since 1970. */
const ms = z.optional(z.number());

/** With `reference`, only id, generation, link and reference are used. */
export const instanceItem = z.object({
  type: z.literal('instance'),
  id: numericId,
  workspaceId: numericId,
  userId: z.string(),
  /** The number counts as disconnected if the workspace has another link. */
  link: z.number(),
  generation: z.number(),
  /** Increased by every write. */
  rev: z.number(),
  chipStatus: z.enum(chipStatuses),
  reference: z.optional(lineLife),
  createdAt: time,
  /** This field and the following ones: own lines only. `lineHash` is the hash of the secret in the inbound address. */
  shardId: z.optional(z.string()),
  lineHash: z.optional(z.string()),
  /** Events older than this are late. */
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
  /** When the first sign of a lost connection arrived. */
  doubtSince: ms,
  qrUntil: ms,
  /** When the gateway last sent an event, to the half hour. */
  heardAt: ms,
  /** When the line was last restarted after a silence. */
  wokenAt: ms,
  /** Restarts within an hour of a line that failed at its gateway, latest last. */
  revivals: z.optional(z.array(z.number())),
  comparedAt: ms,
  /** Set if the connection ended on its own, not if the user ended it. */
  ended: z.optional(z.object({ as: z.enum(lineEnds), at: z.number(), wasConnected: z.optional(z.literal(true)) })),
  /** While pairing: how often we asked the gateway to start the line, and when we last did. */
  starts: z.optional(z.number()),
  startedAt: ms,
  /** The generation that was restarted because its pairing code was missing. */
  restarted: z.optional(z.number()),
  /** Only with a line. */
  dueAt: z.optional(time),
});

export type InstanceItem = z.output<typeof instanceItem>;

/** The secret is sealed for `linePartition(hash)`. */
export const lineItem = z.object({
  type: z.literal('line'),
  ...lineLife.shape,
  shardId: z.string(),
  lineName: z.string(),
  sealedSecret: z.string(),
  /** Absent in older lines. */
  madeAt: ms,
  expiresAt: z.optional(z.number()),
});

export type LineItem = z.output<typeof lineItem>;

/** A removed line is kept for an hour, for late deliveries. */
export const keptAfterRemovalSeconds = 3600;

export const removedAt = ({ expiresAt }: LineItem): number | undefined =>
  expiresAt === undefined ? undefined : (expiresAt - keptAfterRemovalSeconds) * 1000;

export const lineNameOf = ({ id, generation }: Pick<InstanceItem, 'id' | 'generation'>): string =>
  `zb-${id}-${generation}`;

/** Returns undefined for any other name. */
export function lineOf(lineName: string): { instanceId: number; generation: number } | undefined {
  const [, id, generation] = /^zb-([1-9]\d{0,15})-([1-9]\d{0,9})$/.exec(lineName) ?? [];
  return id === undefined ? undefined : { instanceId: Number(id), generation: Number(generation) };
}
