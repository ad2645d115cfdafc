import * as z from 'zod/mini';

import { outcomeNames } from '../rules/execution/outcome-names.ts';
import { weeklyRule } from '../rules/schedule/weekly-rule.ts';
import { contract } from './endpoint.ts';
import { opaqueId, time, timeZone } from './fields.ts';

const plannedRun = z.object({
  id: opaqueId,
  triggerId: opaqueId,
  by: z.enum([
    'click',
    // A call with `in`.
    'webhook',
  ]),
  /** A single time, or a rule in the workspace's time zone. */
  at: z.optional(time),
  rule: z.optional(weeklyRule),
  /** Absent while paused and after the last run. Finished plans stay in the list for a day. */
  nextAt: z.optional(time),
  paused: z.boolean(),
  /** When the last run was planned for, and its outcome. */
  last: z.optional(z.object({ at: time, outcome: z.enum(outcomeNames) })),
});

export type PlannedRun = z.output<typeof plannedRun>;

const when = { at: z.optional(time), rule: z.optional(weeklyRule) };
const byId = z.object({ id: opaqueId });
const owned = { 'params.id': 'plan' } as const;

export const plansContract = contract({
  listPlans: {
    method: 'GET',
    path: '/api/plans',
    access: 'session',
    scope: 'workspace',
    /** The workspace's time zone; absent until a user sets it. */
    reply: z.object({ plans: z.array(plannedRun), timeZone: z.optional(timeZone) }),
    summary: 'Scheduled runs of the workspace, soonest first',
  },
  createPlan: {
    method: 'POST',
    path: '/api/plans',
    access: 'session',
    scope: 'workspace',
    body: z.object({
      triggerId: opaqueId,
      /** Exactly one of the two. */
      ...when,
      /** The browser's time zone; stored for the workspace if it has none. */
      timeZone: z.optional(timeZone),
    }),
    reply: plannedRun,
    status: 201,
    owned: { 'body.triggerId': 'trigger' },
    summary: 'Plan runs of a trigger, once or on weekdays',
  },
  updatePlan: {
    method: 'PATCH',
    path: '/api/plans/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    /** `at` replaces a stored `rule`, and vice versa. */
    body: z.object({ ...when, paused: z.optional(z.boolean()), timeZone: z.optional(timeZone) }),
    reply: plannedRun,
    owned,
    summary: 'Change the time of a scheduled run, pause it or resume it',
  },
  deletePlan: {
    method: 'DELETE',
    path: '/api/plans/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    owned,
    summary: 'Delete a scheduled run',
  },
});
