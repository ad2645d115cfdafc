import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';
import { chipStatuses } from '#shared/rules/chip-status.ts';
import { lineEnds } from '#shared/rules/chip-status.ts';

/** One connection of a number; a newer generation ends it. */
export const lineLife = z.object({ instanceId: numericId, workspaceId: numericId, generation: z.number() });
export type LineLife = z.output<typeof lineLife>;

/** Milliseconds since 1970. */
const ms = z.optional(z.number());

/**
 * A workspace's WhatsApp number. It holds a line, or `reference` names another workspace's; then only id, generation,
 * link and reference count.
 */
export const instanceItem = z.object({
  type: z.literal('instance'),
  id: numericId,
  workspaceId: numericId,
  userId: z.string(),
  /** Of the Amazon link at the connection; another current one means disconnected. */
  link: z.number(),
  /** Counts connections and shares. */
  generation: z.number(),
  /** Counts writes; each requires the one that was read. */
  rev: z.number(),
  chipStatus: z.enum(chipStatuses),
  reference: z.optional(lineLife),
  createdAt: time,
  /** From here on for own lines only. `lineHash`: `hashOf` of the secret in the address. */
  shardId: z.optional(z.string()),
  lineHash: z.optional(z.string()),
  /** Of the newest signed fact; older ones are late. */
  factAt: ms,
  /** Digits without `+`. */
  phone: z.optional(z.string()),
  lid: z.optional(z.string()),
  contactName: z.optional(z.string()),
  contactPicture: z.optional(z.string()),
  /** When it was asked for. */
  pictureAt: ms,
  connectedAt: ms,
  connectingSince: ms,
  lostSince: ms,
  /** Since the gateway first said that the connection is gone. */
  doubtSince: ms,
  /** End of the time to scan. */
  qrUntil: ms,
  /** Precise to half an hour. */
  heardAt: ms,
  /** Last restart after silence. */
  wokenAt: ms,
  /** Last comparison with WhatsApp. */
  comparedAt: ms,
  /** Why a line ended by itself. */
  ended: z.optional(z.object({ as: z.enum(lineEnds), at: z.number() })),
  /** The generation that was restarted for a missing code. */
  restarted: z.optional(z.number()),
  /** Next check; only with a line. */
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
  /** Absent for older lines. */
  madeAt: ms,
  expiresAt: z.optional(z.number()),
});

export type LineItem = z.output<typeof lineItem>;

/** Gateways deliver late what a line heard. */
export const keptAfterRemovalSeconds = 3600;

/** In ms since 1970. */
export const removedAt = ({ expiresAt }: LineItem): number | undefined =>
  expiresAt === undefined ? undefined : (expiresAt - keptAfterRemovalSeconds) * 1000;

export const lineNameOf = ({ id, generation }: Pick<InstanceItem, 'id' | 'generation'>): string =>
  `zb-${id}-${generation}`;

/** Undefined for names of others. */
export function lineOf(lineName: string): { instanceId: number; generation: number } | undefined {
  const [, id, generation] = /^zb-([1-9]\d{0,15})-([1-9]\d{0,9})$/.exec(lineName) ?? [];
  return id === undefined ? undefined : { instanceId: Number(id), generation: Number(generation) };
}
