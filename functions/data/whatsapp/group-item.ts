import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';

import { lineLife } from './instance-item.ts';

/**
 * `link` and `generation` are of the workspace and its number, `line` is where it is heard; a group with older ones is
 * not linked any more.
 */
const ties = { workspaceId: numericId, link: z.number(), generation: z.number(), line: lineLife };

export const groupItem = z.object({
  type: z.literal('group'),
  id: numericId,
  userId: z.string(),
  jid: z.string(),
  name: z.string(),
  createdAt: time,
  ...ties,
});

export type GroupItem = z.output<typeof groupItem>;

/** The one listener to a group on a line. */
export const groupLock = z.object({
  type: z.literal('groupLock'),
  groupId: numericId,
  jid: z.string(),
  name: z.string(),
  /** In ms since 1970. */
  missingSince: z.optional(z.number()),
  ...ties,
});

export type GroupLock = z.output<typeof groupLock>;

/** A workspace that shares a line. `generation` is the line's, `ofWorkspace` the sharing number's. */
export const sharedItem = z.object({
  type: z.literal('shared'),
  workspaceId: numericId,
  generation: z.number(),
  ofWorkspace: z.number(),
});

export type SharedItem = z.output<typeof sharedItem>;
