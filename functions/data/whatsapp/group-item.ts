import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';

import { lineLife } from './instance-item.ts';

/**
 * What a linked group depends on. `link` and `generation` are those of its workspace and of that workspace's instance,
 * `line` is the line it is heard on: where one of them is another by now, the group is not linked any more.
 */
const ties = { workspaceId: numericId, link: z.number(), generation: z.number(), line: lineLife };

/** A WhatsApp group that a workspace listens to. */
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

/** The one listener to a group on a line: lock, and way from a message to its workspace. */
export const groupLock = z.object({
  type: z.literal('groupLock'),
  groupId: numericId,
  jid: z.string(),
  name: z.string(),
  /** Since when the number does not seem to be in the group any more, in ms since 1970. */
  missingSince: z.optional(z.number()),
  ...ties,
});

export type GroupLock = z.output<typeof groupLock>;

/** Beside a line: a workspace that shares it. `generation` is the line's, `ofWorkspace` the sharing instance's. */
export const sharedItem = z.object({
  type: z.literal('shared'),
  workspaceId: numericId,
  generation: z.number(),
  ofWorkspace: z.number(),
});

export type SharedItem = z.output<typeof sharedItem>;
