import { beforeEach, describe, expect, test } from 'vitest';

import { showEvent } from '../../sandboxes/stripe/show-event.ts';
import { aBilling, signature, type ABilling } from '../../support/a-billing.ts';

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
    expect(await status(at.requestOf(payload))).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test('may come as base64, and with its header in any case', async () => {
    const request = at.requestOf(payload);
    const headers = { 'Stripe-Signature': signature(payload) };
    const body = Buffer.from(payload).toString('base64');
    expect(await status({ ...request, headers, body, isBase64Encoded: true })).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test('is good for five minutes', async () => {
    expect(await status(at.requestOf(payload, signature(payload, { ageSeconds: 290 })))).toBe(200);
    expect(await status(at.requestOf(payload, signature(payload, { ageSeconds: 310 })))).toBe(400);
  });

  test('with two signatures, one of them good, is taken while a secret is being changed', async () => {
    const [time = '', good = ''] = signature(payload).split(',');
    const [, other = ''] = signature(payload, { secret: 'another' }).split(',');
    expect(await status(at.requestOf(payload, [time, other, good].join(',')))).toBe(200);
  });

  test.each([
    ['of an unknown kind', { type: 'price.updated' }],
    ['of real money where none is meant', { livemode: true }],
    ['about somebody else’s customer', { data: { object: { object: 'customer', id: 'cus_foreign' } } }],
  ])('%s is taken and changes nothing', async (_, change) => {
    expect(await status(at.requestOf(changed(change)))).toBe(200);
    expect(stored()).toBe('none');
  });

  test('that comes twice, at once, or late changes nothing more, and what follows happens once', async () => {
    await Promise.all([status(at.requestOf(payload)), status(at.requestOf(payload))]);
    expect(await status(at.requestOf(payload))).toBe(200);
    expect(at.logged.filter(({ event }) => event === 'billing.synced')).toHaveLength(1);
    at.advance(6);
    await at.sync(1);
    expect(await status(at.requestOf(payload))).toBe(200);
    expect(stored()).toBe('canceled');
  });

  test('is answered 500 while Stripe does not answer, and mends everything when it comes again', async () => {
    at.trouble.push('cut');
    expect(await status(at.requestOf(payload))).toBe(500);
    expect(stored()).toBe('none');
    expect(await status(at.requestOf(payload))).toBe(200);
    expect(stored()).toBe('trialing');
  });

  test('of a card that was removed names its customer among what was before', async () => {
    const customer = at.items.get(1)?.customerId;
    const data = {
      object: { object: 'payment_method', id: 'pm_1', customer: null },
      previous_attributes: { customer },
    };
    expect(await status(at.requestOf(changed({ type: 'payment_method.detached', data })))).toBe(200);
    expect(stored()).toBe('trialing');
  });
});

describe('what Stripe did not sign is 400', () => {
  test.each([
    ['another secret', () => at.requestOf(payload, signature(payload, { secret: 'another' }))],
    ['an empty body', () => at.requestOf('', signature(''))],
    ['a body that was written anew', () => at.requestOf(`${payload} `, signature(payload))],
    ['no header', () => ({ ...at.requestOf(payload), headers: {} })],
    ['an empty header', () => at.requestOf(payload, '')],
    ['only an old kind of signature', () => at.requestOf(payload, signature(payload).replace('v1=', 'v0='))],
    ['a body that is no JSON', () => at.requestOf('{', signature('{'))],
    ['a thin event', () => at.requestOf(...thin())],
    ['base64 that nobody decoded', () => at.requestOf(Buffer.from(payload).toString('base64'), signature(payload))],
  ])('%s', async (_, request) => {
    expect(await status(request())).toBe(400);
    expect(stored()).toBe('none');
  });
});

function thin(): [string, string] {
  const event = JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.customer.updated', livemode: false });
  return [event, signature(event)];
}
