import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { aStripe, type AStripe } from './a-stripe.ts';
import { specIn } from './spec.ts';

let at: AStripe;
const noon = new Date('2026-11-20T12:00:00Z');
let clock = noon;

beforeAll(async () => {
  at = await aStripe({ now: () => clock });
});
beforeEach(async () => {
  clock = noon;
  await at.reset();
});
afterAll(() => at.close());

const bearer = { authorization: 'Bearer local-stripe-key' };
const raw = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${at.url}/v1/customers`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...bearer, ...headers },
  });

describe('API key and version', () => {
  test.each([
    ['no key', {}, 'You did not provide an API key.'],
    ['a wrong key', { authorization: 'Bearer other-key' }, 'Invalid API Key provided: other-********'],
  ])('answers 401 with %s', async (_, headers, message) => {
    expect(await at.web.get('/v1/customers', headers)).toMatchObject({
      status: 401,
      body: { error: { type: 'invalid_request_error', message } },
    });
  });

  test('causes an authentication error in the client for a wrong key', async () => {
    const { hostname, port } = new URL(at.url);
    const other = new Stripe('other-key', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
    await expect(other.customers.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  });

  test('rejects another API version and returns version and request id with every response', async () => {
    const old = await at.web.get('/v1/customers', { ...bearer, 'stripe-version': '2023-10-16' });
    expect(old).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('2023-10-16') } } });
    const { lastResponse } = await at.stripe.customers.list();
    expect(lastResponse).toMatchObject({ apiVersion: '2026-10-28.endive', requestId: expect.stringMatching(/^req_/) });
  });

  test('names an address that is not imitated', async () => {
    expect(await at.web.get('/v1/charges', bearer)).toMatchObject({
      status: 404,
      body: { error: { type: 'invalid_request_error', message: expect.stringContaining('does not imitate') } },
    });
  });
});

describe('parameters', () => {
  test('accepts lists with and without indexes and unsets empty values', async () => {
    const answer = await raw('name=Ana&metadata[a]=1&metadata[b]=&preferred_locales[]=pt&preferred_locales[]=es');
    expect(await answer.json()).toMatchObject({ name: 'Ana', metadata: { a: '1' }, preferred_locales: ['pt', 'es'] });
  });

  test('names a missing parameter', async () => {
    await expect(at.stripe.rawRequest('POST', '/v1/products', {})).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'name',
    });
  });

  test('accepts all parameters with one warning if the API description is missing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const spec = specIn(new URL('file:///nowhere/openapi.json'));
    spec.checkRequest('POST', '/v1/customers', { nonsense: 'yes' });
    expect(spec.checkAnswer('GET', '/v1/customers', {})).toBeUndefined();
    expect(warn.mock.calls).toEqual([[expect.stringContaining('NOT checked')]]);
    warn.mockRestore();
  });
});

describe('idempotency keys', () => {
  const create = (name: string) => at.stripe.customers.create({ name }, { idempotencyKey: 'one-key' });

  test('returns the same response for a repeated key without a second effect', async () => {
    const first = await create('Ana');
    const again = await create('Ana');
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' });
    expect((await at.stripe.customers.list()).data).toHaveLength(1);
  });

  test('rejects a key with other parameters', async () => {
    await create('Ana');
    await expect(create('Bruno')).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  test('allows the key again after a rejected request and after a day', async () => {
    const wrong = raw(`metadata[note]=${'x'.repeat(501)}`, { 'idempotency-key': 'two' });
    expect((await wrong).status).toBe(400);
    expect((await raw('name=Ana', { 'idempotency-key': 'two' })).status).toBe(200);
    clock = new Date('2026-11-21T13:00:00Z');
    expect((await raw('name=Bruno', { 'idempotency-key': 'two' })).status).toBe(200);
  });

  test('creates one customer when the response is lost and the client retries', async () => {
    await at.control('misbehave', { cut: 'after' });
    // The client automatically retries a closed connection once, with the same key.
    await create('Ana');
    expect((await at.stripe.customers.list()).data).toHaveLength(1);
  });
});

describe('lists', () => {
  test('returns newest first with exclusive cursors', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) ids.unshift((await at.stripe.customers.create({ name })).id);
    const first = await at.stripe.customers.list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const second = await at.stripe.customers.list({ limit: 2, starting_after: ids[1] ?? '' });
    expect([second.data.map(({ id }) => id), second.has_more]).toEqual([ids.slice(2), false]);
    const before = await at.stripe.customers.list({ limit: 1, ending_before: ids[2] ?? '' });
    expect([before.data.map(({ id }) => id), before.has_more]).toEqual([[ids[1]], true]);
    const all = await at.stripe.customers.list({ limit: 1 }).autoPagingToArray({ limit: 10 });
    expect(all.map(({ id }) => id)).toEqual(ids);
  });

  test.each([[{ limit: 0 }], [{ limit: 101 }]])('rejects the list parameters %o', async (params) => {
    await expect(at.stripe.customers.list(params)).rejects.toMatchObject({ param: 'limit' });
  });

  test('returns ten items by default and filters by time', async () => {
    for (let i = 0; i < 11; i += 1) {
      clock = new Date(clock.getTime() + 1000);
      await at.stripe.customers.create({ name: String(i) });
    }
    expect((await at.stripe.customers.list()).data).toHaveLength(10);
    const gte = Math.floor(clock.getTime() / 1000) - 2;
    expect((await at.stripe.customers.list({ created: { gte } })).data).toHaveLength(3);
  });
});

describe('expand', () => {
  test('rejects an expand path that is not expandable or too deep', async () => {
    await at.stripe.customers.create({ name: 'Ana' });
    await expect(at.stripe.customers.list({ expand: ['data.name'] })).rejects.toMatchObject({ param: 'expand' });
    await expect(at.stripe.customers.list({ expand: ['data.nothing'] })).rejects.toMatchObject({ param: 'expand' });
    const deep = { expand: ['data.a.b.c.d'] };
    await expect(at.stripe.customers.list(deep)).rejects.toMatchObject({ code: 'property_expansion_max_depth' });
  });
});

describe('misbehaviour', () => {
  test.each([
    [{ status: 429 }, 'StripeRateLimitError'],
    [{ status: 401 }, 'StripeAuthenticationError'],
    [{ status: 402 }, 'StripeCardError'],
    [{ status: 403 }, 'StripePermissionError'],
    [{ status: 500 }, 'StripeAPIError'],
    [{ code: 'lock_timeout', status: 409 }, 'StripeAPIError'],
    [{ cut: true }, 'StripeConnectionError'],
    [{ body: 'no json' }, 'StripeAPIError'],
  ])('causes for the order %o the client error %s', async (order, type) => {
    // The client always retries a closed connection once, regardless of its settings.
    await at.control('misbehave', { next: 2, ...order });
    await expect(at.stripe.customers.list()).rejects.toMatchObject({ type });
  });
});

describe('customers', () => {
  test('updates single keys and keeps the rest', async () => {
    const { id } = await at.stripe.customers.create({ email: 'ana@example.com', metadata: { a: '1', b: '2' } });
    const changed = await at.stripe.customers.update(id, { name: 'Ana', metadata: { b: '', c: '3' } });
    expect(changed).toMatchObject({ email: 'ana@example.com', name: 'Ana', metadata: { a: '1', c: '3' } });
    expect((await at.stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
  });

  test('returns deleted customers as deleted and refuses to use them', async () => {
    const { id } = await at.stripe.customers.create({});
    await at.stripe.customers.del(id);
    expect(await at.stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true });
    await expect(at.stripe.customers.update(id, {})).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
    await expect(at.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('attaches cards, sets the default card and detaches cards', async () => {
    const { id } = await at.stripe.customers.create({});
    const { id: card } = await at.stripe.paymentMethods.attach('pm_card_visa', { customer: id });
    const change = { invoice_settings: { default_payment_method: card } };
    expect(await at.stripe.customers.update(id, change)).toMatchObject(change);
    const expand = ['invoice_settings.default_payment_method'];
    expect(await at.stripe.customers.retrieve(id, { expand })).toMatchObject({
      invoice_settings: { default_payment_method: { card: { last4: '4242' } } },
    });
    const { id: other } = await at.stripe.customers.create({});
    await expect(at.stripe.customers.update(other, change)).rejects.toMatchObject({ statusCode: 400 });
    expect(await at.stripe.paymentMethods.detach(card)).toMatchObject({ customer: null });
    expect(await at.stripe.customers.retrieve(id)).toMatchObject({
      invoice_settings: { default_payment_method: null },
    });
    const refused = at.stripe.paymentMethods.attach('pm_card_visa_chargeDeclined', { customer: id });
    await expect(refused).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' });
  });
});

describe('products and prices', () => {
  test('finds a price by lookup key and transfers the key to a new price', async () => {
    const { monthly, product } = await at.catalog();
    const wanted = {
      product: product.id,
      currency: 'usd',
      unit_amount: 1800,
      recurring: { interval: 'month' as const },
    };
    const taken = at.stripe.prices.create({ ...wanted, lookup_key: 'pro_monthly' });
    await expect(taken).rejects.toMatchObject({ param: 'lookup_key' });
    const newer = await at.stripe.prices.create({ ...wanted, lookup_key: 'pro_monthly', transfer_lookup_key: true });
    const { data } = await at.stripe.prices.list({ lookup_keys: ['pro_monthly'], expand: ['data.product'] });
    expect(data).toMatchObject([{ id: newer.id, unit_amount: 1800, product: { id: 'pro', name: 'Pro' } }]);
    expect(await at.stripe.prices.retrieve(monthly.id)).toMatchObject({ lookup_key: null, active: true });
    expect(data[0]?.unit_amount_decimal?.toString()).toBe('1800');
  });

  test('rejects a second product with the same id', async () => {
    await at.catalog();
    const again = at.stripe.products.create({ id: 'pro', name: 'Pro' });
    await expect(again).rejects.toMatchObject({ code: 'resource_already_exists' });
    expect((await at.stripe.products.list({ ids: ['pro'] })).data).toHaveLength(1);
    await expect(at.stripe.products.retrieve('none')).rejects.toMatchObject({ code: 'resource_missing' });
    await expect(at.stripe.prices.retrieve('none')).rejects.toMatchObject({ code: 'resource_missing' });
  });

  test('creates and reads coupons', async () => {
    await at.stripe.coupons.create({ id: 'half', percent_off: 50, duration: 'forever', name: 'Half' });
    expect(await at.stripe.coupons.retrieve('half')).toMatchObject({ percent_off: 50, valid: true });
    const twice = { percent_off: 50, amount_off: 100, duration: 'once' as const };
    await expect(at.stripe.coupons.create(twice)).rejects.toMatchObject({ statusCode: 400 });
  });
});

test('describes what the sandbox imitates and omits', async () => {
  expect((await at.web.get('/stripe')).text).toMatch(
    /Stripe billing[^]*It imitates[^]*It leaves out[^]*create_preview/,
  );
});
