import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';
import { planCurrency, planTypes } from '#shared/rules/billing/plans.ts';
import { trialOwners } from '#shared/rules/billing/trial.ts';

const pendingCheckout = z.object({
  sessionId: z.string(),
  expiresAt: time,
  priceId: z.string(),
  trial: z.boolean(),
  locale: z.string(),
  /** Ids of the checkout pages that this page replaced, latest last. A replaced page never becomes pending again. */
  replaced: z.optional(z.array(z.string())),
  /** All replaced pages are closed, so the next click does not have to ask Stripe. */
  closedReplaced: z.optional(z.literal(true)),
});

export type PendingCheckout = z.output<typeof pendingCheckout>;

/** Returns the last two pages: two processes may have stopped before they closed the page that each replaced. */
export const lastReplaced = (replaced: readonly string[]): readonly string[] => replaced.slice(-2);

/** Returns the ids of the pages that may still be open. */
export const openPageIds = ({ sessionId, replaced = [] }: PendingCheckout): string[] => [
  ...lastReplaced(replaced),
  sessionId,
];

const money = z._default(z.int(), 0);
const text = z.optional(z.string());

/** Money is in minor units. */
const projected = {
  status: z._default(z.string(), 'none'),
  subscriptionId: text,
  itemId: text,
  priceId: text,
  planType: z._default(z.enum(planTypes), 'free'),
  amount: money,
  amount_due: money,
  amount_total_discount: money,
  currency: z._default(z.string(), planCurrency),
  currentPeriodStart: z.optional(time),
  currentPeriodEnd: z.optional(time),
  hasPaymentMethodAttached: z._default(z.boolean(), false),
  /** Identifies the card, so that a new one is tried once. */
  cardId: text,
  /** The end of the month in which the card expires, if Stripe knows it. */
  cardEndsAt: z.optional(time),
  canceled_at: z.optional(time),
  cancel_at: z.optional(time),
  cancel_at_period_end: z._default(z.boolean(), false),
};

const projection = z.object(projected);
export type Projection = z.output<typeof projection>;

export const projectionOf = (item: Projection): Projection => projection.parse(item);

export const subscriptionItem = z.object({
  type: z.literal('subscription'),
  ...projected,
  rev: z._default(z.int(), 0),
  /** Increased for every customer or checkout that is created again. */
  generation: z._default(z.int(), 0),
  customerId: text,
  pendingCheckout: z.optional(pendingCheckout),
  syncedAt: z.optional(time),
  /** When the billing job syncs next; absent if nothing is pending. */
  dueAt: z.optional(time),
  /** Reads ask Stripe until then, because a change may be on its way. */
  askUntil: z.optional(time),
  /** When a read last asked Stripe. */
  askedAt: z.optional(time),
  /** Set if the trial ended early because `owner` already had another one. */
  secondTrial: z.optional(z.object({ subscriptionId: z.string(), owner: z.enum(trialOwners), at: time })),
});

export type SubscriptionItem = z.output<typeof subscriptionItem>;

export const noSubscription: SubscriptionItem = subscriptionItem.parse({ type: 'subscription' });
