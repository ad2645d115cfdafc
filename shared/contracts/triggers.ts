import * as z from 'zod/mini';

import { channels } from '../rules/execution/channels.ts';
import { ends, outcomeNames } from '../rules/execution/outcome-names.ts';
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
  createdAt: time,
  updatedAt: time,
  /** Only in the list, and after a resync. */
  alexa: z.optional(deviceState),
});

export type Trigger = z.output<typeof trigger>;

const execution = z.object({
  id: opaqueId,
  at: time,
  channel: z.enum(channels),
  outcome: z.enum(outcomeNames),
  /** A person's name, or the name of a group member. */
  who: z.optional(z.string()),
  /** In milliseconds, as its stages. */
  ms: z.number(),
  stages: z.record(z.string(), z.number()),
});

export type ExecutionRecord = z.output<typeof execution>;

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
      /** Absent, it is on. */
      enabled: z.optional(z.boolean()),
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
      /** Refused when the stored version is newer. */
      updatedAt: z.optional(time),
    }),
    reply: trigger,
    owned,
    summary: 'Rename a trigger, describe it, or switch it on or off',
  },
  deleteTrigger: {
    method: 'DELETE',
    path: '/api/triggers/{id}',
    access: 'session',
    scope: 'workspace',
    params: byId,
    owned,
    summary: 'Delete a trigger: its address stops, its device leaves Alexa',
  },
  resyncTrigger: {
    method: 'POST',
    path: '/api/triggers/{id}/resync',
    access: 'session',
    scope: 'workspace',
    params: byId,
    reply: trigger,
    owned,
    summary: 'Tell Alexa of the trigger again',
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
    }),
    owned,
    summary: 'Fire a trigger now',
  },
  listExecutions: {
    method: 'GET',
    path: '/api/triggers/{id}/executions',
    access: 'session',
    scope: 'workspace',
    params: byId,
    query: z.object({
      cursor: z.optional(z.string().check(z.maxLength(400))),
      channel: z.optional(z.enum(channels)),
      outcome: z.optional(z.enum(ends)),
    }),
    /** A filtered page may have fewer than 25 items and still a cursor. */
    reply: z.object({ items: z.array(execution), cursor: z.optional(z.string()) }),
    owned,
    summary: 'Runs and refusals of a trigger, newest first, 25 a page; of one channel, sent or not sent',
  },
  dailyExecutions: {
    method: 'GET',
    path: '/api/executions/daily',
    access: 'session',
    scope: 'workspace',
    reply: z.array(z.object({ day: z.iso.date(), sent: z.number(), failed: z.number() })),
    summary: 'Runs per UTC day of the last 14 days, oldest first, days without runs included',
  },
});
