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
  /** Pages that it replaced, the last one at the end; they never become the pending one again. */
  replaced: z.optional(z.array(z.string())),
  /** So that the next click need not ask Stripe. */
  closedReplaced: z.optional(z.literal(true)),
});

export type PendingCheckout = z.output<typeof pendingCheckout>;

/** Of two processes that stopped before they closed what they replaced, both pages. */
export const lastReplaced = (replaced: readonly string[]): readonly string[] => replaced.slice(-2);

/** Ids of the pages that may be open. */
export const openPageIds = ({ sessionId, replaced = [] }: PendingCheckout): string[] => [
  ...lastReplaced(replaced),
  sessionId,
];

const money = z._default(z.int(), 0);
const text = z.optional(z.string());

/** Money in minor units. */
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
  /** A new card is tried once. */
  cardId: text,
  /** The end of the month until which the card is good, where Stripe says so. */
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
  /** Counts customers and checkouts made again. */
  generation: z._default(z.int(), 0),
  customerId: text,
  pendingCheckout: z.optional(pendingCheckout),
  syncedAt: z.optional(time),
  /** Absent when there is nothing to wait for. */
  dueAt: z.optional(time),
  /** Reads ask Stripe until then, as a change may be on the way. */
  askUntil: z.optional(time),
  /** The last read that asked. */
  askedAt: z.optional(time),
  /** Its trial ended early, as `owner` has had another one. */
  secondTrial: z.optional(z.object({ subscriptionId: z.string(), owner: z.enum(trialOwners), at: time })),
});

export type SubscriptionItem = z.output<typeof subscriptionItem>;

export const noSubscription: SubscriptionItem = subscriptionItem.parse({ type: 'subscription' });
