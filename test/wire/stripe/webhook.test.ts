import { beforeEach, describe, expect, test } from 'vitest';

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

const status = async (request: Parameters<ABilling['receive']>[0]) => (await at.receive(request)).statusCode;
const stored = () => at.items.get(1)?.status;
const changed = (change: object): string => JSON.stringify({ ...JSON.parse(payload), ...change });

describe('an event that Stripe signed', () => {
  test('makes us look again', async () => {
    expect(await status(requestOf(payload))).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test('may come as base64, and with its header in any case', async () => {
    const request = requestOf(payload);
    const headers = { 'Stripe-Signature': signature(payload) };
    const body = Buffer.from(payload).toString('base64');
    expect(await status({ ...request, headers, body, isBase64Encoded: true })).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test('is good for five minutes, and from a clock that is ahead of ours', async () => {
    expect(await status(requestOf(payload, signature(payload, { ageSeconds: 295 })))).toBe(200);
    expect(await status(requestOf(payload, signature(payload, { ageSeconds: 301 })))).toBe(400);
    expect(await status(requestOf(payload, signature(payload, { ageSeconds: -3600 })))).toBe(200);
  });

  test('with two signatures, one of them good, is taken while a secret is being changed', async () => {
    const [time = '', good = ''] = signature(payload).split(',');
    const [, other = ''] = signature(payload, { secret: 'another' }).split(',');
    expect(await status(requestOf(payload, [time, other, good].join(',')))).toBe(200);
  });

  test('is taken by the secret of before for as long as it is kept', async () => {
    at.secret.previousWebhookSecret = at.secret.webhookSecret;
    at.secret.webhookSecret = 'the-new-one';
    expect(await status(requestOf(payload))).toBe(200);
    delete at.secret.previousWebhookSecret;
    expect(await status(requestOf(payload))).toBe(400);
    expect(await status(requestOf(payload, signature(payload, { secret: 'the-new-one' })))).toBe(200);
  });

  test.each([
    ['of an unknown kind', 'unknownType', { type: 'price.updated' }],
    ['of real money where none is meant', 'otherMode', { livemode: true }],
    [
      'about somebody else’s customer',
      'unknownCustomer',
      { data: { object: { object: 'customer', id: 'cus_foreign' } } },
    ],
    ['of a shape that nobody knows', 'unknownType', { data: { object: { object: 'invoice', customer: [7] } } }],
  ])('%s is taken, counted, and changes nothing', async (_, reason, change) => {
    const answer = await at.receive(requestOf(changed(change)));
    expect(answer).toMatchObject({ statusCode: 200, body: JSON.stringify({ outcome: reason }) });
    expect(at.metrics).toEqual([{ BillingEventIgnored: 1 }, { BillingEvents: 1 }]);
    expect(stored()).toBe('none');
  });

  test('that comes twice, at once, or late changes nothing more, and what follows happens once', async () => {
    await Promise.all([status(requestOf(payload)), status(requestOf(payload))]);
    expect(await status(requestOf(payload))).toBe(200);
    expect(at.logged.filter(({ event }) => event === 'billing.synced')).toHaveLength(1);
    at.advance(6);
    await at.sync(1);
    expect(await status(requestOf(payload))).toBe(200);
    expect(stored()).toBe('canceled');
  });

  test('is answered 500 while Stripe does not answer, and repairs the state when it comes again', async () => {
    at.trouble.push({ does: 'cut' });
    expect(await status(requestOf(payload))).toBe(500);
    expect(stored()).toBe('none');
    expect(await status(requestOf(payload))).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test('of a card that was removed names its customer among what was before', async () => {
    const customer = at.items.get(1)?.customerId;
    const data = {
      object: { object: 'payment_method', id: 'pm_1', customer: null },
      previous_attributes: { customer },
    };
    expect(await status(requestOf(changed({ type: 'payment_method.detached', data })))).toBe(200);
    expect(stored()).toBe('trialing');
  });
});

describe('what Stripe did not sign is 400', () => {
  test.each([
    ['another secret', () => requestOf(payload, signature(payload, { secret: 'another' }))],
    [
      'a secret with a line end',
      () => requestOf(payload, signature(payload, { secret: `${at.secret.webhookSecret}\n` })),
    ],
    ['no secret at all', () => requestOf(payload, signature(payload, { secret: '' }))],
    ['an empty body', () => requestOf('', signature(''))],
    [
      'a body that was written anew',
      () => requestOf(JSON.stringify(JSON.parse(payload), undefined, 2), signature(payload)),
    ],
    ['one more byte', () => requestOf(`${payload} `, signature(payload))],
    ['no header', () => ({ ...requestOf(payload), headers: {} })],
    ['an empty header', () => requestOf(payload, '')],
    ['only an old kind of signature', () => requestOf(payload, signature(payload).replace('v1=', 'v0='))],
    ['a body that is no JSON', () => requestOf('{', signature('{'))],
    ['a thin event', () => requestOf(...thin())],
    ['base64 that nobody decoded', () => requestOf(Buffer.from(payload).toString('base64'), signature(payload))],
  ])('%s', async (_, request) => {
    expect(await status(request())).toBe(400);
    expect(stored()).toBe('none');
  });
});

test('without a secret of ours nothing is taken, not even what was signed with none', async () => {
  at.secret.webhookSecret = '';
  expect(await status(requestOf(payload, signature(payload, { secret: '' })))).toBe(400);
});

function thin(): [string, string] {
  const event = JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.customer.updated', livemode: false });
  return [event, signature(event)];
}
