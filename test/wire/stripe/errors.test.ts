import { beforeEach, describe, expect, test } from 'vitest';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import type { StripeFailure } from '../../support/worlds/billing/a-stripe-in-process.ts';
import { eventsOf, paid, refusalOf, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const failed = [502, 'subscription.providerFailed'] as const;
const busy = [503, 'subscription.providerBusy'] as const;

const troubles: [string, StripeFailure, readonly [number, string], string][] = [
  ['a wrong key', { status: 401 }, failed, 'billing.misconfigured'],
  ['a missing permission', { status: 403 }, failed, 'billing.misconfigured'],
  ['a refused parameter', { status: 400, code: 'parameter_unknown' }, failed, 'billing.misconfigured'],
  [
    'a price that Stripe lacks',
    { status: 400, code: 'resource_missing', param: 'line_items[0][price]' },
    failed,
    'billing.misconfigured',
  ],
  ['too many requests', { status: 429 }, busy, 'billing.refused'],
  ['a locked object', { status: 409, code: 'lock_timeout' }, busy, 'billing.refused'],
  ['a key in use', { status: 409, code: 'idempotency_key_in_use' }, busy, 'billing.refused'],
  ['a server error', { status: 500 }, failed, 'billing.refused'],
  ['a cut connection', { does: 'cut' }, busy, 'billing.refused'],
  ['a cut answer', { does: 'lost' }, busy, 'billing.refused'],
  ['no answer in time', { does: 'slow' }, busy, 'billing.refused'],
];

describe('failures of Stripe', () => {
  test.each(troubles)(
    'answers a checkout with our own status on %s',
    { tags: 'spec-314.1' },
    async (_, trouble, wanted, event) => {
      at.trouble.push(trouble);
      expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual(wanted);
      expect(eventsOf(at)).toContain(event);
    },
  );

  test.each(troubles)('answers a portal request with our own status on %s', async (_, trouble, wanted, event) => {
    await subscribed(at);
    at.trouble.push({ ...trouble, at: 'POST /v1/billing_portal/sessions' });
    expect(await refusalOf(at.portal(1, 'createPortalSession'))).toEqual(wanted);
    expect(eventsOf(at)).toContain(event);
  });

  test.each(troubles)('shows the stored subscription on %s', async (_, trouble) => {
    await subscribed(at);
    at.advance(6);
    at.trouble.push({ ...trouble, at: 'GET /v1/subscriptions' });
    expect(await at.read(1)).toMatchObject({ status: 'trialing' });
    expect(eventsOf(at)).toContain('billing.syncFailed');
    at.advance(3 / 86_400);
    expect(await at.read(1)).toMatchObject({ status: 'canceled', planType: 'free' });
  });

  test('reports a declined card with its own message', async () => {
    at.trouble.push({ status: 402, code: 'card_declined', at: 'POST /v1/checkout/sessions' });
    expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual([402, 'subscription.cardDeclined']);
  });

  test('raises an alarm when our idempotency key is reused with other parameters', async () => {
    const wanted = { email: 'ana@example.com' };
    await at.account.customers.create({ name: 'Somebody else' }, { idempotencyKey: 'taken' });
    const real = { ...at.deps.stripe };
    at.deps.stripe.createCustomer = () => real.createCustomer(wanted, 'taken');
    expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual([500, 'server.failed']);
    expect(eventsOf(at)).toContain('billing.misconfigured');
  });

  test('answers before the page gives up when all calls together are slow', async () => {
    at = await aBilling({ maxMs: 50 });
    at.trouble.push({ does: 'slow' });
    expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual(busy);
  });
});

describe('authorization errors of Stripe', () => {
  const calls: [string, (at: ABilling) => Promise<unknown>][] = [
    ['create-checkout-session', ({ checkout }) => checkout(2, 'pro_monthly')],
    ['create-portal-session', ({ portal }) => portal(1, 'createPortalSession')],
    ['create-plan-update-session', ({ portal }) => portal(1, 'createPlanUpdateSession')],
    ['create-payment-method-update-session', ({ portal }) => portal(1, 'createPaymentMethodUpdateSession')],
  ];
  const everyStatus = [401, 403].flatMap((status) => calls.map(([name, call]) => [status, name, call] as const));
  test.each(everyStatus)('turns a %d of Stripe into a 502 for %s', { tags: 'spec-314.1' }, async (status, _, call) => {
    await subscribed(at);
    at.trouble.push(...Array.from({ length: 9 }, () => ({ status })));
    expect(await refusalOf(call(at))).toEqual(failed);
  });

  test('shows the stored subscription while Stripe rejects our key', { tags: 'spec-315.1' }, async () => {
    await paid(at);
    at.trouble.push({ status: 401 });
    expect(await at.read(1)).toMatchObject({ status: 'inactive' });
    expect(eventsOf(at)).toContain('billing.misconfigured');
  });
});

test.each(['sk_live_x', 'rk_live_x'])('does not use the live key %s outside live mode', async (key) => {
  at.secret.apiKey = key;
  expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual([503, 'subscription.notConfigured']);
  expect(at.sent).toEqual([]);
});

test('logs no key, e-mail, card or text of Stripe on any failure', async () => {
  await subscribed(at, { card: 'pm_card_visa' });
  for (const [, trouble] of troubles) {
    if (trouble.does === 'slow') continue;
    at.trouble.push({ ...trouble, at: 'GET /v1/subscriptions' });
    await at.checkout(2, 'pro_monthly').catch(() => undefined);
    at.trouble.push({ ...trouble, at: 'POST /v1/invoices/create_preview' });
    await at.sync(1).catch(() => undefined);
    at.trouble.push({ ...trouble, at: 'POST /v1/billing_portal/sessions' });
    await at.portal(1, 'createPaymentMethodUpdateSession').catch(() => undefined);
    at.trouble.length = 0;
  }
  const lines = JSON.stringify(at.logged);
  expect(at.logged.length).toBeGreaterThan(20);
  expect(lines).not.toMatch(/@example\.com|Ana Souza|not welcome|local-stripe|4242|visa|https?:\/\/stripe\.test/i);
});
