import * as z from 'zod/mini';

import { channels } from '../rules/channels.ts';
import { personId } from '../rules/conditions/conditions.ts';
import { ends, outcomeNames } from '../rules/execution/outcome-names.ts';
import { answers } from '../rules/execution/receipts.ts';
import { contract } from './endpoint.ts';
import { opaqueId, time } from './fields.ts';

const execution = z.object({
  id: opaqueId,
  /** When the run started, or the last of the refusals that `times` counts. */
  at: time,
  channel: z.enum(channels),
  outcome: z.enum(outcomeNames),
  /** When the run was planned for. */
  dueAt: z.optional(time),
  /** The name of a user or of a group member. */
  who: z.optional(z.string()),
  /** How many refusals of the same minute this record counts, when a limit or a condition refused. */
  times: z.optional(z.number()),
  /** In milliseconds, like `stages`. */
  ms: z.number(),
  stages: z.record(z.string(), z.number()),
  /** Only if the routine confirms runs: its answer, and after how long. */
  answer: z.optional(z.enum(answers)),
  ranMs: z.optional(z.number()),
});

export type ExecutionRecord = z.output<typeof execution>;

const activity = z.extend(execution, { triggerId: opaqueId });

export type ActivityRecord = z.output<typeof activity>;

/** Separate from the trigger endpoints because few pages use it. */
export const historyContract = contract({
  listExecutions: {
    method: 'GET',
    path: '/api/triggers/{id}/executions',
    access: 'session',
    scope: 'workspace',
    params: z.object({ id: opaqueId }),
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(400))),
      channel: z.optional(z.enum(channels)),
      outcome: z.optional(z.enum(ends)),
    }),
    /** A filtered page may have fewer than 25 items and still a cursor. */
    reply: z.object({ items: z.array(execution), cursor: z.optional(z.string()) }),
    owned: { 'params.id': 'trigger' },
    summary: 'Runs and refusals of a trigger, newest first, 25 per page, filtered by channel or result',
  },
  listActivity: {
    method: 'GET',
    path: '/api/executions',
    access: 'session',
    scope: 'workspace',
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(400))),
      channel: z.optional(z.enum(channels)),
      outcome: z.optional(z.enum(ends)),
      trigger: z.optional(opaqueId),
      /** The name in `who`. */
      who: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
      /** As in `listPeople`, because several members may have the same name. */
      person: z.optional(personId),
      /** In UTC, like the days of `dailyExecutions`. */
      day: z.optional(z.iso.date().check(z.meta({ examples: ['2026-11-20'] }))),
    }),
    /** A filtered page may have fewer than 25 items and still a cursor. */
    reply: z.object({ items: z.array(activity), cursor: z.optional(z.string()) }),
    owned: { 'query.trigger': 'trigger' },
    summary: 'Runs and refusals of all triggers of the workspace, newest first, 25 a page; filtered on request',
  },
  listPeople: {
    method: 'GET',
    path: '/api/people',
    access: 'session',
    scope: 'workspace',
    reply: z.array(z.object({ person: z.string(), name: z.string(), seenAt: time })),
    summary: 'Group members who ran a trigger or were refused within 90 days, most recent first, for conditions',
  },
});
