import * as z from 'zod/mini';

import { channels } from '../rules/channels.ts';
import { storedConditions } from '../rules/conditions/stored-conditions.ts';
import { outcomeNames } from '../rules/execution/outcome-names.ts';
import { successStyles } from '../rules/group-commands/success-styles.ts';
import { languageCodes } from '../rules/language.ts';
import { weeklyRule } from '../rules/schedule/weekly-rule.ts';
import { numericId, time, workspaceStatus } from './fields.ts';

const text = z.string();
const maybe = z.optional(text);
const maybeTime = z.optional(time);
const amount = z.optional(z.number());
const provider = z.enum(['amazon', 'google']);
/** In ms: a time since 1970 or a duration. */
const ms = z.optional(z.number());
/** In seconds since 1970. */
const seconds = z.optional(z.number());

const person = z.object({
  id: text,
  name: text,
  email: maybe,
  language: z.optional(z.enum(languageCodes)),
  signedInWith: provider,
  subject: maybe,
  trialUsed: z.boolean(),
  trialSubscriptionId: maybe,
  currentWorkspaceId: numericId,
  defaultWorkspaceId: numericId,
  firstStepsHidden: z.optional(z.array(numericId)),
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
  oldTokenUntil: maybeTime,
  timeZone: maybe,
  favorites: z.optional(z.array(text)),
  link: z.optional(
    z.object({
      ...amazonAccount,
      createdAt: time,
      updatedAt: time,
      reconnectRefusedAt: maybeTime,
      skillOff: z.optional(z.object({ at: time, isSure: z.optional(z.literal(true)) })),
    }),
  ),
});

const alexaPermission = z.object({
  amazonUserId: text,
  workspaceId: z.optional(z.number()),
  region: text,
  state: text,
  grantedAt: time,
  revokedAt: maybeTime,
  revokedAs: maybe,
  unknownAt: maybeTime,
  toldAt: maybeTime,
  expiresAt: seconds,
});

const trigger = z.object({
  id: text,
  workspaceId: numericId,
  name: text,
  enabled: z.boolean(),
  starter: text,
  createdAt: time,
  updatedAt: time,
  lastExecuted: maybeTime,
  conditions: z.optional(storedConditions),
  /** Only if its routine confirms runs: recent answer times in ms, confirmations in a row, and unanswered runs. */
  receipt: z.optional(
    z.object({
      since: time,
      times: z.array(z.number()),
      heard: z.number(),
      silent: z.number(),
      lastRanAt: maybeTime,
      usualMs: ms,
      slowSince: maybeTime,
      last: z.optional(z.object({ id: text, ms })),
    }),
  ),
});

const run = z.object({
  workspaceId: numericId,
  triggerId: text,
  id: text,
  at: time,
  channel: z.enum(channels),
  outcome: z.enum(outcomeNames),
  dueAt: maybeTime,
  who: maybe,
  person: maybe,
  requestId: maybe,
  /** How many refusals this record counts, when a limit or a condition refused repeatedly. */
  times: amount,
  ms: z.number(),
  stages: z.record(text, z.number()),
  /** How long the run waited for an answer. */
  openMs: ms,
  ranMs: ms,
  answer: z.optional(z.literal('shared')),
  missed: z.optional(z.literal(true)),
  expiresAt: seconds,
});

const plannedRun = z.object({
  workspaceId: numericId,
  triggerId: text,
  id: text,
  by: text,
  at: maybeTime,
  rule: z.optional(weeklyRule),
  timeZone: maybe,
  nextAt: maybeTime,
  paused: z.optional(z.boolean()),
  last: z.optional(z.object({ at: time, outcome: z.enum(outcomeNames) })),
  canceled: z.optional(z.boolean()),
  createdAt: time,
  expiresAt: seconds,
});

const accessKey = z.object({
  workspaceId: numericId,
  id: text,
  name: text,
  triggers: z.union([text, z.array(text)]),
  conditions: storedConditions,
  uses: amount,
  used: z.number(),
  page: z.optional(z.boolean()),
  right: text,
  createdAt: time,
  usedAt: maybeTime,
  oldUntil: maybeTime,
  expiresAt: seconds,
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
  cardId: maybe,
  cardEndsAt: maybeTime,
  subscriptionId: maybe,
  itemId: maybe,
  priceId: maybe,
  customerId: maybe,
  secondTrial: z.optional(z.object({ subscriptionId: text, owner: text, at: time })),
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
  lostSince: ms,
  ended: z.optional(z.object({ as: text, at: z.number(), wasConnected: z.optional(z.boolean()) })),
  /** The number that this instance shares. */
  reference: z.optional(z.object({ instanceId: numericId, workspaceId: numericId })),
  createdAt: time,
});

/** Lists by kind. They never contain secrets. */
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
  plannedRuns: z.array(plannedRun),
  accessKeys: z.array(accessKey),
  runs: z.array(run),
  runsPerDay: z.array(
    z.object({
      workspaceId: numericId,
      day: z.iso.date(),
      sent: z.optional(z.number()),
      maybe: z.optional(z.number()),
      failed: z.optional(z.number()),
      asked: z.optional(z.number()),
      ran: z.optional(z.number()),
      shared: z.optional(z.number()),
      unanswered: z.optional(z.number()),
      expiresAt: seconds,
    }),
  ),
  /** Group members who ran a trigger or were refused. Conditions and runs refer to them by `person`. */
  groupPeople: z.array(
    z.object({ workspaceId: numericId, person: text, name: maybe, seenAt: time, expiresAt: seconds }),
  ),
  subscriptions: z.array(subscription),
  trials: z.array(z.object({ usedAt: time, subscriptionId: maybe })),
  whatsappNumbers: z.array(whatsappNumber),
  whatsappGroups: z.array(
    z.object({
      id: numericId,
      workspaceId: numericId,
      jid: text,
      name: text,
      successAs: z._default(z.enum(successStyles), 'reaction'),
      prefix: maybe,
      createdAt: time,
    }),
  ),
  /** Findings with the time when each began, and when the last mail reported it. */
  toldFindings: z.array(
    z.object({
      workspaceId: numericId,
      told: z._default(z.record(text, time), {}),
      mailed: z._default(z.record(text, time), {}),
      /** The findings that a trigger has reported, and when it last fired. */
      alerted: z.optional(z.record(text, time)),
      firedAt: maybe,
      alertTriggerId: maybe,
    }),
  ),
  deletions: z.array(
    z.object({
      requestedAt: time,
      dueAt: time,
      startedAt: maybeTime,
      email: maybe,
      language: z.optional(z.enum(languageCodes)),
    }),
  ),
});

/** All data stored about a user, or a part of it. `next` is the cursor of the next part. */
export const myData = z.extend(myDataLists, {
  version: z.literal(1),
  madeAt: time,
  /** Stored data that is not included, with the reason. */
  leftOut: z.array(text),
  /** Only in the first part. */
  person: z.optional(person),
  next: z.optional(text),
});

export type MyData = z.output<typeof myData>;
