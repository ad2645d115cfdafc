import * as z from 'zod/mini';

import { conditions } from '../rules/conditions/conditions.ts';
import { storedConditions } from '../rules/conditions/stored-conditions.ts';
import { outcomeNames } from '../rules/execution/outcome-names.ts';
import { answers } from '../rules/execution/receipts.ts';
import { contract } from './endpoint.ts';
import { numericId, opaqueId, time, userIdIgnored } from './fields.ts';

/** `reason` is a key of the refusals table. */
const deviceState = z.object({
  state: z.enum(['inAlexa', 'waiting', 'failed', 'skillOff']),
  reason: z.optional(z.string()),
  since: z.optional(time),
});

export type DeviceState = z.output<typeof deviceState>;

const trigger = z.object({
  id: opaqueId,
  name: z.string(),
  deviceId: z.string(),
  workspaceId: numericId,
  userId: z.string(),
  enabled: z.boolean(),
  description: z.optional(z.string()),
  lastExecuted: z.nullable(time),
  /** Present if a run after `lastExecuted` failed, or may have. */
  lastFailed: z.optional(z.object({ at: time, outcome: z.enum(outcomeNames) })),
  createdAt: time,
  updatedAt: time,
  /**
   * Present if its routine confirms runs. `answer`, `ranMs` and `outcome` describe the last run that waited for an
   * answer.
   */
  receipt: z.optional(
    z.object({
      since: time,
      /** Confirmed runs in a row before the unanswered ones. */
      heard: z.number(),
      /** Unanswered runs in a row. */
      silent: z.number(),
      lastRanAt: z.optional(time),
      /** Absent until enough answers are recorded. */
      typicalMs: z.optional(z.number()),
      answer: z.optional(z.enum(answers)),
      ranMs: z.optional(z.number()),
      outcome: z.optional(z.enum(outcomeNames)),
      /** The state of the confirming device; only in the list. */
      alexa: z.optional(deviceState),
    }),
  ),
  conditions: z.optional(storedConditions),
  /** When the cool-down condition last started, ignoring runs before the condition was set. */
  coolSince: z.optional(time),
  /** Only in the list and after a resync. */
  alexa: z.optional(deviceState),
});

export type Trigger = z.output<typeof trigger>;

const byId = z.object({ id: opaqueId });
const owned = { 'params.id': 'trigger' } as const;

export const triggersContract = contract({
  listTriggers: {
    method: 'GET',
    path: '/api/triggers',
    access: 'session',
    scope: 'workspace',
    reply: z.array(trigger),
    summary: 'All triggers of the workspace, by name',
  },
  createTrigger: {
    method: 'POST',
    path: '/api/triggers',
    access: 'session',
    scope: 'workspace',
    body: z.object({
      name: z.string(),
      description: z.optional(z.string()),
      /** Defaults to on. */
      enabled: z.optional(z.boolean()),
      /** As in `updateTrigger`. Hours require a time zone of the workspace. */
      conditions: z.optional(conditions),
      userId: userIdIgnored,
    }),
    reply: trigger,
    status: 201,
    summary: 'Create a trigger; needs a linked Amazon account',
  },
  updateTrigger: {
    method: 'PATCH',
    path: '/api/triggers/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    body: z.object({
      name: z.optional(z.string()),
      description: z.optional(z.string()),
      enabled: z.optional(z.boolean()),
      /** Whether its routine confirms runs; adds a device. */
      receipt: z.optional(z.boolean()),
      /** When, where and by whom it may run; empty for no conditions. Hours require a time zone of the workspace. */
      conditions: z.optional(conditions),
      /** The update is refused if the stored version is newer. */
      updatedAt: z.optional(time),
    }),
    reply: trigger,
    owned,
    summary: 'Update a trigger: name, description, switch, confirmation or conditions',
  },
  deleteTrigger: {
    method: 'DELETE',
    path: '/api/triggers/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    owned,
    summary: 'Delete a trigger with its webhook address and its Alexa device',
  },
  resyncTrigger: {
    method: 'POST',
    path: '/api/triggers/{id}/resync',
    access: 'session',
    scope: 'workspace',
    params: byId,
    reply: trigger,
    owned,
    summary: 'Report the device of the trigger to Alexa again',
  },
  executeTrigger: {
    method: 'POST',
    path: '/api/triggers/{id}/execute',
    access: 'session',
    scope: 'workspace',
    params: byId,
    reply: z.object({
      success: z.boolean(),
      message: z.string(),
      outcome: z.enum(outcomeNames),
      executionId: opaqueId,
      ms: z.number(),
      /** A key of the refusals table; absent on success. */
      errorKey: z.optional(z.string()),
      /** The earliest time at which its conditions may allow a run. */
      nextAt: z.optional(time),
    }),
    owned,
    summary: 'Run a trigger now',
  },
  dailyExecutions: {
    method: 'GET',
    path: '/api/executions/daily',
    access: 'session',
    scope: 'workspace',
    reply: z.array(
      z.object({
        day: z.iso.date(),
        sent: z.number(),
        /** Runs that Alexa may or may not have received; absent if zero. */
        maybe: z.optional(z.number()),
        failed: z.number(),
        /** The part of `sent` that a routine confirmed. */
        ran: z.number(),
        /** The other runs of `sent` whose routine confirms runs, absent if zero. Nothing is known about the rest. */
        awaited: z.optional(z.number()),
        unanswered: z.optional(z.number()),
        shared: z.optional(z.number()),
      }),
    ),
    summary: 'Runs per UTC day of the last 14 days, oldest first, including days without runs',
  },
});
