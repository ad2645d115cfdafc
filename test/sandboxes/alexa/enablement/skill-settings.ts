import * as z from 'zod/mini';

const stageSchema = z.enum(['live', 'development']);
export type SkillStage = z.output<typeof stageSchema>;

const subscriptionSchema = z.enum(['SKILL_ENABLED', 'SKILL_DISABLED', 'SKILL_ACCOUNT_LINKED']);

/** Settings of the skill in the developer console and the store. */
export const skillSettingsSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Includes `live` once the skill is published. */
  stages: z.array(stageSchema),
  /** Countries in which the live stage is available. */
  countries: z.array(z.string()),
  /** Keys of the developer and the invited beta testers, who may enable the development stage. */
  testers: z.array(z.string()),
  /** Removed from the store: users keep an enabled skill, but it can no longer be enabled. */
  delisted: z.boolean(),
  subscriptions: z.array(subscriptionSchema),
});
export type SkillSettings = z.output<typeof skillSettingsSchema>;

/** How Alexa enables a skill where Amazon's documentation is silent. */
export const switchesSchema = z.object({
  /** `AcceptGrant` before or after the 201, held until released, or never. */
  grant: z.enum(['before', 'after', 'held', 'never']),
  /** `failed` reports a failure in the 201 even if enabling succeeds. */
  says: z.enum(['what is', 'failed']),
  /** The response while the skill is already enabled. */
  statusWhenEnabled: z.union([z.literal(201), z.literal(409)]),
  grantsWhenEnabled: z.boolean(),
  /** The regions that `alexaApiEndpoint` returns; empty for the home's own region. */
  endpoints: z.array(z.enum(['NA', 'EU', 'FE'])),
  /** Held events are sent when released. */
  events: z.enum(['sent', 'held', 'twice', 'missing']),
  /** Whether the event gateway's tokens end with the skill. Kept tokens are ended manually. */
  tokens: z.enum(['ended', 'kept']),
});
export type EnablementSwitches = z.output<typeof switchesSchema>;

export const usualSwitches: EnablementSwitches = {
  grant: 'before',
  says: 'what is',
  statusWhenEnabled: 201,
  grantsWhenEnabled: true,
  endpoints: [],
  events: 'sent',
  tokens: 'ended',
};
