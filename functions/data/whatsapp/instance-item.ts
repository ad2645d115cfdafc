import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';
import { chipStatuses } from '#shared/rules/chip-status.ts';
import { lineEnds } from '#shared/rules/chip-status.ts';

/** A life of a line: with another generation current, it and all that hangs on it are dead. */
export const lineLife = z.object({ instanceId: numericId, workspaceId: numericId, generation: z.number() });
export type LineLife = z.output<typeof lineLife>;

/** Milliseconds since 1970. */
const ms = z.optional(z.number());

/**
 * The WhatsApp number of a workspace: the one record that every connection of it reuses. Either it holds a line of its
 * own, or `reference` names the line of another workspace; then only id, generation, link and reference count.
 */
export const instanceItem = z.object({
  type: z.literal('instance'),
  id: numericId,
  workspaceId: numericId,
  userId: z.string(),
  /** Number of the workspace's Amazon link that it was connected under; with another one current it is disconnected. */
  link: z.number(),
  /** Counts connections and shares; a line, a group and a reference belong to one. */
  generation: z.number(),
  /** Counts writes; every write asks for the one that was read. */
  rev: z.number(),
  chipStatus: z.enum(chipStatuses),
  reference: z.optional(lineLife),
  createdAt: time,
  /** Own lines only, from here on. Where the line of this generation is, and `hashOf` of the secret in its address. */
  shardId: z.optional(z.string()),
  lineHash: z.optional(z.string()),
  /** Time of the newest signed fact that was applied; an older one is late. */
  factAt: ms,
  /** Digits without `+`. */
  phone: z.optional(z.string()),
  lid: z.optional(z.string()),
  contactName: z.optional(z.string()),
  contactPicture: z.optional(z.string()),
  /** When the picture was asked for. */
  pictureAt: ms,
  connectedAt: ms,
  /** Since when it has been connecting, again or for the first time. */
  connectingSince: ms,
  lostSince: ms,
  /** Since when the gateway says that the connection is gone; it is believed when it says so again. */
  doubtSince: ms,
  /** End of the time in which a QR code can be scanned. */
  qrUntil: ms,
  /** When a group on it last said anything, kept to about half an hour. */
  heardAt: ms,
  /** When a line that had fallen silent was started again. */
  wokenAt: ms,
  /** When names of groups, membership and picture were compared with WhatsApp. */
  comparedAt: ms,
  /** Why a line ended that nobody disconnected; until the next one begins. */
  ended: z.optional(z.object({ as: z.enum(lineEnds), at: z.number() })),
  /** The generation whose line was restarted because no code came. */
  restarted: z.optional(z.number()),
  /** When the background looks at it next; set while there is a line. */
  dueAt: z.optional(time),
});

export type InstanceItem = z.output<typeof instanceItem>;

/** A line as an inbound call finds it. The secret that signs its deliveries is sealed for `linePartition(hash)`. */
export const lineItem = z.object({
  type: z.literal('line'),
  ...lineLife.shape,
  shardId: z.string(),
  lineName: z.string(),
  sealedSecret: z.string(),
  /** When its address and secret were made; absent for older ones. */
  madeAt: ms,
  expiresAt: z.optional(z.number()),
});

export type LineItem = z.output<typeof lineItem>;

/** Gateways go on for a while delivering what a line heard before it was removed. */
export const keptAfterRemovalSeconds = 3600;

/** When its gateway had forgotten it, in ms since 1970; undefined for one that it has. */
export const removedAt = ({ expiresAt }: LineItem): number | undefined =>
  expiresAt === undefined ? undefined : (expiresAt - keptAfterRemovalSeconds) * 1000;

/** Our name for a line at its gateway. */
export const lineNameOf = ({ id, generation }: Pick<InstanceItem, 'id' | 'generation'>): string =>
  `zb-${id}-${generation}`;

/** The other way round; undefined for a line that is none of ours. */
export function lineOf(lineName: string): { instanceId: number; generation: number } | undefined {
  const [, id, generation] = /^zb-([1-9]\d{0,15})-([1-9]\d{0,9})$/.exec(lineName) ?? [];
  return id === undefined ? undefined : { instanceId: Number(id), generation: Number(generation) };
}
