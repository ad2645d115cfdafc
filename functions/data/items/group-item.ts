import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';
import { successStyles } from '#shared/rules/group-commands/success-styles.ts';

import { lineLife } from './instance-item.ts';

/** A group with an older `link`, `generation` or `line` is not linked any more. */
const ties = { workspaceId: numericId, link: z.number(), generation: z.number(), line: lineLife };

/** Absent on groups that nobody set. */
const successAs = z._default(z.enum(successStyles), 'reaction');

export const groupItem = z.object({
  type: z.literal('group'),
  id: numericId,
  userId: z.string(),
  jid: z.string(),
  name: z.string(),
  successAs,
  createdAt: time,
  ...ties,
});

export type GroupItem = z.output<typeof groupItem>;

export const groupLock = z.object({
  type: z.literal('groupLock'),
  groupId: numericId,
  jid: z.string(),
  name: z.string(),
  successAs,
  /** In ms since 1970. */
  missingSince: z.optional(z.number()),
  ...ties,
});

export type GroupLock = z.output<typeof groupLock>;

/** `generation` is the line's, `ofWorkspace` the sharing number's. */
export const sharedItem = z.object({
  type: z.literal('shared'),
  workspaceId: numericId,
  generation: z.number(),
  ofWorkspace: z.number(),
});

export type SharedItem = z.output<typeof sharedItem>;
