import Stripe from 'stripe';
import { beforeAll, describe, expect, test } from 'vitest';

import { projectSubscription } from '#functions/billing/project-subscription.ts';
import { createStripeBilling, type StripeBilling } from '#functions/providers/stripe-billing.ts';
import { isOfOtherMode } from '#functions/providers/stripe-client.ts';
import { setUpBilling, type SetUp } from '#infra/billing/set-up.ts';
import { billingApiVersion } from '#shared/rules/billing/billing-events.ts';

import { aStripeInProcess } from '../../support/worlds/billing/a-stripe-in-process.ts';

type Place = { account: Stripe; stripe: StripeBilling };

const appUrl = 'https://contract.example.com';

/** If this key is set, the same scenes also run at Stripe itself. */
const key = process.env['STRIPE_CONTRACT_KEY'];
if (key === undefined) {
  console.warn('\n*** The Stripe sandbox is NOT compared with Stripe: STRIPE_CONTRACT_KEY is not set. ***\n');
}

function stripeItself(): Place {
  if (key === undefined || isOfOtherMode(key, 'test')) throw new Error('STRIPE_CONTRACT_KEY has to be a test key.');
  const place = { STRIPE_API_BASE: undefined, STRIPE_MODE: 'test' } as const;
  return {
    account: new Stripe(key, { apiVersion: billingApiVersion, telemetry: false }),
    stripe: createStripeBilling({
      secret: async () => ({ apiKey: key, webhookSecret: '' }),
      place,
      patience: { timeoutMs: 20_000, retries: 2 },
    }),
  };
}

const places = [
  { name: 'our sandbox', isHere: true, open: (): Place => aStripeInProcess(appUrl, new Date()) },
  { name: 'Stripe itself', isHere: key !== undefined, open: stripeItself },
];

const day = 86_400;
const flexible = { billing_mode: { type: 'flexible' } } as const;
const cancelWithoutCard = { end_behavior: { missing_payment_method: 'cancel' } } as const;

describe.each(places)('in $name', ({ isHere, open }) => {
  let at: Place;
  let ids: SetUp['ids'];
  beforeAll(async () => {
    if (!isHere) return;
    at = open();
    ({ ids } = await setUpBilling({ stripe: at.account, appUrl }));
  });

  /** Creates a customer with its own test clock. */
  async function somebody(card?: string) {
    const { customers, testHelpers, subscriptions, paymentMethods } = at.account;
    const clock = await testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
    const customer = await customers.create({ name: 'Contract', test_clock: clock.id });
    if (card !== undefined) {
      const { id } = await paymentMethods.attach(card, { customer: customer.id });
      await customers.update(customer.id, { invoice_settings: { default_payment_method: id } });
    }
    let now = clock.frozen_time;
    return {
      customer: customer.id,
      begin: (more: Partial<Stripe.SubscriptionCreateParams>) =>
        subscriptions.create({
          customer: customer.id,
          items: [{ price: ids.pro_monthly ?? '' }],
          ...flexible,
          ...more,
        }),
      async advance(days: number): Promise<void> {
        now += Math.round(days * day);
        await testHelpers.testClocks.advance(clock.id, { frozen_time: now });
        const status = async () => (await testHelpers.testClocks.retrieve(clock.id)).status;
        await expect.poll(status, { timeout: 120_000, interval: 1000 }).toBe('ready');
      },
      async seen() {
        const [subscription] = (await at.stripe.subscriptionsOf(customer.id)) ?? [];
        const preview =
          subscription && (await at.stripe.preview({ customer: customer.id, subscription: subscription.id }));
        const prices = { pro_monthly: ids.pro_monthly ?? '', pro_annual: ids.pro_annual ?? '' };
        const known = { prices, before: {}, now: new Date(now * 1000) };
        return projectSubscription({ customer: await at.stripe.customer(customer.id), subscription, preview }, known);
      },
    };
  }

  const ended = { status: 'canceled', planType: 'free', amount_due: 0, cancel_at_period_end: false };

  test.skipIf(!isHere)('cancels a trial without a card at its end', async () => {
    const ana = await somebody();
    await ana.begin({ trial_period_days: 5, trial_settings: cancelWithoutCard });
    expect(await ana.seen()).toMatchObject({
      status: 'trialing',
      planType: 'pro_monthly',
      amount: 1500,
      amount_due: 1500,
      currency: 'usd',
      hasPaymentMethodAttached: false,
    });
    await ana.advance(5.2);
    expect(await ana.seen()).toMatchObject(ended);
  });

  test.skipIf(!isHere)('continues a trial with a card as active', async () => {
    const ana = await somebody('pm_card_visa');
    await ana.begin({ trial_period_days: 5, trial_settings: cancelWithoutCard });
    expect(await ana.seen()).toMatchObject({ status: 'trialing', hasPaymentMethodAttached: true });
    await ana.advance(5.2);
    expect(await ana.seen()).toMatchObject({ status: 'active', amount_due: 1500 });
  });

  test.skipIf(!isHere)('becomes past due when the card is declined at the end of the trial', async () => {
    const ana = await somebody('pm_card_chargeCustomerFail');
    await ana.begin({ trial_period_days: 5, trial_settings: cancelWithoutCard });
    await ana.advance(5.2);
    expect(await ana.seen()).toMatchObject({ status: 'past_due', amount_due: 1500 });
  });

  test.skipIf(!isHere)('allows taking back a cancellation at the period end, but not an immediate one', async () => {
    const ana = await somebody('pm_card_visa');
    const { id } = await ana.begin({});
    const { subscriptions } = at.account;
    await subscriptions.update(id, { cancel_at_period_end: true });
    const { currentPeriodEnd } = await ana.seen();
    expect(await ana.seen()).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: currentPeriodEnd,
    });
    await subscriptions.update(id, { cancel_at_period_end: false });
    expect(await ana.seen()).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: undefined,
      canceled_at: undefined,
    });
    await at.stripe.cancel(id);
    expect(await ana.seen()).toMatchObject(ended);
    await at.stripe.cancel(id);
  });

  test.skipIf(!isHere)('starts the next period on renewal', async () => {
    const ana = await somebody('pm_card_visa');
    await ana.begin({});
    const { currentPeriodEnd } = await ana.seen();
    await ana.advance(31.5);
    expect(await ana.seen()).toMatchObject({ status: 'active', currentPeriodStart: currentPeriodEnd });
  });

  test.skipIf(!isHere)('opens the pages of the product, and expires a checkout page once', async () => {
    const { id: customer } = await at.account.customers.create({ name: 'Contract' });
    const session = await at.stripe.createCheckout(aCheckout(customer), `contract:${customer}`);
    expect(await at.stripe.checkout(session.id)).toMatchObject({ status: 'open', url: expect.any(String) });
    expect(await at.stripe.expireCheckout(session.id)).toBe('expired');
    expect(await at.stripe.expireCheckout(session.id)).toBe('over');
    const configuration = ids.portalConfiguration ?? '';
    const home = { customer, configuration, locale: 'es', return_url: appUrl } as const;
    expect(await at.stripe.openPortal(home)).toContain('http');
    const after_completion = { type: 'redirect', redirect: { return_url: appUrl } } as const;
    const flow_data = { type: 'payment_method_update', after_completion } as const;
    expect(await at.stripe.openPortal({ ...home, flow_data })).toContain('http');
  });

  test.skipIf(!isHere)('reports a deleted customer as deleted and rejects its use', async () => {
    const ana = await somebody('pm_card_visa');
    await ana.begin({});
    await at.account.customers.del(ana.customer);
    expect(await at.stripe.customer(ana.customer)).toMatchObject({ deleted: true });
    const refusal = { kind: 'refused', details: { code: 'resource_missing', param: 'customer' } };
    const page = at.stripe.createCheckout(aCheckout(ana.customer), `contract:gone:${ana.customer}`);
    await expect(page).rejects.toMatchObject(refusal);
    await expect(at.stripe.openPortal({ customer: ana.customer, return_url: appUrl })).rejects.toMatchObject(refusal);
  });

  test.skipIf(!isHere)('rejects an idempotency key that was used with other parameters', async () => {
    const once = `contract:${crypto.randomUUID()}`;
    const first = await at.stripe.createCustomer({ name: 'One' }, once);
    expect(await at.stripe.createCustomer({ name: 'One' }, once)).toBe(first);
    await expect(at.stripe.createCustomer({ name: 'Two' }, once)).rejects.toMatchObject({ kind: 'sameKey' });
  });

  const aCheckout = (customer: string): Stripe.Checkout.SessionCreateParams => ({
    mode: 'subscription',
    customer,
    line_items: [{ price: ids.pro_annual ?? '', quantity: 1 }],
    success_url: appUrl,
    expires_at: Math.floor(Date.now() / 1000) + 1900,
    allow_promotion_codes: true,
    payment_method_collection: 'if_required',
    subscription_data: { ...flexible, trial_period_days: 5, trial_settings: cancelWithoutCard },
  });
});
