import * as z from 'zod/mini';

import { channels } from '../rules/execution/channels.ts';
import { outcomeNames } from '../rules/execution/outcome-names.ts';
import { languageCodes } from '../rules/language.ts';
import { numericId, time } from './fields.ts';
import { workspaceStatus } from './workspaces.ts';

const text = z.string();
const maybe = z.optional(text);
const maybeTime = z.optional(time);
const amount = z.optional(z.number());
const provider = z.enum(['amazon', 'google']);
/** In ms since 1970. */
const ms = z.optional(z.number());
/** In s since 1970. */
const seconds = z.optional(z.number());

const person = z.object({
  id: text,
  name: text,
  email: maybe,
  language: z.optional(z.enum(languageCodes)),
  signedInWith: provider,
  trialUsed: z.boolean(),
  currentWorkspaceId: numericId,
  defaultWorkspaceId: numericId,
  createdAt: time,
});

const amazonAccount = { amazonUserId: text, name: text, email: text };

const workspace = z.object({
  id: numericId,
  name: text,
  status: workspaceStatus,
  defaultWorkspace: z.boolean(),
  createdAt: time,
  tokenMadeAt: maybeTime,
  link: z.optional(z.object({ ...amazonAccount, createdAt: time, updatedAt: time })),
});

const alexaPermission = z.object({
  amazonUserId: text,
  workspaceId: z.optional(z.number()),
  region: text,
  state: text,
  grantedAt: time,
  revokedAt: maybeTime,
  expiresAt: seconds,
});

const trigger = z.object({
  id: text,
  workspaceId: numericId,
  name: text,
  enabled: z.boolean(),
  createdAt: time,
  updatedAt: time,
  lastExecuted: maybeTime,
});

const run = z.object({
  workspaceId: numericId,
  triggerId: text,
  id: text,
  at: time,
  channel: z.enum(channels),
  outcome: z.enum(outcomeNames),
  who: maybe,
  ms: z.number(),
  stages: z.record(text, z.number()),
});

const subscription = z.object({
  workspaceId: numericId,
  status: text,
  planType: maybe,
  amount,
  amount_due: amount,
  amount_total_discount: amount,
  currency: maybe,
  currentPeriodStart: maybeTime,
  currentPeriodEnd: maybeTime,
  canceled_at: maybeTime,
  cancel_at: maybeTime,
  cancel_at_period_end: z.optional(z.boolean()),
  hasPaymentMethodAttached: z.optional(z.boolean()),
  subscriptionId: maybe,
  customerId: maybe,
});

const whatsappNumber = z.object({
  id: numericId,
  workspaceId: numericId,
  chipStatus: text,
  phone: maybe,
  lid: maybe,
  contactName: maybe,
  contactPicture: maybe,
  connectedAt: ms,
  createdAt: time,
});

/** Lists by kind. Secrets have no place in them. */
export const myDataLists = z.object({
  signIns: z.array(z.object({ provider, subject: text, createdAt: time })),
  sessions: z.array(
    z.object({
      createdAt: time,
      renewedAt: time,
      expiresAt: seconds,
      device: z.optional(z.object({ browser: maybe, system: maybe })),
    }),
  ),
  workspaces: z.array(workspace),
  formerAmazonAccounts: z.array(z.object({ ...amazonAccount, expiresAt: seconds })),
  alexaPermissions: z.array(alexaPermission),
  triggers: z.array(trigger),
  triggerDescriptions: z.array(z.object({ workspaceId: numericId, id: text, text })),
  runs: z.array(run),
  runsPerDay: z.array(
    z.object({
      workspaceId: numericId,
      day: z.iso.date(),
      sent: z.optional(z.number()),
      failed: z.optional(z.number()),
    }),
  ),
  subscriptions: z.array(subscription),
  trials: z.array(z.object({ usedAt: time })),
  whatsappNumbers: z.array(whatsappNumber),
  whatsappGroups: z.array(z.object({ id: numericId, workspaceId: numericId, jid: text, name: text, createdAt: time })),
  deletions: z.array(z.object({ requestedAt: time, dueAt: time })),
});

/** All that is stored of a person, or a part of it; `next` leads to the rest. */
export const myData = z.extend(myDataLists, {
  version: z.literal(1),
  madeAt: time,
  /** What is stored but not here, and why. */
  leftOut: z.array(text),
  /** In the first part. */
  person: z.optional(person),
  next: z.optional(text),
});

export type MyData = z.output<typeof myData>;
