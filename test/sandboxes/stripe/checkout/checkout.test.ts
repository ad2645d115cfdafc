import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { aCheckout, aStripe, aSubscriber, type AStripe } from '../a-stripe.ts';

let at: AStripe;
let made: Awaited<ReturnType<AStripe['catalog']>>;
let customer: string;

beforeAll(async () => {
  at = await aStripe();
});
beforeEach(async () => {
  await at.reset();
  made = await at.catalog();
  customer = (await at.stripe.customers.create({ email: 'ana@example.com' })).id;
});
afterAll(() => at.close());

const create = (more: object = {}, trial = true) =>
  at.stripe.checkout.sessions.create({ ...aCheckout(made.monthly.id, customer, trial), ...more });

describe('checkout sessions', () => {
  test('creates an open session with a page address and the requested values', async () => {
    const session = await create();
    expect(session).toMatchObject({
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      customer,
      client_reference_id: '7',
      locale: 'pt-BR',
      metadata: { workspaceId: '7' },
      amount_total: 0,
      subscription: null,
    });
    expect(session.url).toMatch(new RegExp(`^${at.url}/stripe/c/pay/cs_test_`));
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ id: session.id, status: 'open' });
  });

  test('expires a session once and removes its address', async () => {
    const session = await create();
    expect(await at.stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });
    await expect(at.stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
    expect((await at.look(session.url)).text).toContain('This page has expired');
  });

  test('expires a session at the requested time', async () => {
    const session = await create({ expires_at: Math.floor(Date.now() / 1000) + 31 * 60 });
    await at.control('advance', { hours: 0.5 });
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
    await at.control('advance', { hours: 0.1 });
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' });
  });

  test("accepts an expiry by the real clock when Stripe's clock was moved ahead", async () => {
    await at.days(40);
    const session = await create({ expires_at: Math.floor(Date.now() / 1000) + 31 * 60 });
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
    await at.control('advance', { hours: 0.6 });
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' });
  });

  test('expands items and customer of a session', async () => {
    const { id } = await create();
    const session = await at.stripe.checkout.sessions.retrieve(id, {
      expand: ['line_items.data.price.product', 'customer'],
    });
    expect(session).toMatchObject({
      customer: { email: 'ana@example.com' },
      line_items: { data: [{ price: { unit_amount: 1500, product: { id: 'pro' } } }] },
    });
    expect((await at.stripe.checkout.sessions.listLineItems(id)).data).toHaveLength(1);
  });

  const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
  test.each([
    ['no success address', () => ({ success_url: undefined }), 'success_url'],
    ['no lines', () => ({ line_items: [] }), 'line_items'],
    ['an unknown price', () => ({ line_items: [{ price: 'price_none', quantity: 1 }] }), 'line_items[0][price]'],
    ['a customer and an e-mail', () => ({ customer_email: 'a@example.com' }), 'customer'],
    ['an update of no customer', () => ({ customer: undefined, customer_update: { name: 'auto' } }), 'customer_update'],
    ['an unknown customer', () => ({ customer: 'cus_none' }), 'customer'],
    [
      'no days of trial',
      () => ({ subscription_data: { trial_period_days: 0 } }),
      'subscription_data[trial_period_days]',
    ],
    [
      'two ends of the trial',
      () => ({ subscription_data: { trial_period_days: 5, trial_end: inSeconds(500_000) } }),
      'subscription_data[trial_end]',
    ],
    [
      'a trial of one day by date',
      () => ({ subscription_data: { trial_end: inSeconds(86_400) } }),
      'subscription_data[trial_end]',
    ],
    ['too short a life', () => ({ expires_at: inSeconds(25 * 60) }), 'expires_at'],
    ['too long a life', () => ({ expires_at: inSeconds(25 * 3600) }), 'expires_at'],
    ['codes and a discount', () => ({ allow_promotion_codes: true, discounts: [{ coupon: 'x' }] }), 'discounts'],
    ['an invalid address', () => ({ cancel_url: 'nowhere' }), 'cancel_url'],
    ['metadata that is too long', () => ({ metadata: { note: 'x'.repeat(501) } }), 'metadata[note]'],
  ])('rejects a session with %s', async (_, more, param) => {
    await expect(create(more())).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
  });

  test("rejects a session for a deleted customer with Stripe's message", async () => {
    await at.stripe.customers.del(customer);
    await expect(create()).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' });
  });
});

describe('the checkout page', () => {
  test('shows the amounts due today and after the trial, with a link back', async () => {
    const { text } = await at.look((await create()).url);
    expect(text).toMatch(/5 days free[^]*Then \$15\.00[^]*Total due today[^]*\$0\.00[^]*Start trial/);
    expect(text).toContain('href="http://app.test/subscription?id=7&amp;canceled=true"');
  });

  test('starts a trial without a card and redirects to the success address', async () => {
    const { pressed, read, session } = await aSubscriber(at, made.monthly.id);
    expect(pressed).toMatchObject({ status: 303, location: 'http://app.test/subscription?id=7&success=true' });
    const subscription = await read();
    expect(subscription).toMatchObject({
      status: 'trialing',
      default_payment_method: null,
      metadata: { workspaceId: '7' },
      billing_mode: { type: 'flexible' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
    expect((subscription.trial_end ?? 0) - (subscription.trial_start ?? 0)).toBe(5 * 86_400);
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'no_payment_required',
      subscription: subscription.id,
      url: null,
    });
    expect((await at.look(session.url)).text).toContain('You&#39;re all done here');
  });

  test('charges a valid card and stores it on the subscription instead of the customer', async () => {
    const {
      read,
      customer: buyer,
      session,
    } = await aSubscriber(at, made.annual.id, { trial: false, card: 'pm_card_visa' });
    const subscription = await read();
    expect(subscription).toMatchObject({ status: 'active', items: { data: [{ price: { unit_amount: 12_000 } }] } });
    expect(subscription.default_payment_method).toMatch(/^pm_/);
    expect(await at.stripe.customers.retrieve(buyer)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
    expect((await at.stripe.invoices.list({ customer: buyer })).data).toMatchObject([
      { status: 'paid', amount_paid: 12_000 },
    ]);
    expect((await at.stripe.customers.listPaymentMethods(buyer)).data).toHaveLength(1);
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'Your card was declined'],
    ['pm_card_authenticationRequired', 'unable to authenticate'],
    ['none', 'choose a payment method'],
  ])('refuses %s and keeps the session open', async (card, details) => {
    const session = await create({}, false);
    const pressed = await at.press(session.url, { action: 'pay', card });
    expect(pressed).toMatchObject({ status: 402, text: expect.stringContaining(details) });
    expect(await at.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' });
    expect((await at.stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await at.stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
  });

  test('applies a promotion code and requires no card when nothing is due', async () => {
    await at.stripe.coupons.create({ id: 'free', percent_off: 100, duration: 'once' });
    await at.control('promotion_codes', { code: 'WELCOME', coupon: 'free' });
    const session = await create({ allow_promotion_codes: true, payment_method_collection: 'if_required' }, false);
    expect((await at.press(session.url, { action: 'code', code: 'nope' })).text).toContain('This code is invalid');
    await at.press(session.url, { action: 'code', code: 'welcome' });
    expect((await at.look(session.url)).text).toMatch(/WELCOME[^]*−\$15\.00[^]*Total due today[^]*\$0\.00/);
    expect(await at.press(session.url, { action: 'pay', card: 'none' })).toMatchObject({ status: 303 });
    const [subscription] = (await at.stripe.subscriptions.list({ customer })).data;
    expect(subscription).toMatchObject({ status: 'active' });
    const preview = await at.stripe.invoices.createPreview({ customer, subscription: subscription?.id ?? '' });
    expect(preview).toMatchObject({ amount_due: 1500, total_discount_amounts: [] });
  });

  test('refuses a second subscription when the account allows only one', async () => {
    await at.control('settings', { onePerCustomer: true });
    const sessions = [await create(), await create()];
    const pressed = [];
    for (const { url } of sessions) pressed.push((await at.press(url, { action: 'pay', card: 'none' })).status);
    expect(pressed).toEqual([303, 402]);
  });
});
