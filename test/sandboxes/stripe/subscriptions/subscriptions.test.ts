import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { aStripe, aSubscriber, idOf, type AStripe } from '../a-stripe.ts';

let at: AStripe;
let made: Awaited<ReturnType<AStripe['catalog']>>;
const noon = new Date('2026-11-20T12:00:00Z');
let clock = noon;

beforeAll(async () => {
  at = await aStripe({ now: () => clock });
});
beforeEach(async () => {
  clock = noon;
  await at.reset();
  made = await at.catalog();
});
afterAll(() => at.close());

const paying = (price = made.monthly.id) => aSubscriber(at, price, { trial: false, card: 'pm_card_visa' });
const day = (text: string) => Date.parse(text) / 1000;
const subs = () => at.stripe.subscriptions;

describe('subscriptions', () => {
  test('has the period on the item and expands customer, invoice and card', async () => {
    const { customer } = await paying();
    const expand = ['data.customer', 'data.latest_invoice', 'data.default_payment_method'];
    const { data } = await subs().list({ customer, status: 'all', limit: 100, expand });
    expect(data).toMatchObject([
      {
        status: 'active',
        customer: { email: 'ana@example.com' },
        latest_invoice: {
          status: 'paid',
          total: 1500,
          parent: { subscription_details: { subscription: data[0]?.id } },
        },
        default_payment_method: { card: { last4: '4242' } },
        items: {
          data: [
            { current_period_start: day('2026-11-20T12:00:00Z'), current_period_end: day('2026-12-20T12:00:00Z') },
          ],
        },
      },
    ]);
  });

  test('hides ended subscriptions from lists unless requested', async () => {
    const { customer, read } = await paying();
    const { id } = await read();
    expect(await subs().cancel(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect((await subs().list({ customer })).data).toEqual([]);
    expect((await subs().list({ customer, status: 'all' })).data).toHaveLength(1);
    expect((await subs().list({ customer, status: 'ended' })).data).toHaveLength(1);
    await expect(subs().cancel(id)).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(subs().update(id, { cancel_at_period_end: true })).rejects.toMatchObject({ statusCode: 400 });
    expect(await subs().update(id, { metadata: { a: '1' } })).toMatchObject({ metadata: { workspaceId: '7', a: '1' } });
  });

  test('ends a subscription immediately when its customer is deleted', async () => {
    const { customer, read } = await paying();
    const { id } = await read();
    await at.stripe.customers.del(customer);
    expect(await subs().retrieve(id)).toMatchObject({ status: 'canceled' });
  });

  test('sets only the flag when the end is scheduled by API, and allows reverting it', async () => {
    const { id } = await (await paying()).read();
    const scheduled = await subs().update(id, { cancel_at_period_end: true });
    expect(scheduled).toMatchObject({
      cancel_at_period_end: true,
      cancel_at: null,
      canceled_at: day('2026-11-20T12:00:00Z'),
    });
    await expect(at.stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
    const kept = await subs().update(id, { cancel_at_period_end: false });
    expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
    await expect(subs().update(id, { cancel_at_period_end: true, cancel_at: 2_000_000_000 })).rejects.toMatchObject({
      param: 'cancel_at',
    });
    await expect(subs().update(id, { cancel_at: 1000 })).rejects.toMatchObject({ param: 'cancel_at' });
  });

  test("accepts only cards of the subscription's customer", async () => {
    const { customer, read } = await paying();
    const { id } = await read();
    const other = await at.stripe.customers.create({});
    const foreign = await at.stripe.paymentMethods.attach('pm_card_mastercard', { customer: other.id });
    const refused = subs().update(id, { default_payment_method: foreign.id });
    await expect(refused).rejects.toMatchObject({ param: 'default_payment_method' });
    const own = await at.stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    expect(await subs().update(id, { default_payment_method: own.id })).toMatchObject({
      default_payment_method: own.id,
    });
  });

  test('bills the difference immediately for a more expensive plan and starts a new period', async () => {
    const { read } = await paying();
    const { id, items } = await read();
    await at.days(10);
    const item = { id: items.data[0]?.id ?? '', price: made.annual.id };
    const changed = await subs().update(id, { items: [item], expand: ['latest_invoice'] });
    expect(changed).toMatchObject({
      latest_invoice: { status: 'paid', total: 10_500, billing_reason: 'subscription_update' },
      items: { data: [{ price: { id: made.annual.id }, current_period_end: day('2027-11-30T12:00:00Z') }] },
    });
  });

  test('creates a subscription by API only with a trial or a card', async () => {
    const { id: customer } = await at.stripe.customers.create({});
    const items = [{ price: made.monthly.id }];
    await expect(subs().create({ customer, items })).rejects.toMatchObject({ code: 'resource_missing' });
    expect(await subs().create({ customer, items, trial_period_days: 5 })).toMatchObject({ status: 'trialing' });
    const card = await at.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    const declined = await subs().create({ customer, items, default_payment_method: card.id });
    expect(declined).toMatchObject({ status: 'incomplete' });
    await at.days(1);
    expect(await subs().retrieve(declined.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    });
  });
});

describe('invoice previews', () => {
  test('returns the total of the next invoice and its discounts', async () => {
    await at.stripe.coupons.create({ id: 'fifth', percent_off: 20, duration: 'forever' });
    const more = { discounts: [{ coupon: 'fifth' }] };
    const { customer, read } = await aSubscriber(at, made.annual.id, { more });
    const subscription = (await read()).id;
    const preview = await at.stripe.invoices.createPreview({ customer, subscription });
    expect(preview).toMatchObject({ amount_due: 9600, subtotal: 12_000, total_discount_amounts: [{ amount: 2400 }] });
    expect(preview.id).toMatch(/^upcoming_in/);
    await subs().cancel(subscription);
    await expect(at.stripe.invoices.createPreview({ subscription })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
  });
});

describe('the passing of time', () => {
  const trialEnd = day('2026-11-25T12:00:00Z');
  const nextEnd = day('2026-12-25T12:00:00Z');
  test.each([
    { name: 'canceled without a card', card: undefined, status: 'canceled', ended: trialEnd, until: trialEnd },
    { name: 'billed with a card', card: 'pm_card_visa', status: 'active', ended: null, until: nextEnd },
    {
      name: 'past due with a declined card',
      card: 'pm_card_chargeCustomerFail',
      status: 'past_due',
      ended: null,
      until: nextEnd,
    },
  ])('ends a trial as Stripe does: $name', async ({ card, status, ended, until }) => {
    const { read } = await aSubscriber(at, made.monthly.id, { card });
    await at.days(4.9);
    expect(await read()).toMatchObject({ status: 'trialing' });
    await at.days(0.2);
    const { ended_at, trial_end, items, ...after } = await read();
    expect([after.status, ended_at, trial_end, items.data[0]?.current_period_end]).toEqual([
      status,
      ended,
      trialEnd,
      until,
    ]);
  });

  test('pauses or bills after a trial without a card, as the subscription specifies', async () => {
    const ends = ['pause', 'create_invoice'] as const;
    const statuses: string[] = [];
    for (const missing_payment_method of ends) {
      const subscription_data = { trial_period_days: 5, trial_settings: { end_behavior: { missing_payment_method } } };
      const { read } = await aSubscriber(at, made.monthly.id, { more: { subscription_data } });
      await at.until('trialEnd');
      await at.days(0.1);
      statuses.push((await read()).status);
    }
    expect(statuses).toEqual(['paused', 'past_due']);
  });

  test('resumes a paused subscription with a card', async () => {
    const end_behavior = { missing_payment_method: 'pause' as const };
    const subscription_data = { trial_period_days: 5, trial_settings: { end_behavior } };
    const { read, customer } = await aSubscriber(at, made.monthly.id, { more: { subscription_data } });
    await at.days(6);
    const { id } = await read();
    await expect(subs().resume(id)).rejects.toMatchObject({ statusCode: 402 });
    const card = await at.stripe.paymentMethods.attach('pm_card_visa', { customer });
    await subs().update(id, { default_payment_method: card.id });
    expect(await subs().resume(id)).toMatchObject({ status: 'active' });
    await expect(subs().resume(id)).rejects.toMatchObject({ statusCode: 400 });
  });

  test('bills immediately when a trial is ended by API', async () => {
    const { read } = await aSubscriber(at, made.monthly.id, { card: 'pm_card_visa' });
    const { id } = await read();
    expect(await subs().update(id, { trial_end: 'now', expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', total: 1500 },
    });
  });

  test('renews repeatedly with a paid invoice each time', async () => {
    const { read, customer } = await paying();
    await at.until('2027-02-20T14:00:00Z');
    expect((await read()).items.data[0]).toMatchObject({
      current_period_start: day('2027-02-20T12:00:00Z'),
      current_period_end: day('2027-03-20T12:00:00Z'),
    });
    const { data } = await at.stripe.invoices.list({ customer });
    expect(data.map(({ status, total }) => [status, total])).toEqual(Array.from({ length: 4 }, () => ['paid', 1500]));
  });

  test.each([
    ['month', '2027-01-31T08:00:00Z', ['2027-02-28T08:00:00Z', '2027-03-31T08:00:00Z', '2027-04-30T08:00:00Z']],
    ['year', '2028-02-29T08:00:00Z', ['2029-02-28T08:00:00Z', '2030-02-28T08:00:00Z', '2031-02-28T08:00:00Z']],
  ])('ends a %s that starts on the last day of a month on the last day', async (interval, start, ends) => {
    clock = new Date(start);
    const { read } = await paying(interval === 'month' ? made.monthly.id : made.annual.id);
    const seen: number[] = [];
    for (const _ of ends) {
      seen.push((await read()).items.data[0]?.current_period_end ?? 0);
      await at.until('periodEnd');
    }
    expect(seen).toEqual(ends.map(day));
  });

  test.each([
    ['cancel', 'canceled', 'payment_failed'],
    ['unpaid', 'unpaid', null],
    ['past_due', 'past_due', null],
  ])(
    'retries a declined renewal and then sets the status %s from the settings',
    async (afterRetries, status, reason) => {
      await at.control('settings', { afterRetries, retryDays: [1, 3] });
      const { read, customer } = await paying();
      await at.control('cards', { customer, charge: 'declines' });
      await at.until('periodEnd');
      expect(await read()).toMatchObject({ status: 'active' });
      await at.days(0.1);
      expect(await read()).toMatchObject({ status: 'past_due' });
      await at.days(2);
      const [invoice] = (await at.stripe.invoices.list({ customer })).data;
      expect(invoice).toMatchObject({ status: 'open', attempt_count: 2, amount_remaining: 1500 });
      await at.days(2);
      expect(await read()).toMatchObject({ status, cancellation_details: { reason } });
    },
  );

  test('reactivates a past due subscription after a successful retry or a manual payment', async () => {
    const { read, customer } = await paying();
    await at.control('cards', { customer, charge: 'declines' });
    await at.until('periodEnd');
    await at.days(0.1);
    const { latest_invoice } = await read();
    const invoice = idOf(latest_invoice);
    await expect(at.stripe.invoices.pay(invoice)).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
    });
    await at.control('cards', { customer, charge: 'works' });
    expect(await at.stripe.invoices.pay(invoice)).toMatchObject({ status: 'paid', amount_remaining: 0 });
    expect(await read()).toMatchObject({ status: 'active' });
    await expect(at.stripe.invoices.pay(invoice)).rejects.toMatchObject({ statusCode: 400 });
    await at.control('cards', { customer, charge: 'declines' });
    await at.until('periodEnd');
    await at.days(0.1);
    expect(await read()).toMatchObject({ status: 'past_due' });
    await at.control('cards', { customer, charge: 'works' });
    await at.days(4);
    expect(await read()).toMatchObject({ status: 'active' });
  });

  test('voids an open invoice, which is then no longer due', async () => {
    const { read, customer } = await paying();
    await at.control('cards', { customer, charge: 'declines' });
    await at.until('periodEnd');
    await at.days(0.1);
    const { id, latest_invoice } = await read();
    await subs().cancel(id);
    expect(await at.stripe.invoices.retrieve(idOf(latest_invoice))).toMatchObject({ status: 'open' });
    const voided = await at.stripe.invoices.voidInvoice(idOf(latest_invoice));
    expect(voided).toMatchObject({ status: 'void', amount_remaining: 0 });
    await expect(at.stripe.invoices.voidInvoice(voided.id ?? '')).rejects.toMatchObject({ statusCode: 400 });
    await expect(at.stripe.invoices.pay(voided.id ?? '')).rejects.toMatchObject({ statusCode: 400 });
  });

  test('ends a subscription or a trial at the scheduled end of the period', async () => {
    const running = await paying();
    await subs().update((await running.read()).id, { cancel_at_period_end: true });
    const trying = await aSubscriber(at, made.monthly.id, { card: 'pm_card_visa' });
    await subs().update((await trying.read()).id, { cancel_at: 'min_period_end' });
    await at.days(5);
    expect([(await running.read()).status, (await trying.read()).status]).toEqual(['active', 'canceled']);
    await at.days(26);
    expect(await running.read()).toMatchObject({ status: 'canceled', ended_at: day('2026-12-20T12:00:00Z') });
    expect((await at.stripe.invoices.list({ customer: running.customer })).data).toHaveLength(1);
  });

  test('processes time that passes in reality and never moves the clock back', async () => {
    const { read } = await aSubscriber(at, made.monthly.id);
    clock = new Date('2026-11-26T12:00:00Z');
    expect(await read()).toMatchObject({ status: 'canceled' });
    expect(await at.until('2026-11-20T12:00:00Z')).toMatchObject({ status: 400 });
    expect(await at.control('advance', { weeks: 1 })).toMatchObject({ status: 400 });
  });
});

test("moves the sandbox's only clock with a test clock and deletes its customers with it", async () => {
  const { testClocks } = at.stripe.testHelpers;
  const now = clock.getTime() / 1000;
  const one = await testClocks.create({ frozen_time: now, name: 'A life' });
  expect(one).toMatchObject({ object: 'test_helpers.test_clock', frozen_time: now, status: 'ready', name: 'A life' });
  const { id: customer } = await at.stripe.customers.create({ test_clock: one.id });
  const items = [{ price: made.monthly.id }];
  const trial_settings = { end_behavior: { missing_payment_method: 'cancel' as const } };
  const { id } = await subs().create({ customer, items, trial_period_days: 5, trial_settings });
  await testClocks.advance(one.id, { frozen_time: now + 6 * 86_400 });
  expect(await subs().retrieve(id)).toMatchObject({ status: 'canceled', test_clock: one.id });
  await expect(testClocks.advance(one.id, { frozen_time: now })).rejects.toMatchObject({ param: 'frozen_time' });
  expect(await testClocks.retrieve(one.id)).toMatchObject({ frozen_time: now + 6 * 86_400 });
  await testClocks.del(one.id);
  expect(await at.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
});
