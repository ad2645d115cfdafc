import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { aStripe, aSubscriber, idOf, type AStripe } from '../a-stripe.ts';

const back = 'http://app.test/subscription?id=7';
const after = { type: 'redirect' as const, redirect: { return_url: `${back}&done=1` } };

let at: AStripe;
let made: Awaited<ReturnType<AStripe['catalog']>>;
let buyer: Awaited<ReturnType<typeof aSubscriber>>;

beforeAll(async () => {
  at = await aStripe();
});
beforeEach(async () => {
  await at.reset();
  made = await at.catalog();
  buyer = await aSubscriber(at, made.monthly.id, { trial: false, card: 'pm_card_visa' });
});
afterAll(() => at.close());

const open = (flow_data?: Stripe.BillingPortal.SessionCreateParams.FlowData, more: object = {}) =>
  at.stripe.billingPortal.sessions.create({
    customer: buyer.customer,
    configuration: made.configuration.id,
    locale: 'pt-BR',
    return_url: back,
    ...(flow_data && { flow_data }),
    ...more,
  });
const planFlow = async () => {
  const { id } = await buyer.read();
  return open({ type: 'subscription_update', subscription_update: { subscription: id }, after_completion: after });
};

describe('portal sessions', () => {
  test('creates a session with the requested values and a unique address', async () => {
    const [one, two] = [await open(), await open()];
    expect(one).toMatchObject({
      object: 'billing_portal.session',
      customer: buyer.customer,
      locale: 'pt-BR',
      return_url: back,
    });
    expect(one.flow).toBeNull();
    expect(one.url).toMatch(new RegExp(`^${at.url}/stripe/p/session/test_`));
    expect(two.url).not.toBe(one.url);
    const { flow } = await planFlow();
    expect(flow).toMatchObject({
      type: 'subscription_update',
      after_completion: { redirect: { return_url: `${back}&done=1` } },
    });
  });

  test.each([
    ['no customer', {}, { customer: undefined }, 'customer'],
    ['an unknown configuration', undefined, { configuration: 'bpc_none' }, 'configuration'],
    ['an update of nothing', { type: 'subscription_update' }, {}, 'flow_data[subscription_update][subscription]'],
    [
      'a foreign subscription',
      { type: 'subscription_update', subscription_update: { subscription: 'sub_none' } },
      {},
      'flow_data[subscription_update][subscription]',
    ],
    [
      'a redirect to nowhere',
      { type: 'payment_method_update', after_completion: { type: 'redirect' } },
      {},
      'flow_data[after_completion][redirect][return_url]',
    ],
    ['an unknown flow', { type: 'dance' }, {}, 'flow_data[type]'],
  ])('rejects a session with %s', async (_, flow_data, more, param) => {
    const { customer } = buyer;
    const wanted = { customer, configuration: made.configuration.id, ...(flow_data && { flow_data }), ...more };
    const refused = at.stripe.rawRequest('POST', '/v1/billing_portal/sessions', JSON.parse(JSON.stringify(wanted)));
    await expect(refused).rejects.toMatchObject({ statusCode: 400, param });
  });

  test('rejects a flow for an ended subscription or a disabled feature', async () => {
    const { id } = await buyer.read();
    const off = { features: { payment_method_update: { enabled: false }, subscription_update: { enabled: false } } };
    await at.stripe.billingPortal.configurations.update(made.configuration.id, off);
    await expect(open({ type: 'payment_method_update' })).rejects.toMatchObject({ param: 'flow_data[type]' });
    await expect(planFlow()).rejects.toMatchObject({ param: 'flow_data[type]' });
    await at.stripe.subscriptions.cancel(id);
    const cancel = { type: 'subscription_cancel' as const, subscription_cancel: { subscription: id } };
    await expect(open(cancel)).rejects.toMatchObject({ param: 'flow_data[subscription_cancel][subscription]' });
  });

  test('requires a configuration, which can be listed and changed', async () => {
    await at.stripe.billingPortal.configurations.update(made.configuration.id, { active: false, name: 'Old' });
    await expect(open(undefined, { configuration: '' })).rejects.toMatchObject({ param: 'configuration' });
    const { data } = await at.stripe.billingPortal.configurations.list({ active: false });
    expect(data).toMatchObject([
      { id: made.configuration.id, name: 'Old', features: { subscription_cancel: { enabled: true } } },
    ]);
    expect(data[0]?.features.subscription_update).toMatchObject({
      trial_update_behavior: 'continue_trial',
      products: [{ product: 'pro', prices: [made.monthly.id, made.annual.id] }],
    });
  });

  test('answers 404 for a guessed address and for a deleted customer', async () => {
    expect((await at.look(`${at.url}/stripe/p/session/guess`)).status).toBe(404);
    const { url } = await open();
    await at.stripe.customers.del(buyer.customer);
    expect((await at.look(url)).status).toBe(404);
  });
});

describe('the portal', () => {
  test('shows plan, cards and invoices with a link back', async () => {
    const { text } = await at.look((await open()).url);
    expect(text).toMatch(/Return to the app[^]*Current plan[^]*\$15\.00[^]*Visa •••• 4242[^]*Invoice history[^]*paid/);
  });

  test('cancels at the end of the period through cancel_at and resumes', async () => {
    const { url } = await open();
    expect((await at.look(`${url}/cancel`)).text).toContain('Your plan will be canceled on');
    expect(await at.press(`${url}/cancel`, {})).toMatchObject({ status: 303, location: `${url}/home` });
    const cancelled = await buyer.read();
    expect(cancelled).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(cancelled.cancel_at).toBe(cancelled.items.data[0]?.current_period_end);
    expect(cancelled.canceled_at).not.toBeNull();
    expect(cancelled.cancellation_details?.reason).toBe('cancellation_requested');
    expect((await at.look(url)).text).toContain('Don&#39;t cancel plan'.replace('&#39;', "'"));
    await at.press(`${url}/resume`, {});
    expect(await buyer.read()).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false });
    await at.press(`${url}/cancel`, {});
    await at.until('periodEnd');
    expect(await buyer.read()).toMatchObject({ status: 'canceled' });
    expect((await at.look(url)).text).toContain('No active subscription');
  });

  test('cancels a classic subscription through the flag', async () => {
    const subscription_data = { billing_mode: { type: 'classic' as const } };
    buyer = await aSubscriber(at, made.monthly.id, { trial: false, card: 'pm_card_visa', more: { subscription_data } });
    await at.press(`${(await open()).url}/cancel`, {});
    const { cancel_at, cancel_at_period_end } = await buyer.read();
    expect([typeof cancel_at, cancel_at_period_end]).toEqual(['number', true]);
  });

  test('removes a card', async () => {
    const { url } = await open();
    const card = idOf((await buyer.read()).default_payment_method);
    await at.press(`${url}/forget`, { card });
    expect(await buyer.read()).toMatchObject({ default_payment_method: null });
    expect((await at.stripe.customers.listPaymentMethods(buyer.customer)).data).toEqual([]);
  });
});

describe('the payment method flow', () => {
  const flow = { type: 'payment_method_update' as const, after_completion: after };

  test("sets only the customer's default card and redirects to the return address", async () => {
    const { url } = await open(flow);
    expect((await at.look(url)).text).toMatch(/Add payment method[^]*Mastercard •••• 4444/);
    const before = (await buyer.read()).default_payment_method;
    const pressed = await at.press(`${url}/card`, { card: 'pm_card_mastercard' });
    expect(pressed).toMatchObject({ status: 303, location: `${back}&done=1` });
    expect((await buyer.read()).default_payment_method).toBe(before);
    const expand = ['invoice_settings.default_payment_method'];
    expect(await at.stripe.customers.retrieve(buyer.customer, { expand })).toMatchObject({
      invoice_settings: { default_payment_method: { card: { brand: 'mastercard' } } },
    });
  });

  test('shows an error when the card is declined', async () => {
    const { url } = await open(flow);
    const pressed = await at.press(`${url}/card`, { card: 'pm_card_visa_chargeDeclined' });
    expect(pressed).toMatchObject({ status: 402, text: expect.stringContaining('Your card was declined') });
  });

  test('adds a card to a trial so that it continues', async () => {
    buyer = await aSubscriber(at, made.monthly.id);
    const { url } = await open(flow);
    await at.press(`${url}/card`, { card: 'pm_card_visa' });
    await at.until('trialEnd');
    await at.days(0.1);
    expect(await buyer.read()).toMatchObject({ status: 'active' });
  });
});

describe('the plan flow', () => {
  test('offers the other plan, asks for confirmation and redirects to the return address', async () => {
    const { url } = await planFlow();
    expect((await at.look(url)).text).toMatch(/Update your plan[^]*your current plan[^]*\$120\.00/);
    const chosen = await at.press(`${url}/plan`, { price: made.annual.id });
    expect((await at.look(chosen.location)).text).toMatch(/Confirm your updates[^]*Amount due today[^]*\$105\.00/);
    const pressed = await at.press(`${url}/confirm`, { price: made.annual.id });
    expect(pressed).toMatchObject({ status: 303, location: `${back}&done=1` });
    expect(await buyer.read()).toMatchObject({ items: { data: [{ price: { id: made.annual.id } }] } });
  });

  test('continues or ends a trial as the configuration specifies', async () => {
    buyer = await aSubscriber(at, made.monthly.id, { card: 'pm_card_visa' });
    const { url } = await planFlow();
    expect((await at.look(`${url}/confirm?price=${made.annual.id}`)).text).toMatch(/\$0\.00[^]*Your trial goes on/);
    await at.press(`${url}/confirm`, { price: made.annual.id });
    expect(await buyer.read()).toMatchObject({
      status: 'trialing',
      items: { data: [{ price: { id: made.annual.id } }] },
    });
    const subscription_update = { enabled: true, trial_update_behavior: 'end_trial' as const };
    await at.stripe.billingPortal.configurations.update(made.configuration.id, { features: { subscription_update } });
    await at.press(`${url}/confirm`, { price: made.monthly.id });
    expect(await buyer.read()).toMatchObject({ status: 'active' });
  });

  test('refuses a price that is not offered', async () => {
    const other = { product: 'pro', currency: 'usd', unit_amount: 100, recurring: { interval: 'month' as const } };
    const { id: price } = await at.stripe.prices.create(other);
    const { url } = await planFlow();
    expect(await at.press(`${url}/confirm`, { price })).toMatchObject({ status: 402 });
    const { id, items } = await buyer.read();
    const confirm = (wanted: string) =>
      open({
        type: 'subscription_update_confirm',
        subscription_update_confirm: { subscription: id, items: [{ id: items.data[0]?.id ?? '', price: wanted }] },
      });
    await expect(confirm(price)).rejects.toMatchObject({ statusCode: 400 });
    await expect(confirm(made.monthly.id)).rejects.toMatchObject({ message: expect.stringContaining('no changes') });
    expect((await at.look((await confirm(made.annual.id)).url)).text).toContain('Confirm your updates');
  });
});

test("shows the confirmation of a cancel flow on Stripe's page", async () => {
  const { id } = await buyer.read();
  const hosted_confirmation = { custom_message: 'See you soon' };
  const { url } = await open({
    type: 'subscription_cancel',
    subscription_cancel: { subscription: id },
    after_completion: { type: 'hosted_confirmation', hosted_confirmation },
  });
  expect((await at.look(url)).text).toContain('Cancel your plan');
  expect((await at.press(`${url}/cancel`, {})).text).toContain('See you soon');
});
