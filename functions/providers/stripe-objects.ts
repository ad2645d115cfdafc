import * as z from 'zod/mini';

import { identifier } from './text-limits.ts';

/**
 * Schemas of the fields that we read. The client treats any JSON without `error` as success, so each object is parsed.
 */
const seconds = z.int();
const id = identifier;
const maybe = z.nullish;

const reference = z.pipe(
  z.union([id, z.object({ id })]),
  z.transform((one) => (typeof one === 'string' ? one : one.id)),
);

const card = z.object({ exp_month: z.int(), exp_year: z.int() });

/** Expanded if its expiry is needed. Only cards have an expiry. */
const paymentMethod = z.union([id, z.object({ id, card: maybe(card) })]);

export type StripePaymentMethod = z.output<typeof paymentMethod>;

export const stripeCustomer = z.union([
  z.object({
    object: z.literal('customer'),
    id,
    deleted: z.optional(z.literal(false)),
    default_source: maybe(reference),
    invoice_settings: z.object({ default_payment_method: maybe(reference) }),
  }),
  z.object({ object: z.literal('customer'), id, deleted: z.literal(true) }),
]);

const discounts = maybe(z.array(z.object({ amount: z.int() })));

export const stripeInvoice = z.object({
  object: z.literal('invoice'),
  id: z.optional(id),
  status: maybe(z.string()),
  amount_due: z.int(),
  amount_paid: z.int(),
  amount_remaining: z.int(),
  total_discount_amounts: discounts,
});

const price = z.object({
  id,
  unit_amount: maybe(z.int()),
  lookup_key: maybe(z.string()),
  recurring: maybe(z.object({ interval: z.string() })),
});

export const stripeSubscription = z.object({
  object: z.literal('subscription'),
  id,
  status: identifier,
  created: seconds,
  currency: identifier,
  customer: z.union([id, stripeCustomer]),
  cancel_at: maybe(seconds),
  cancel_at_period_end: z.boolean(),
  canceled_at: maybe(seconds),
  trial_start: maybe(seconds),
  trial_end: maybe(seconds),
  default_payment_method: maybe(paymentMethod),
  default_source: maybe(reference),
  latest_invoice: maybe(z.union([id, stripeInvoice])),
  schedule: maybe(reference),
  items: z.object({
    data: z.array(
      z.object({
        id,
        quantity: z.optional(z.int()),
        current_period_start: seconds,
        current_period_end: seconds,
        price,
      }),
    ),
  }),
});

export const stripeCheckoutSession = z.object({
  object: z.literal('checkout.session'),
  id,
  status: maybe(z.string()),
  url: maybe(z.url()),
  expires_at: seconds,
});

export const stripePortalSession = z.object({ object: z.literal('billing_portal.session'), url: z.url() });

export const stripePrice = z.object({
  object: z.literal('price'),
  id,
  lookup_key: maybe(z.string()),
  active: z.boolean(),
  currency: z.string(),
  unit_amount: maybe(z.int()),
  recurring: maybe(z.object({ interval: z.string(), interval_count: z.int() })),
});

export const stripeConfiguration = z.object({
  object: z.literal('billing_portal.configuration'),
  id,
  is_default: z.boolean(),
  metadata: maybe(z.record(z.string(), z.string())),
});

const named = z.catch(maybe(reference), undefined);

export const stripeEvent = z.object({
  object: z.literal('event'),
  id,
  type: identifier,
  created: seconds,
  livemode: z.boolean(),
  /** The connected account of the event; absent for our own. */
  account: maybe(id),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.optional(id),
      customer: named,
      subscription: named,
    }),
    previous_attributes: z.catch(maybe(z.object({ customer: named })), undefined),
  }),
});

const unlessLong = z.catch(z.optional(identifier), undefined);

/** Fields that may be logged for a payload that is not a Stripe event. */
export const stripeDelivery = z.catch(z.object({ object: unlessLong, id: unlessLong, type: unlessLong }), {
  object: undefined,
  id: undefined,
  type: undefined,
});

export type StripeCustomer = z.output<typeof stripeCustomer>;
export type StripeInvoice = z.output<typeof stripeInvoice>;
export type StripeSubscription = z.output<typeof stripeSubscription>;
export type StripeCheckoutSession = z.output<typeof stripeCheckoutSession>;
export type StripePrice = z.output<typeof stripePrice>;
export type StripeEvent = z.output<typeof stripeEvent>;
