import { describe, expect, test } from 'vitest';

import { stripeSubscription, type StripeCustomer } from '#functions/providers/stripe-objects.ts';

import { projectSubscription, type StripeFacts } from './project-subscription.ts';

const now = new Date('2026-11-20T12:00:00Z');
const start = Date.parse('2026-11-19T12:00:00Z') / 1000;
const end = start + 30 * 86_400;
const later = '2026-12-19T12:00:00.000Z';
const prices = { pro_monthly: 'price_m', pro_annual: 'price_a' };
const customer = { object: 'customer', id: 'cus_1', invoice_settings: {} } satisfies StripeCustomer;

const aPrice = (change: object = {}) => ({
  id: 'price_m',
  unit_amount: 1500,
  recurring: { interval: 'month' },
  ...change,
});
const anItem = (change: object = {}) => ({
  id: 'si_1',
  quantity: 1,
  current_period_start: start,
  current_period_end: end,
  price: aPrice(),
  ...change,
});
const aSubscription = (change: object = {}) =>
  stripeSubscription.parse({
    object: 'subscription',
    id: 'sub_1',
    status: 'active',
    created: start,
    currency: 'usd',
    customer,
    cancel_at_period_end: false,
    items: { data: [anItem()] },
    ...change,
  });
const anInvoice = (change: object = {}) => ({
  object: 'invoice',
  status: 'open',
  amount_due: 1500,
  amount_paid: 0,
  amount_remaining: 1200,
  ...change,
});

const project = (change: object = {}, seen: Partial<StripeFacts> = {}, before = {}) =>
  projectSubscription(
    { customer, subscription: aSubscription(change), preview: undefined, ...seen },
    { prices, before, now },
  );

test.each(['active', 'trialing', 'past_due', 'unpaid', 'incomplete', 'paused', 'hibernating'])(
  "returns Stripe's status %s and the plan",
  (status) => expect(project({ status })).toMatchObject({ status, planType: 'pro_monthly' }),
);

test.each(['canceled', 'incomplete_expired'])('returns the free plan and no amount when %s', (status) => {
  expect(project({ status, latest_invoice: anInvoice() })).toMatchObject({ planType: 'free', amount_due: 0 });
});

describe('plan', () => {
  test.each([
    ['a configured price', { id: 'price_a' }, 'pro_annual'],
    ['a configured price before its key', { id: 'price_a', lookup_key: 'pro_monthly' }, 'pro_annual'],
    ['a lookup key', { id: 'price_x', lookup_key: 'pro_annual' }, 'pro_annual'],
    ['the billing interval', { id: 'price_x', recurring: { interval: 'year' } }, 'pro_annual'],
    ['an unknown interval', { id: 'price_x', recurring: { interval: 'week' } }, 'free'],
  ])('derives the plan from %s', (_, price, planType) => {
    expect(project({ items: { data: [anItem({ price: aPrice(price) })] } }).planType).toBe(planType);
  });
});

test('multiplies price and quantity, and returns zero without an item', { tags: 'spec-148.1' }, () => {
  expect(project({ items: { data: [anItem({ quantity: 2 })] } }).amount).toBe(3000);
  expect(project({ items: { data: [anItem(), anItem({ id: 'si_2' })] } }).amount).toBe(1500);
  expect(project({ items: { data: [] } })).toMatchObject({
    amount: 0,
    planType: 'free',
    currentPeriodEnd: undefined,
  });
  expect(project({ items: { data: [anItem({ price: aPrice({ unit_amount: null }) })] } }).amount).toBe(0);
});

describe('amount due', () => {
  test.each([
    [[], 0],
    [[{ amount: 100 }], 100],
    [[{ amount: 100 }, { amount: 50 }], 150],
  ])('reads the amount due from the next invoice with discounts %j', (discounts, sum) => {
    const preview = { amount_due: 1350, total_discount_amounts: discounts };
    expect(project({}, { preview })).toMatchObject({ amount_due: 1350, amount_total_discount: sum });
  });
  test('returns the price when the preview fails, and zero without a next invoice', () => {
    expect(project({}, { preview: 'failed' })).toMatchObject({ amount_due: 1500, amount_total_discount: 0 });
    expect(project({}).amount_due).toBe(0);
  });
  test.each(['past_due', 'unpaid', 'incomplete'])(
    'returns the remaining amount of the open invoice when %s',
    (status) => {
      expect(project({ status, latest_invoice: anInvoice() }).amount_due).toBe(1200);
    },
  );
});

describe('attached card', () => {
  const card = 'pm_1';
  test.each([
    ['to the subscription', { default_payment_method: card }, customer],
    ['to the subscription, as a source', { default_source: card }, customer],
    ['to the customer', {}, { ...customer, invoice_settings: { default_payment_method: card } }],
    ['to the customer, as a source', {}, { ...customer, default_source: card }],
  ] as const)('finds a card that is attached %s', (_, change, owner) => {
    expect(project(change, { customer: owner }).hasPaymentMethodAttached).toBe(true);
  });
  test('finds no card when none is attached or the customer is deleted', () => {
    expect(project().hasPaymentMethodAttached).toBe(false);
    const gone = { object: 'customer', id: 'cus_1', deleted: true } as const;
    expect(project({}, { customer: gone }).hasPaymentMethodAttached).toBe(false);
  });
});

describe('cancellation', () => {
  test('returns the same for a cancellation by date and by flag', { tags: 'spec-148.1' }, () => {
    const byDate = project({ cancel_at: end, canceled_at: start });
    const byFlag = project({ cancel_at_period_end: true, canceled_at: start });
    expect(byDate).toMatchObject({
      cancel_at: later,
      cancel_at_period_end: true,
      canceled_at: '2026-11-19T12:00:00.000Z',
    });
    expect(byFlag).toEqual(byDate);
    expect(project({ cancel_at: end, cancel_at_period_end: true, canceled_at: start })).toEqual(byDate);
  });
  test('uses the first sync as the time of a cancellation that has none', () => {
    expect(project({ cancel_at: end }).canceled_at).toBe(now.toISOString());
    const before = { subscriptionId: 'sub_1', canceled_at: '2026-11-20T08:00:00.000Z' };
    expect(project({ cancel_at: end }, {}, before).canceled_at).toBe(before.canceled_at);
  });
  test('returns the end of the period and no flag after an immediate cancellation', () => {
    const ended = project({ status: 'canceled', canceled_at: start });
    expect(ended).toMatchObject({ currentPeriodEnd: later, cancel_at_period_end: false, cancel_at: undefined });
  });
  test('returns no times without a cancellation', () => {
    expect(project()).toMatchObject({ canceled_at: undefined, cancel_at: undefined, cancel_at_period_end: false });
  });
});

test('returns the end of the trial and converts seconds to ISO times', () => {
  const trialEnd = start + 5 * 86_400;
  expect(project({ status: 'trialing', trial_end: trialEnd })).toMatchObject({
    currentPeriodStart: '2026-11-19T12:00:00.000Z',
    currentPeriodEnd: '2026-11-24T12:00:00.000Z',
  });
});

test('finds the card of a customer without a subscription', () => {
  const owner = { ...customer, invoice_settings: { default_payment_method: 'pm_1' } };
  const known = { prices, before: {}, now };
  const none = projectSubscription({ customer: owner, subscription: undefined, preview: undefined }, known);
  expect(none).toMatchObject({ status: 'none', planType: 'free', amount: 0, hasPaymentMethodAttached: true });
});
