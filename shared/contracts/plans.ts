import * as z from 'zod/mini';

import { outcomeNames } from '../rules/execution/outcome-names.ts';
import { weeklyRule } from '../rules/schedule/weekly-rule.ts';
import { contract } from './endpoint.ts';
import { opaqueId, time, timeZone } from './fields.ts';

const plannedRun = z.object({
  id: opaqueId,
  triggerId: opaqueId,
  /** What planned it: a page, or a webhook with `in`. */
  by: z.enum(['click', 'webhook']),
  /** Once, or by a rule in the workspace's zone. */
  at: z.optional(time),
  rule: z.optional(weeklyRule),
  /** Absent while it is paused, and once it is over; what is over stays in the list for a day. */
  nextAt: z.optional(time),
  paused: z.boolean(),
  /** For when it was planned, and what came of it. */
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
    /** `timeZone`: of the workspace; absent where nobody has told it yet. */
    reply: z.object({ plans: z.array(plannedRun), timeZone: z.optional(timeZone) }),
    summary: 'The planned runs of the workspace, the next one first',
  },
  createPlan: {
    method: 'POST',
    path: '/api/plans',
    access: 'session',
    scope: 'workspace',
    body: z.object({
      triggerId: opaqueId,
      /** Either one. */
      ...when,
      /** The browser's; becomes the workspace's where it has none. */
      timeZone: z.optional(timeZone),
    }),
    reply: plannedRun,
    status: 201,
    owned: { 'body.triggerId': 'trigger' },
    summary: 'Plan runs of a trigger: once, or on days of the week',
  },
  updatePlan: {
    method: 'PATCH',
    path: '/api/plans/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    /** One of `at` and `rule` takes the place of the other. */
    body: z.object({ ...when, paused: z.optional(z.boolean()), timeZone: z.optional(timeZone) }),
    reply: plannedRun,
    owned,
    summary: 'Change when a planned run is due, pause it, or go on with it',
  },
  deletePlan: {
    method: 'DELETE',
    path: '/api/plans/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    owned,
    summary: 'Delete a planned run',
  },
});
