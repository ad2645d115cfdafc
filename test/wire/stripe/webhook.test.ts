import { beforeEach, describe, expect, test } from 'vitest';

import { receiveEvent } from '#functions/billing/receive-event.ts';

import { showEvent } from '../../sandboxes/stripe/views/show-event.ts';
import { aBilling, requestOf, signature, type ABilling } from '../../support/worlds/billing/a-billing.ts';

let at: ABilling;
let payload: string;

beforeEach(async () => {
  at = await aBilling();
  const { url } = await at.checkout(1, 'pro_monthly');
  await at.pressed(url, { action: 'pay', card: 'none' });
  const created = at.sandbox.events.all().find(({ type }) => type === 'customer.subscription.created');
  payload = created ? JSON.stringify(showEvent(at.sandbox, created)) : '';
});

/** https://docs.stripe.com/api/v2/core/events/event-types#event_types-v2.core.event_destination.ping */
const ping = {
  id: 'evt_test_ping',
  object: 'v2.core.event',
  type: 'v2.core.event_destination.ping',
  created: '2026-11-20T12:00:00.000Z',
  context: null,
  related_object: { id: 'ed_test_1', type: 'v2.core.event_destination', url: '/v2/core/event_destinations/ed_test_1' },
  data: undefined,
};

/** Written out, because a list of the product would agree with its own gaps. */
const handledTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'invoice.finalization_failed',
  'customer.updated',
  'customer.deleted',
  'payment_method.attached',
  'payment_method.automatically_updated',
  'payment_method.detached',
];

const status = async (request: Parameters<ABilling['receive']>[0]) => (await at.receive(request)).statusCode;
const stored = () => at.items.get(1)?.status;
const changed = (change: object): string => JSON.stringify({ ...JSON.parse(payload), ...change });

describe('a signed event', () => {
  test('syncs the workspace on a signed event', async () => {
    expect(await status(requestOf(payload))).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test.each(handledTypes)('syncs the workspace on an event of the type %s', async (type) => {
    const answer = await at.receive(requestOf(changed({ type })));
    expect(answer).toMatchObject({ statusCode: 200, body: JSON.stringify({ outcome: 'received' }) });
    expect(stored()).toBe('trialing');
  });

  test('accepts a base64 body and a header in any case', async () => {
    const request = requestOf(payload);
    const headers = { 'Stripe-Signature': signature(payload) };
    const body = Buffer.from(payload).toString('base64');
    expect(await status({ ...request, headers, body, isBase64Encoded: true })).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test('accepts a signature for five minutes, and one from a clock that is ahead', async () => {
    expect(await status(requestOf(payload, signature(payload, { ageSeconds: 295 })))).toBe(200);
    expect(await status(requestOf(payload, signature(payload, { ageSeconds: 301 })))).toBe(400);
    expect(await status(requestOf(payload, signature(payload, { ageSeconds: -3600 })))).toBe(200);
  });

  test('accepts two signatures with one valid while the secret changes', async () => {
    const [time = '', good = ''] = signature(payload).split(',');
    const [, other = ''] = signature(payload, { secret: 'another' }).split(',');
    expect(await status(requestOf(payload, [time, other, good].join(',')))).toBe(200);
  });

  test('accepts the previous secret for as long as it is configured', async () => {
    at.secret.previousWebhookSecret = at.secret.webhookSecret;
    at.secret.webhookSecret = 'the-new-one';
    expect(await status(requestOf(payload))).toBe(200);
    delete at.secret.previousWebhookSecret;
    expect(await status(requestOf(payload))).toBe(400);
    expect(await status(requestOf(payload, signature(payload, { secret: 'the-new-one' })))).toBe(200);
  });

  test.each([
    ['of an unknown kind', 'unknownType', { type: 'price.updated' }],
    ['of live mode in test mode', 'otherMode', { livemode: true }],
    ['about a foreign customer', 'unknownCustomer', { data: { object: { object: 'customer', id: 'cus_foreign' } } }],
    ['of an unknown shape', 'unknownType', { data: { object: { object: 'invoice', customer: [7] } } }],
    ['about an object without id and customer', 'unknownType', { data: { object: { object: 'subscription' } } }],
    [
      'about an object of an unknown kind',
      'unknownType',
      { type: 'balance.available', data: { object: { object: 'balance', available: [] } } },
    ],
    ['about an object without a kind', 'unreadable', { data: { object: { id: 'sub_1', customer: 'cus_1' } } }],
    ['without data', 'unreadable', { data: null }],
    ['of a connected account', 'connectedAccount', { account: 'acct_1' }],
    [
      'of API version 2',
      'thinEvent',
      { object: 'v2.core.event', type: 'v1.customer.updated', created: '2026-11-20T12:00:00.000Z', data: undefined },
    ],
    ['of API version 2 that only pings the endpoint', 'thinEvent', ping],
    ['whose id and type have 3,000 letters', 'unreadable', { id: 'a'.repeat(3000), type: 'a'.repeat(3000) }],
  ])('acknowledges and counts an event %s without changing anything', async (_, reason, change) => {
    const answer = await at.receive(requestOf(changed(change)));
    expect(answer).toMatchObject({ statusCode: 200, body: JSON.stringify({ outcome: reason }) });
    expect(at.metrics).toEqual([{ BillingEventIgnored: 1 }, { BillingEvents: 1 }]);
    expect(stored()).toBe('none');
  });

  test.each(['[]', 'null', '7', '"evt_1"'])('acknowledges the JSON %s without changing anything', async (body) => {
    const answer = await at.receive(requestOf(body));
    expect(answer).toMatchObject({ statusCode: 200, body: JSON.stringify({ outcome: 'unreadable' }) });
    expect(stored()).toBe('none');
  });

  test.each([null, '2019-12-03', '2027-03-25.next'])(
    'syncs the workspace on an event of API version %s',
    async (version) => {
      expect(await status(requestOf(changed({ api_version: version })))).toBe(200);
      expect(stored()).toBe('trialing');
    },
  );

  test('logs an ignored event with its id and type', async () => {
    await at.receive(requestOf(changed(ping)));
    const { text } = at.logged.findLast(({ event }) => event === 'billing.eventIgnored') ?? {};
    expect(JSON.parse(text ?? '')).toMatchObject({ eventId: ping.id, type: ping.type, reason: 'thinEvent' });
  });

  test('changes the state once for duplicate, concurrent and late deliveries', async () => {
    await Promise.all([status(requestOf(payload)), status(requestOf(payload))]);
    expect(await status(requestOf(payload))).toBe(200);
    expect(at.logged.filter(({ event }) => event === 'billing.synced')).toHaveLength(1);
    at.advance(6);
    await at.sync(1);
    expect(await status(requestOf(payload))).toBe(200);
    expect(stored()).toBe('canceled');
  });

  test('answers 500 while Stripe does not answer, and repairs the state on redelivery', async () => {
    at.trouble.push({ does: 'cut' });
    expect(await status(requestOf(payload))).toBe(500);
    expect(stored()).toBe('none');
    expect(await status(requestOf(payload))).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test('finds the customer of a removed card in the previous attributes', async () => {
    const customer = at.items.get(1)?.customerId;
    const data = {
      object: { object: 'payment_method', id: 'pm_1', customer: null },
      previous_attributes: { customer },
    };
    expect(await status(requestOf(changed({ type: 'payment_method.detached', data })))).toBe(200);
    expect(stored()).toBe('trialing');
  });
});

describe('requests without a valid signature', () => {
  test.each([
    ['another secret', () => requestOf(payload, signature(payload, { secret: 'another' }))],
    [
      'a secret with a line end',
      () => requestOf(payload, signature(payload, { secret: `${at.secret.webhookSecret}\n` })),
    ],
    ['no secret at all', () => requestOf(payload, signature(payload, { secret: '' }))],
    ['an empty body', () => requestOf('', signature(''))],
    ['a reformatted body', () => requestOf(JSON.stringify(JSON.parse(payload), undefined, 2), signature(payload))],
    ['one more byte', () => requestOf(`${payload} `, signature(payload))],
    ['no header', () => ({ ...requestOf(payload), headers: {} })],
    ['an empty header', () => requestOf(payload, '')],
    ['only a signature of an old scheme', () => requestOf(payload, signature(payload).replace('v1=', 'v0='))],
    ['a body that is not JSON', () => requestOf('{', signature('{'))],
    [
      'an event of API version 2 with another secret',
      () => requestOf(changed(ping), signature(changed(ping), { secret: 'x' })),
    ],
    [
      'a base64 body that was not decoded',
      () => requestOf(Buffer.from(payload).toString('base64'), signature(payload)),
    ],
  ])('rejects a request with %s', async (_, request) => {
    expect(await status(request())).toBe(400);
    expect(stored()).toBe('none');
  });
});

test.each([
  ['live', true, 'received'],
  ['live', false, 'otherMode'],
  ['test', true, 'otherMode'],
  ['test', false, 'received'],
] as const)('handles mode %s and livemode %s as %s', async (mode, livemode, outcome) => {
  const deps = {
    ...at.deps,
    mode,
    secret: async () => at.secret,
    workspaceOf: at.subscriptions.workspaceOf,
    sync: () => at.sync(1),
  };
  const answer = await receiveEvent(deps, requestOf(changed({ livemode })));
  expect(answer).toMatchObject({ statusCode: 200, body: JSON.stringify({ outcome }) });
});

test(
  'rejects every event when the webhook secret is empty, even one signed with an empty secret',
  { tags: 'threat-fake-delivery' },
  async () => {
    at.secret.webhookSecret = '';
    expect(await status(requestOf(payload, signature(payload, { secret: '' })))).toBe(400);
  },
);
