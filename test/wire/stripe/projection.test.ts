import { beforeEach, describe, expect, test } from 'vitest';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { atStripe, eventsOf, paid, refusalOf, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const overtake = () => {
  const item = at.items.get(1);
  if (item) at.items.set(1, { ...item, rev: item.rev + 1 });
};
const looks = () => at.sent.filter(({ path }) => path === '/v1/subscriptions').length;

describe('a lost race', () => {
  test('reads Stripe again after a lost race, so that it stores the newer state', async () => {
    await paid(at);
    at.subscriptions.between.push(() => {
      overtake();
      at.advance(6);
    });
    const before = looks();
    expect((await at.sync(1)).item.status).toBe('canceled');
    expect(looks() - before).toBe(2);
  });

  test('stores the state at the fifth attempt after four lost races', async () => {
    await paid(at);
    at.subscriptions.between.push(overtake, overtake, overtake, overtake);
    expect((await at.sync(1)).item.status).toBe('trialing');
  });

  test('stores nothing after five lost races, and succeeds on redelivery', async () => {
    await paid(at);
    const [event] = at.waiting;
    if (!event) throw new Error('nothing happened');
    at.subscriptions.between.push(overtake, overtake, overtake, overtake, overtake);
    expect(await at.deliver(event)).toBe(500);
    expect(at.items.get(1)?.status).toBe('none');
    expect(at.users.get('ana')?.trialUsed).toBe(false);
    expect(await at.deliver(event)).toBe(200);
    expect(at.items.get(1)?.status).toBe('trialing');
  });

  test('returns 503 to a checkout after five lost races', async () => {
    await at.checkout(1, 'pro_monthly');
    at.subscriptions.between.push(overtake, overtake, overtake, overtake, overtake);
    expect(await refusalOf(at.checkout(1, 'pro_annual'))).toEqual([503, 'server.busy']);
  });
});

describe('two live subscriptions', () => {
  const another = (more: { trial_period_days?: number; default_payment_method?: string }) =>
    at.account.subscriptions.create({
      customer: at.items.get(1)?.customerId ?? '',
      items: [{ price: at.ids.pro_annual ?? '' }],
      ...more,
    });

  test('keeps the older subscription and cancels a newer one that cost nothing', async () => {
    const { subscriptionId } = await subscribed(at, { card: 'pm_card_visa' });
    await another({ trial_period_days: 5 });
    expect((await at.sync(1)).item.subscriptionId).toBe(subscriptionId);
    expect(at.sandbox.subscriptions.all().map(({ status }) => status)).toEqual(['trialing', 'canceled']);
  });

  test('keeps both subscriptions and notifies an operator when the newer one was paid', async () => {
    const { subscriptionId } = await subscribed(at, { card: 'pm_card_visa' });
    await another({ default_payment_method: atStripe(at).card ?? '' });
    expect((await at.sync(1)).item.subscriptionId).toBe(subscriptionId);
    expect(eventsOf(at)).toContain('billing.twoLive');
    expect(at.sandbox.subscriptions.all().map(({ status }) => status)).toEqual(['trialing', 'active']);
  });

  test('switches to the other subscription when the first one has ended', async () => {
    const { subscriptionId = '' } = await subscribed(at, { card: 'pm_card_visa' });
    const { id } = await another({ default_payment_method: atStripe(at).card ?? '' });
    await at.account.subscriptions.cancel(subscriptionId);
    expect((await at.sync(1)).item).toMatchObject({ subscriptionId: id, status: 'active', planType: 'pro_annual' });
  });
});

describe('the stored item', () => {
  test('stores plain values, without classes of Stripe’s client', async () => {
    await subscribed(at, { card: 'pm_card_visa' });
    const item = at.items.get(1);
    expect(item).toMatchObject({ amount: 1500, amount_due: 1500 });
    // A class instance, such as the client's decimals, would come back changed.
    expect(item).toEqual(JSON.parse(JSON.stringify(item)));
  });

  test('stores the price as the amount due when Stripe cannot preview the invoice', async () => {
    await paid(at, { card: 'pm_card_visa' });
    at.trouble.push({ at: 'POST /v1/invoices/create_preview', status: 500 });
    expect((await at.sync(1)).item).toMatchObject({ amount_due: 1500, amount_total_discount: 0 });
    expect(eventsOf(at)).toContain('billing.previewFailed');
  });

  test('stores nothing due when Stripe reports no upcoming invoice', async () => {
    await paid(at, { card: 'pm_card_visa' });
    at.trouble.push({ at: 'POST /v1/invoices/create_preview', status: 404, code: 'invoice_upcoming_none' });
    expect((await at.sync(1)).item).toMatchObject({ amount: 1500, amount_due: 0 });
  });

  test('stores the amount that remains after a promotion code', { tags: 'spec-148.1' }, async () => {
    await at.account.coupons.create({ id: 'half', percent_off: 50, duration: 'forever' });
    at.sandbox.promotions.add({ id: 'promo_half', created: 0, code: 'HALF', coupon: 'half', active: true });
    const { url } = await at.checkout(1, 'pro_annual');
    await at.pressed(url, { action: 'code', code: 'HALF' });
    await at.pressed(url, { action: 'pay', card: 'none' });
    expect((await at.sync(1)).item).toMatchObject({ amount: 12_000, amount_due: 6000, amount_total_discount: 6000 });
  });

  test('recognises the plan when our own prices cannot be read', async () => {
    await paid(at, { plan: 'pro_annual' });
    at.deps.catalogue.prices = () => Promise.reject(new Error('no answer'));
    expect((await at.sync(1)).item.planType).toBe('pro_annual');
  });

  test('raises an alarm for a subscription that the product did not create', async () => {
    await subscribed(at);
    const [item] = atStripe(at).items;
    if (item) atStripe(at).items.push({ ...item, id: 'si_second' });
    await at.sync(1);
    expect(at.logged.find(({ event }) => event === 'billing.unexpected')?.text).toContain('"count":2');
  });
});
