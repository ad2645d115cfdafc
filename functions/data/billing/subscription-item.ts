import * as z from 'zod/mini';

import { time } from '#shared/contracts/fields.ts';
import { planCurrency, planTypes } from '#shared/rules/billing/plans.ts';

/** A checkout page that somebody may still be on. */
const pendingCheckout = z.object({
  sessionId: z.string(),
  expiresAt: time,
  /** What was asked for: another wish makes another page. */
  priceId: z.string(),
  trial: z.boolean(),
  locale: z.string(),
});

export type PendingCheckout = z.output<typeof pendingCheckout>;

const money = z._default(z.int(), 0);
const text = z.optional(z.string());

/** What of a subscription comes from Stripe, with the names of our API. Money in minor units. */
const projected = {
  /** Stripe's word; `none` where there has never been one. */
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
  /** What would be charged, by its id at Stripe: tells a new card from one that has been tried. */
  cardId: text,
  canceled_at: z.optional(time),
  cancel_at: z.optional(time),
  cancel_at_period_end: z._default(z.boolean(), false),
};

const projection = z.object(projected);
export type Projection = z.output<typeof projection>;

/** What of an item comes from Stripe, without what is ours; always in the same order. */
export const projectionOf = (item: Projection): Projection => projection.parse(item);

export const subscriptionItem = z.object({
  type: z.literal('subscription'),
  ...projected,
  /** Counts accepted writes. */
  rev: z._default(z.int(), 0),
  /** Counts customers and checkout pages that had to be made anew. */
  generation: z._default(z.int(), 0),
  customerId: text,
  pendingCheckout: z.optional(pendingCheckout),
  syncedAt: z.optional(time),
  /** When the background looks at it; absent where there is nothing to wait for. */
  dueAt: z.optional(time),
});

export type SubscriptionItem = z.output<typeof subscriptionItem>;

/** Where there is no item yet. */
export const noSubscription: SubscriptionItem = subscriptionItem.parse({ type: 'subscription' });
