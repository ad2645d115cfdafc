import { createServer, type Server } from 'node:http';

import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { aStripe, aSubscriber, type AStripe } from '../a-stripe.ts';

type Got = { body: string; signature: string };

let at: AStripe;
let made: Awaited<ReturnType<AStripe['catalog']>>;
let server: Server;
let url: string;
let got: Got[];
let answer: number;
let secret: string;
let endpoint: string;

beforeAll(async () => {
  at = await aStripe();
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['stripe-signature']) });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/prod/stripe/events`;
});
beforeEach(async () => {
  await at.reset();
  made = await at.catalog();
  got = [];
  answer = 200;
  const created = await listen(['*']);
  secret = created.secret ?? '';
  endpoint = created.id;
});
afterAll(async () => {
  server.close();
  await at.close();
});

const listen = (enabled_events: Stripe.WebhookEndpointCreateParams.EnabledEvent[]) =>
  at.stripe.webhookEndpoints.create({ url, enabled_events, api_version: '2026-10-28.endive' });
const deliveries = (order: object) => at.control('deliveries', order);
const settle = () => deliveries({ do: 'settle' });
const verified = ({ body, signature }: Got) => at.stripe.webhooks.constructEvent(body, signature, secret);
const types = () => got.map((one) => verified(one).type);
const name = (text: string) => at.stripe.customers.create({ name: text });
const names = () =>
  got.map((one) => {
    const { object } = verified(one).data;
    return 'name' in object ? object.name : undefined;
  });

describe('endpoints', () => {
  test("returns an endpoint's secret only at its creation", async () => {
    expect(secret).toBe('local-stripe-webhook-secret');
    const [listed] = (await at.stripe.webhookEndpoints.list()).data;
    expect(listed).toMatchObject({ id: endpoint, url, status: 'enabled', api_version: '2026-10-28.endive' });
    expect(listed).not.toHaveProperty('secret');
    const second = await listen(['customer.created']);
    expect(second.secret).not.toBe(secret);
  });

  test('sends only subscribed events, and none while the endpoint is disabled or after it is deleted', async () => {
    await at.stripe.webhookEndpoints.update(endpoint, { enabled_events: ['customer.updated'] });
    const { id } = await name('a');
    await at.stripe.customers.update(id, { name: 'b' });
    await at.stripe.webhookEndpoints.update(endpoint, { disabled: true });
    await at.stripe.customers.update(id, { name: 'c' });
    await at.stripe.webhookEndpoints.del(endpoint);
    await at.stripe.customers.update(id, { name: 'd' });
    await settle();
    expect([types(), names()]).toEqual([['customer.updated'], ['b']]);
  });

  test('rejects an endpoint with another API version', async () => {
    const old = { url, enabled_events: ['*'], api_version: '2023-10-16' };
    const refused = at.stripe.rawRequest('POST', '/v1/webhook_endpoints', old);
    await expect(refused).rejects.toMatchObject({ statusCode: 400, param: 'api_version' });
  });
});

describe('events', () => {
  test('signs events so that the client accepts them and rejects a changed body', async () => {
    await name('Ana');
    await settle();
    const [one] = got;
    if (!one) throw new Error('nothing came');
    expect(verified(one)).toMatchObject({
      object: 'event',
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { object: 'customer', name: 'Ana' } },
    });
    const forged = { ...one, body: one.body.replace('Ana', 'Eve') };
    expect(() => verified(forged)).toThrow('signature');
    expect(() => at.stripe.webhooks.constructEvent(one.body, one.signature, 'other')).toThrow('signature');
  });

  test('includes the request, its idempotency key and the previous values', async () => {
    const { id } = await name('a');
    await at.stripe.customers.update(id, { name: 'b' }, { idempotencyKey: 'the-key' });
    const [event] = (await at.stripe.events.list({ type: 'customer.updated' })).data;
    expect(event).toMatchObject({
      data: { object: { name: 'b' }, previous_attributes: { name: 'a' } },
      request: { idempotency_key: 'the-key', id: expect.stringMatching(/^req_/) },
    });
    await at.stripe.customers.update(id, { name: 'b' });
    expect((await at.stripe.events.list({ type: 'customer.updated' })).data).toHaveLength(1);
    expect(await at.stripe.events.retrieve(event?.id ?? '')).toMatchObject({ id: event?.id });
  });

  test('emits an event for each step of a trial without a card in order', async () => {
    await deliveries({ do: 'hold' });
    await aSubscriber(at, made.monthly.id);
    await at.days(6);
    await deliveries({ do: 'release' });
    expect(types().filter((type) => !type.startsWith('invoice.'))).toEqual([
      'customer.created',
      'customer.subscription.created',
      'checkout.session.completed',
      'customer.subscription.trial_will_end',
      'customer.subscription.deleted',
    ]);
  });

  test('emits events for a renewal that is declined permanently', async () => {
    const { customer } = await aSubscriber(at, made.monthly.id, { trial: false, card: 'pm_card_chargeCustomerFail' });
    await at.control('settings', { retryDays: [1] });
    await settle();
    got = [];
    await deliveries({ do: 'hold' });
    await at.days(40);
    await deliveries({ do: 'release' });
    const details = [
      'invoice.created',
      'customer.subscription.updated',
      'invoice.finalized',
      'invoice.payment_failed',
      'customer.subscription.updated',
      'invoice.payment_failed',
      'customer.subscription.deleted',
    ];
    expect(types()).toEqual(details);
    expect((await at.stripe.subscriptions.list({ customer, status: 'all' })).data).toMatchObject([
      { status: 'canceled' },
    ]);
  });

  test('includes the previous customer in the event of a detached card', async () => {
    const { id: customer } = await name('Ana');
    const card = await at.stripe.paymentMethods.attach('pm_card_visa', { customer });
    await at.stripe.paymentMethods.detach(card.id);
    const [event] = (await at.stripe.events.list({ type: 'payment_method.detached' })).data;
    expect(event?.data).toMatchObject({ object: { customer: null }, previous_attributes: { customer } });
  });

  test('lists events for 30 days', async () => {
    await name('old');
    await at.days(31);
    await name('new');
    expect((await at.stripe.events.list({ types: ['customer.created'] })).data).toHaveLength(1);
  });
});

describe('deliveries', () => {
  test('holds deliveries and releases them in another order', async () => {
    await deliveries({ do: 'hold' });
    for (const one of ['a', 'b', 'c']) await name(one);
    await settle();
    expect(got).toEqual([]);
    await deliveries({ do: 'release', order: 'reversed' });
    expect(names()).toEqual(['c', 'b', 'a']);
    await name('d');
    await settle();
    expect(names()).toEqual(['c', 'b', 'a', 'd']);
  });

  test('releases single deliveries while the others wait', async () => {
    await deliveries({ do: 'hold' });
    for (const one of ['a', 'b', 'c']) await name(one);
    const ids = (await at.stripe.events.list({ type: 'customer.created' })).data.map(({ id }) => id);
    await deliveries({ do: 'release', keepHolding: true, ids: [ids[1]], times: 2 });
    expect(names()).toEqual(['b', 'b']);
    await deliveries({ do: 'release', order: 'shuffled' });
    expect(names().map(String).toSorted()).toEqual(['a', 'b', 'b', 'c']);
  });

  test('duplicates, drops and delays deliveries', async () => {
    await deliveries({ do: 'duplicate', times: 3 });
    await name('tripled');
    await deliveries({ do: 'drop', next: 1 });
    await name('lost');
    await deliveries({ do: 'delay', ms: 400 });
    await name('late');
    await name('on time');
    await settle();
    expect(names().map(String).toSorted()).toEqual(['late', 'on time', 'tripled', 'tripled', 'tripled']);
    expect(names().at(-1)).toBe('late');
    expect((await at.web.get('/stripe/_deliveries')).body).toMatchObject({
      deliveries: [{ state: 'delivered' }, { state: 'delivered' }, { state: 'dropped' }, { attempts: [200, 200, 200] }],
    });
  });

  test('retries failed deliveries later and lists them as undelivered until then', async () => {
    answer = 500;
    await name('Ana');
    await settle();
    const undelivered = () => at.stripe.events.list({ delivery_success: false, types: ['customer.created'] });
    expect((await undelivered()).data).toMatchObject([{ pending_webhooks: 1 }]);
    await at.control('advance', { hours: 1.5 });
    expect(got).toHaveLength(2);
    answer = 200;
    await at.control('advance', { hours: 4 });
    expect(got).toHaveLength(3);
    expect((await undelivered()).data).toEqual([]);
    await at.control('advance', { hours: 40 });
    expect(got).toHaveLength(3);
  });

  test('stops after three retries and allows redelivery by control', async () => {
    answer = 302;
    await name('Ana');
    await settle();
    await at.days(2);
    expect(got).toHaveLength(4);
    answer = 200;
    await deliveries({ do: 'redeliver' });
    expect(got).toHaveLength(5);
    const [event] = (await at.stripe.events.list({ delivery_success: true })).data;
    await deliveries({ do: 'redeliver', ids: [event?.id] });
    expect(got).toHaveLength(6);
  });

  test('drops held deliveries', async () => {
    await deliveries({ do: 'hold' });
    await name('Ana');
    await deliveries({ do: 'drop' });
    await deliveries({ do: 'release' });
    expect(got).toEqual([]);
    expect(await deliveries({ do: 'explode' })).toMatchObject({ status: 400 });
  });
});

test('creates an endpoint by control and returns its secret each time', async () => {
  const made1 = await at.control('endpoints', { url: 'http://app.test/other', events: ['customer.created'] });
  const made2 = await at.control('endpoints', { url: 'http://app.test/other', events: ['customer.deleted'] });
  expect(made2.body).toMatchObject({ id: at.textOf(made1, 'id'), secret: at.textOf(made1, 'secret') });
});

test('returns the state of all customers or of one', async () => {
  const { customer } = await aSubscriber(at, made.monthly.id);
  await name('Bruno');
  const all = (await at.control('truth', {})).body;
  expect(all).toMatchObject({ customers: [{ id: customer }, { name: 'Bruno' }], endpoints: [{ secret }] });
  expect((await at.control('truth', { customer })).body).toMatchObject({
    customers: [{ id: customer }],
    subscriptions: [{ status: 'trialing' }],
    invoices: [{ total: 0 }],
    checkoutSessions: [{ status: 'complete' }],
  });
});
