import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { aCheckout, aStripe, type AStripe } from './a-stripe.ts';
import { haveDescription, loadSpec } from './spec.ts';

let at: AStripe;
let made: Awaited<ReturnType<AStripe['catalog']>>;

beforeAll(async () => {
  at = await aStripe();
});
beforeEach(async () => {
  await at.reset();
  made = await at.catalog();
});
afterAll(() => at.close());

async function refused(path: string, body: string | Record<string, unknown>): Promise<unknown> {
  const fields = typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : body;
  const answer: unknown = await at.stripe.rawRequest('POST', `/v1${path}`, fields).catch((cause: unknown) => cause);
  return answer;
}

describe.skipIf(!haveDescription)('with the description of the API', () => {
  test.each([
    ['nickname=x', 'parameter_unknown', 'nickname'],
    ['invoice_settings[colour]=red', 'parameter_unknown', 'invoice_settings[colour]'],
    ['balance=1.5', 'parameter_invalid_integer', 'balance'],
    ['metadata=x', undefined, 'metadata'],
    ['expand=x', undefined, 'expand'],
    ['email[at]=x', undefined, 'email'],
    ['phone=', 'parameter_invalid_empty', 'phone'],
  ])('rejects a customer with %s', async (body, code, param) => {
    const error = { type: 'StripeInvalidRequestError', statusCode: 400, param, ...(code !== undefined && { code }) };
    expect(await refused('/customers', body)).toMatchObject(error);
  });

  test.each([
    ['locale', { locale: 'pt-br' }],
    ['payment_method_types', { payment_method_types: ['card'] }],
    ['subscription_data[billing_mode][type]', { subscription_data: { billing_mode: { type: 'modern' } } }],
    ['line_items[0][amount]', { line_items: [{ price: 'x', amount: 100 }] }],
  ])('rejects a checkout session with a wrong %s', async (param, more) => {
    const { id } = await at.stripe.customers.create({});
    const body = { ...aCheckout(made.monthly.id, id, true), ...more };
    expect(await refused('/checkout/sessions', body)).toMatchObject({ statusCode: 400, param });
  });

  test('rejects a portal session in an unknown language', async () => {
    const { id } = await at.stripe.customers.create({});
    expect(await refused('/billing_portal/sessions', { customer: id, locale: 'en-US' })).toMatchObject({
      param: 'locale',
    });
  });

  test('rejects a string in place of an object for the billing cycle anchor', async () => {
    const body = { billing_cycle_anchor: 'now' };
    expect(await refused('/subscriptions/sub_any', body)).toMatchObject({
      statusCode: 400,
      param: 'billing_cycle_anchor',
    });
  });

  test('imitates every operation of the description', async () => {
    const { operations } = loadSpec();
    expect(operations).toHaveLength(49);
    for (const [method, path] of operations) {
      const url = `${at.url}${path.replace(/:\w+/, 'none')}`;
      const headers = { authorization: 'Bearer local-stripe-key' };
      expect(await (await fetch(url, { method, headers })).text()).not.toContain('Unrecognized request URL');
    }
  });

  test('rejects an endpoint for an unknown event', async () => {
    const body = { url: 'http://app.test/', enabled_events: ['customer.invented'] };
    expect(await refused('/webhook_endpoints', body)).toMatchObject({ param: 'enabled_events[0]' });
  });
});
