import * as z from 'zod/mini';

import { skillSettingsSchema, switchesSchema, usualSwitches } from './enablement/skill-settings.ts';
import { routineSchema } from './routine.ts';

export const regions = ['NA', 'EU', 'FE'] as const;
export type Region = (typeof regions)[number];

const starterSchema = z.union([
  z.object({ kind: z.literal('simple-event'), instance: z.string(), events: z.array(z.string()) }),
  z.object({ kind: z.literal('contact-sensor') }),
]);

/** A device that Alexa learned by discovery or from a device report. `contact` is the last reported state. */
const deviceSchema = z.object({
  deviceId: z.string(),
  friendlyName: z.string(),
  description: z.string(),
  categories: z.array(z.string()),
  starter: z.nullable(starterSchema),
  voice: z.boolean(),
  via: z.union([z.literal('discovery'), z.literal('report')]),
  learntAt: z.string(),
  contact: z.optional(z.union([z.literal('DETECTED'), z.literal('NOT_DETECTED')])),
  connectivity: z.optional(z.string()),
});
export type AlexaDevice = z.output<typeof deviceSchema>;

/** An event that reached the home. `ms` is the time from the event's own timestamp to its arrival. */
const homeEventSchema = z.object({
  at: z.string(),
  deviceId: z.string(),
  friendlyName: z.nullable(z.string()),
  known: z.boolean(),
  routine: z.nullable(z.string()),
  ms: z.number(),
  messageId: z.string(),
  /** Why an accepted event started nothing. */
  problem: z.nullable(z.string()),
  /** From the arrival until the routine had started another device through the skill and received the reply. */
  ranMs: z.optional(z.number()),
});
export type HomeEvent = z.output<typeof homeEventSchema>;

/** `message` is stored for display. `problems` are the findings of our checks. */
const logEntrySchema = z.object({
  id: z._default(z.string(), ''),
  at: z.string(),
  from: z.union([z.literal('skill'), z.literal('alexa')]),
  name: z.string(),
  text: z.string(),
  problems: z.array(z.string()),
  ms: z.nullable(z.number()),
  message: z._default(z.string(), ''),
});
export type LogEntry = z.output<typeof logEntrySchema>;

const skillEventSchema = z.object({
  version: z.string(),
  context: z.object({
    System: z.object({
      application: z.object({ applicationId: z.string() }),
      user: z.object({ userId: z.string() }),
    }),
  }),
  request: z.object({
    type: z.string(),
    requestId: z.string(),
    timestamp: z.string(),
    eventCreationTime: z.string(),
    body: z.optional(z.looseObject({})),
  }),
});
export type SkillEvent = z.output<typeof skillEventSchema>;

/**
 * `linkGrant` is the account link: the Login with Amazon grant of directives. `userId` is new at each enabling. `skill`
 * and `switches` contain the differences for this user.
 */
const homeSchema = z.object({
  person: z.string(),
  region: z.enum(regions),
  country: z.string(),
  skillEnabled: z.boolean(),
  everEnabled: z.boolean(),
  linkGrant: z.optional(z.string()),
  stage: z.optional(z.enum(['live', 'development'])),
  userId: z.optional(z.string()),
  grantHeld: z.boolean(),
  unannounced: z.optional(z.enum(['enabled', 'linked'])),
  heldEvents: z.array(skillEventSchema),
  skill: z.partial(skillSettingsSchema),
  switches: z.partial(switchesSchema),
  says: z.string(),
  devices: z.array(deviceSchema),
  routines: z.array(routineSchema),
  /** Events arrive but start nothing. */
  isMute: z._default(z.boolean(), false),
  /** The delay of routines in seconds. */
  slowSeconds: z._default(z.number(), 0),
  events: z.array(homeEventSchema),
  log: z.array(logEntrySchema),
});
export type AlexaHome = z.output<typeof homeSchema>;
export const stateSchema = z.object({
  homes: z.array(homeSchema),
  skill: skillSettingsSchema,
  switches: z._default(switchesSchema, usualSwitches),
});
