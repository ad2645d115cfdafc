import * as z from 'zod/mini';

import { numericId, time } from '#shared/contracts/fields.ts';
import { successStyles } from '#shared/rules/group-commands/success-styles.ts';

import { lineLife } from './instance-item.ts';

/** A group is linked only while `link`, `generation` and `line` are the current ones. */
const ties = { workspaceId: numericId, link: z.number(), generation: z.number(), line: lineLife };

/** Groups without a stored choice use the default. */
const successAs = z._default(z.enum(successStyles), 'reaction');

/** Absent where none is required. */
const prefix = z.optional(z.string());

export const groupItem = z.object({
  type: z.literal('group'),
  id: numericId,
  userId: z.string(),
  jid: z.string(),
  name: z.string(),
  successAs,
  prefix,
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
  prefix,
  /** In milliseconds since 1970. */
  missingSince: z.optional(z.number()),
  ...ties,
});

export type GroupLock = z.output<typeof groupLock>;

/** A workspace that shares a line: `generation` is the line's, `ofWorkspace` is that of the sharing number. */
export const sharedItem = z.object({
  type: z.literal('shared'),
  workspaceId: numericId,
  generation: z.number(),
  ofWorkspace: z.number(),
});

export type SharedItem = z.output<typeof sharedItem>;
