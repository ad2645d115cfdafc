import * as z from 'zod/mini';

const stageSchema = z.enum(['live', 'development']);
export type SkillStage = z.output<typeof stageSchema>;

const subscriptionSchema = z.enum(['SKILL_ENABLED', 'SKILL_DISABLED', 'SKILL_ACCOUNT_LINKED']);

/** What the developer console and the store hold about the skill. */
export const skillSettingsSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `live` once it is published. */
  stages: z.array(stageSchema),
  /** Where the live stage is on offer. */
  countries: z.array(z.string()),
  /** Keys of the developer and the invited beta testers, who may enable the development stage. */
  testers: z.array(z.string()),
  /** Taken off the store: who has it keeps it, nobody enables it any more. */
  delisted: z.boolean(),
  subscriptions: z.array(subscriptionSchema),
});
export type SkillSettings = z.output<typeof skillSettingsSchema>;

/** How Alexa enables a skill where Amazon's pages are silent. */
export const switchesSchema = z.object({
  /** `AcceptGrant` before or after the 201, held until released, or never. */
  grant: z.enum(['before', 'after', 'held', 'never']),
  /** Whether the 201 says that it failed, whatever comes after. */
  says: z.enum(['what is', 'failed']),
  /** The answer while the skill is enabled already. */
  statusWhenEnabled: z.union([z.literal(201), z.literal(409)]),
  grantsWhenEnabled: z.boolean(),
  /** What `alexaApiEndpoint` names; empty: the region of the home alone. */
  endpoints: z.array(z.enum(['NA', 'EU', 'FE'])),
  /** Held events go out when released. */
  events: z.enum(['sent', 'held', 'twice', 'missing']),
  /** Whether the tokens of the event gateway end with the skill; kept ones are ended by hand. */
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
