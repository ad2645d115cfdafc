import { beforeEach, describe, expect, test } from 'vitest';

import { comparePrices } from '#functions/billing/compare-prices.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import { billingEvents } from '#shared/rules/billing/billing-events.ts';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { eventsOf, paid, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const drift = () => at.metrics.at(-1)?.['BillingDrift'];
const status = (id = 1) => at.items.get(id)?.status;
const looks = () => at.sent.filter(({ path }) => path === '/v1/subscriptions').length;

const minutes = (count: number) => at.advance(count / 1440);
const hour = async () => {
  minutes(60);
  await at.lookForMissedEvents();
};
/** Answers every webhook with 200, but loses its content. */
const loseAfter200 = () => at.waiting.splice(0).forEach((delivery) => void (delivery.state = 'delivered'));

describe('the hourly job', () => {
  test('syncs a customer whose event did not arrive, and counts the difference', async () => {
    await paid(at);
    await hour();
    expect(status()).toBe('trialing');
    expect(drift()).toBe(1);
  });

  test('skips an unreadable event and syncs the other customers', async () => {
    await paid(at);
    const odd = at.sandbox.events.all().find(({ type }) => type === 'customer.subscription.created');
    Object.assign(odd ?? {}, { id: `evt_${'1'.repeat(400)}` });
    await hour();
    expect(status()).toBe('trialing');
  });

  test('syncs a customer once when an event was lost after a 200', async () => {
    const { subscriptionId = '' } = await subscribed(at, { id: 2 });
    minutes(10);
    await at.account.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    loseAfter200();
    await hour();
    expect(at.items.get(2)?.cancel_at_period_end).toBe(true);
    expect(drift()).toBe(1);
    const before = looks();
    await hour();
    expect(looks()).toBe(before);
    expect(drift()).toBe(0);
  });

  test('ignores events that a sync followed, of others, of other types or older than two days', async () => {
    await at.account.customers.create({ name: 'Somebody else' });
    await at.account.products.create({ name: 'Something else' });
    await paid(at);
    minutes(2);
    await at.sync(1);
    await paid(at, { id: 2, card: 'pm_card_visa' });
    at.advance(2.1);
    for (const one of at.sandbox.events.all())
      if (one.type === 'customer.subscription.trial_will_end') one.created -= 2 * 86_400;
    const before = looks();
    await at.lookForMissedEvents();
    expect(looks()).toBe(before);
    expect(status(2)).toBe('none');
  });

  test('leaves events of the last minutes to their webhook', async () => {
    await paid(at);
    minutes(4);
    await at.lookForMissedEvents();
    expect(status()).toBe('none');
    minutes(2);
    await at.lookForMissedEvents();
    expect(status()).toBe('trialing');
  });

  test('requests only our event types of two days, and no more types per call than Stripe accepts', async () => {
    minutes(10);
    at.sent.length = 0;
    await at.lookForMissedEvents();
    const asked = at.sent.filter(({ path }) => path === '/v1/events').map(({ body }) => new URLSearchParams(body));
    const types = asked.map((query) => [...query].filter(([name]) => name.startsWith('types')).map(([, type]) => type));
    expect(types.flat()).toEqual(billingEvents);
    expect(types.map(({ length }) => length)).toEqual([20, billingEvents.length - 20]);
    for (const query of asked) {
      expect(Number(query.get('created[lte]')) - Number(query.get('created[gte]'))).toBe(2 * 86_400 - 300);
    }
  });

  test('syncs the other workspaces when one fails, and syncs that one an hour later', async () => {
    await paid(at);
    await paid(at, { id: 2, card: 'pm_card_visa' });
    at.trouble.push({ at: 'GET /v1/subscriptions', status: 500 });
    minutes(5.5);
    await at.lookForMissedEvents();
    expect([status(1), status(2)].filter((one) => one === 'none')).toHaveLength(1);
    expect(eventsOf(at)).toContain('billing.syncFailed');
    await hour();
    expect([status(1), status(2)]).toEqual(['trialing', 'active']);
  });
});

describe('comparing prices', () => {
  const found = () => at.logged.filter(({ event }) => event === 'billing.priceDiffers').map(({ text }) => text);
  const priceOf = (plan: 'pro_monthly' | 'pro_annual') => at.sandbox.prices.need(at.ids[plan] ?? '');

  test('logs no difference when the shown prices equal Stripe’s', async () => {
    await at.comparePrices();
    expect(eventsOf(at)).toEqual(['billing.jobDone']);
  });

  test.each([
    ['another amount', { amount: 1600 }, '1600 usd per month'],
    ['another currency', { currency: 'brl' }, '1500 brl per month'],
    ['another period', { recurring: { interval: 'week' as const, count: 2 } }, '1500 usd per 2 weeks'],
    ['no period', { recurring: undefined }, '1500 usd once'],
    ['been archived', { active: false }, 'archived'],
  ])('logs an error when the price at Stripe has %s', async (_, change, charged) => {
    Object.assign(priceOf('pro_monthly'), change);
    await at.comparePrices();
    expect(found()).toEqual([expect.stringContaining(`"shown":"1500 usd per month","charged":"${charged}"`)]);
    expect(found()[0]).toContain('"plan":"pro_monthly"');
  });

  test('logs an error per price when Stripe does not know it or it was never created', async () => {
    at.trouble.push({ at: `GET /v1/prices/${at.ids.pro_annual}`, status: 404, code: 'resource_missing' });
    await at.comparePrices();
    expect(found()).toEqual([expect.stringContaining('"shown":"12000 usd per year","charged":"missing"')]);
    at.logged.length = 0;
    await comparePrices({ ...at.deps, catalogue: { ...at.deps.catalogue, prices: notMade } });
    expect(found()).toHaveLength(2);
  });

  test('logs no difference when a price cannot be read', async () => {
    at.trouble.push({ at: `GET /v1/prices/${at.ids.pro_monthly}`, status: 500 });
    await expect(at.comparePrices()).rejects.toThrow('Stripe: failed');
    expect(found()).toEqual([]);
  });
});

const notMade = () => Promise.reject(new StripeFailure('notConfigured', { param: 'pro_monthly' }));

describe('the daily job', () => {
  test('syncs a due subscription whose event was lost, and counts the difference', async () => {
    await subscribed(at, { id: 2 });
    const { subscriptionId = '' } = at.items.get(2) ?? {};
    await at.account.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    at.waiting.length = 0;
    at.advance(0.9);
    await at.syncDue();
    expect(drift()).toBe(0);
    expect(at.items.get(2)?.cancel_at_period_end).toBe(false);
    at.advance(1.1);
    await at.syncDue();
    expect(drift()).toBe(1);
    expect(at.items.get(2)?.cancel_at_period_end).toBe(true);
  });

  test('counts no difference when the state equals Stripe’s, and reads no subscription twice', async () => {
    await subscribed(at, { id: 2 });
    at.advance(1.1);
    await at.syncDue();
    expect(drift()).toBe(0);
    const before = looks();
    await at.syncDue();
    expect(looks()).toBe(before);
  });

  test('stops syncing a subscription that is over', async () => {
    await subscribed(at);
    at.advance(6);
    await at.sync(1);
    expect(at.items.get(1)?.dueAt).toBeUndefined();
  });
});
