import type Stripe from 'stripe';
import * as z from 'zod/mini';

import { stripeClient, type CallStripe, type StripeClientDeps } from './stripe-client.ts';
import { StripeFailure } from './stripe-failure.ts';
import {
  stripeCheckoutSession,
  stripeConfiguration,
  stripeCustomer,
  stripeEvent,
  stripeInvoice,
  stripePortalSession,
  stripePrice,
  stripeSubscription,
  type StripeCheckoutSession,
  type StripeCustomer,
  type StripeEvent,
  type StripeInvoice,
  type StripePrice,
  type StripeSubscription,
} from './stripe-objects.ts';

export type Preview = Pick<StripeInvoice, 'amount_due' | 'total_discount_amounts'>;
export type PortalInput = Stripe.BillingPortal.SessionCreateParams;
export type CheckoutInput = Stripe.Checkout.SessionCreateParams;

const listOf = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.object({ object: z.literal('list'), data: z.array(schema) });

const deletedCustomer = z.object({ id: z.string(), deleted: z.literal(true) });

/** Functions throw `StripeFailure` unless their outcome covers the failure. */
export function createStripeBilling(deps: StripeClientDeps) {
  const call = stripeClient(deps);
  return { ...customers(call), ...subscriptions(call), ...pages(call), ...catalogue(call), ...events(call) };
}

export type StripeBilling = ReturnType<typeof createStripeBilling>;

/** The customer's default card is not expanded: a deleted customer has none, and the subscription takes it over. */
const expanded = ['customer', 'latest_invoice', 'default_payment_method'] as const;

const customers = (call: CallStripe) => ({
  async createCustomer(input: Stripe.CustomerCreateParams, idempotencyKey: string): Promise<string> {
    return (await call(stripeCustomer, (stripe) => stripe.customers.create(input, { idempotencyKey }))).id;
  },

  customer: (id: string): Promise<StripeCustomer | undefined> =>
    call(stripeCustomer, (stripe) => stripe.customers.retrieve(id)).catch(unlessMissing('id')),

  /** Deletes name, address and cards; invoices stay. https://docs.stripe.com/api/customers/delete */
  async deleteCustomer(id: string): Promise<void> {
    await call(deletedCustomer, (stripe) => stripe.customers.del(id)).catch(unlessMissing('id'));
  },

  /**
   * Includes ended subscriptions. Expands customer, card and latest invoice. Undefined if the customer does not exist.
   */
  async subscriptionsOf(customer: string): Promise<StripeSubscription[] | undefined> {
    const expand = expanded.map((field) => `data.${field}`);
    const list = await call(listOf(stripeSubscription), (stripe) =>
      stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand }),
    ).catch(unlessMissing('customer'));
    return list?.data;
  },
});

const subscriptions = (call: CallStripe) => ({
  subscription: (id: string): Promise<StripeSubscription | undefined> =>
    call(stripeSubscription, (stripe) => stripe.subscriptions.retrieve(id, { expand: [...expanded] })).catch(
      unlessMissing('id'),
    ),

  /** Undefined if nothing more will be invoiced. */
  preview: (input: { customer: string; subscription: string }): Promise<Preview | undefined> =>
    call(stripeInvoice, (stripe) => stripe.invoices.createPreview(input)).catch((error: unknown) => {
      if (error instanceof StripeFailure && error.details.code === 'invoice_upcoming_none') return undefined;
      throw error;
    }),

  async chargeCard(subscription: string, card: string, idempotencyKey: string): Promise<void> {
    await call(stripeSubscription, (stripe) =>
      stripe.subscriptions.update(subscription, { default_payment_method: card }, { idempotencyKey }),
    );
  },

  async endTrialNow(subscription: string, idempotencyKey: string): Promise<void> {
    await call(stripeSubscription, (stripe) =>
      stripe.subscriptions.update(subscription, { trial_end: 'now' }, { idempotencyKey }),
    );
  },

  /** Cancels immediately; a no-op for an ended subscription. */
  async cancel(subscription: string): Promise<void> {
    await call(stripeSubscription, (stripe) => stripe.subscriptions.cancel(subscription)).catch(unlessMissing('id'));
  },

  /** Returns `notPaid` if the card was declined or nothing is due. */
  payInvoice: (invoice: string, card: string, idempotencyKey: string): Promise<'paid' | 'notPaid'> =>
    call(stripeInvoice, (stripe) => stripe.invoices.pay(invoice, { payment_method: card }, { idempotencyKey })).then(
      () => 'paid' as const,
      unlessKind(['cardDeclined', 'refused'], 'notPaid' as const),
    ),

  /** Returns `notOpen` if the invoice was already paid or voided. */
  voidInvoice: (invoice: string): Promise<'voided' | 'notOpen'> =>
    call(stripeInvoice, (stripe) => stripe.invoices.voidInvoice(invoice)).then(
      () => 'voided' as const,
      unlessKind(['refused'], 'notOpen' as const),
    ),
});

const pages = (call: CallStripe) => ({
  createCheckout: (input: CheckoutInput, idempotencyKey: string): Promise<StripeCheckoutSession> =>
    call(stripeCheckoutSession, (stripe) => stripe.checkout.sessions.create(input, { idempotencyKey })),

  checkout: (id: string): Promise<StripeCheckoutSession | undefined> =>
    call(stripeCheckoutSession, (stripe) => stripe.checkout.sessions.retrieve(id)).catch(unlessMissing('id')),

  /** Returns `over` if the session was completed or has expired. */
  expireCheckout: (id: string): Promise<'expired' | 'over'> =>
    call(stripeCheckoutSession, (stripe) => stripe.checkout.sessions.expire(id)).then(
      () => 'expired' as const,
      unlessKind(['refused'], 'over' as const),
    ),

  async openPortal(input: PortalInput): Promise<string> {
    return (await call(stripePortalSession, (stripe) => stripe.billingPortal.sessions.create(input))).url;
  },
});

const catalogue = (call: CallStripe) => ({
  async pricesByKey(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { data } = await call(listOf(stripePrice), (stripe) =>
      stripe.prices.list({ lookup_keys: [...keys], active: true, limit: 10 }),
    );
    return new Map(data.map(({ id, lookup_key: key }) => [key ?? '', id]));
  },

  price: (id: string): Promise<StripePrice | undefined> =>
    call(stripePrice, (stripe) => stripe.prices.retrieve(id)).catch((error: unknown) => {
      if (error instanceof StripeFailure && error.details.code === 'resource_missing') return undefined;
      throw error;
    }),

  /** The configuration of the set-up command, or else the account's default. */
  async portalConfiguration(): Promise<string | undefined> {
    const { data } = await call(listOf(stripeConfiguration), (stripe) =>
      stripe.billingPortal.configurations.list({ active: true, limit: 100 }),
    );
    const ours = data.find(({ metadata }) => metadata?.['product'] === 'pro') ?? data.find((one) => one.is_default);
    return ours?.id;
  },
});

/** Stripe accepts at most 20 types per call. https://docs.stripe.com/api/events/list */
const maxTypes = 20;
const maxEvents = 5000;

const events = (call: CallStripe) => ({
  /** Newest first within each batch of types; unreadable events are omitted. Stripe keeps events for 30 days. */
  async eventsBetween(from: Date, until: Date, types: readonly string[]): Promise<StripeEvent[]> {
    const seconds = (time: Date): number => Math.floor(time.getTime() / 1000);
    const created = { gte: seconds(from), lte: seconds(until) };
    const found: StripeEvent[] = [];
    for (let first = 0; first < types.length; first += maxTypes) {
      const input = { types: types.slice(first, first + maxTypes), created, limit: 100 };
      const page = await call(z.array(z.unknown()), (stripe) =>
        stripe.events.list(input).autoPagingToArray({ limit: maxEvents }),
      );
      found.push(...page.flatMap((one) => stripeEvent.safeParse(one).data ?? []));
    }
    return found;
  },
});

const unlessMissing =
  (param: string) =>
  (error: unknown): undefined => {
    if (error instanceof StripeFailure && error.lacks(param)) return undefined;
    throw error;
  };

const unlessKind =
  <Outcome>(kinds: readonly StripeFailure['kind'][], outcome: Outcome) =>
  (error: unknown): Outcome => {
    if (error instanceof StripeFailure && kinds.includes(error.kind)) return outcome;
    throw error;
  };
