import * as z from 'zod/mini';

import { hashOf } from '#functions/platform/hashes.ts';
import { numericId, time } from '#shared/contracts/fields.ts';
import { languageCodes } from '#shared/rules/language.ts';

export const providers = z.enum(['amazon', 'google']);
export type Provider = z.output<typeof providers>;

export const userItem = z.object({
  type: z.literal('user'),
  id: z.string(),
  name: z.string(),
  email: z.optional(z.string()),
  language: z.optional(z.enum(languageCodes)),
  signedInWith: providers,
  /** User id at that provider; absent in older items until the next sign-in. */
  subject: z.optional(z.string()),
  trialUsed: z.boolean(),
  trialSubscriptionId: z.optional(z.string()),
  /** Hash of the account of the sign-up. */
  accountHash: z.optional(z.string()),
  /** Always an active workspace. */
  currentWorkspaceId: numericId,
  defaultWorkspaceId: numericId,
  /** Workspaces whose first steps are done or hidden. */
  firstStepsHidden: z.optional(z.array(numericId)),
  createdAt: time,
});

export type UserItem = z.output<typeof userItem>;

/** Also used for a linked Amazon account and a WhatsApp number. */
export const accountHash = (provider: Provider | 'whatsapp', subject: string): string =>
  hashOf(`${provider}#${subject}`);
