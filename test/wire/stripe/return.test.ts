import { beforeEach, describe, expect, test } from 'vitest';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { openCheckouts, paid, refusalOf, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const deliverAll = async () => Promise.all(at.waiting.splice(0).map((delivery) => at.deliver(delivery)));
const looks = () => at.sent.filter(({ method, path }) => method === 'GET' && path === '/v1/subscriptions').length;
const trialing = { status: 'trialing', planType: 'pro_monthly' };

describe('returning from checkout', () => {
  test('shows the new subscription when the event arrived before the return', async () => {
    await paid(at);
    await deliverAll();
    const before = looks();
    expect(await at.read(1)).toMatchObject(trialing);
    expect(looks()).toBe(before);
  });

  test('shows the new subscription when the event arrives later, which changes nothing more', async () => {
    await paid(at);
    expect(await at.read(1)).toMatchObject(trialing);
    await deliverAll();
    expect(await at.read(1)).toMatchObject(trialing);
    expect(at.logged.filter(({ event }) => event === 'billing.synced')).toHaveLength(1);
  });

  test('shows the new subscription when no event ever arrives', async () => {
    await paid(at);
    at.waiting.length = 0;
    expect(await at.read(1)).toMatchObject(trialing);
    expect(at.items.get(1)?.pendingCheckout).toBeUndefined();
  });

  test('shows the subscription on a reload with success=true without another call to Stripe', async () => {
    await paid(at);
    await at.read(1);
    const before = looks();
    expect(await at.read(1)).toMatchObject(trialing);
    expect(looks()).toBe(before);
  });
});

test('asks Stripe at most once in two seconds when a page polls', async () => {
  await at.checkout(1, 'pro_monthly');
  at.advance(1 / 1440);
  const before = looks();
  for (const _ of [1, 2, 3, 4, 5]) expect(await at.read(1)).toMatchObject({ status: 'inactive' });
  expect(looks() - before).toBe(1);
  at.advance(3 / 86_400);
  await at.read(1);
  expect(looks() - before).toBe(2);
});

test('keeps the checkout page after canceled=true until it expires', async () => {
  const { url } = await at.checkout(1, 'pro_monthly');
  expect(await at.read(1)).toMatchObject({ status: 'inactive' });
  expect(await at.checkout(1, 'pro_monthly')).toEqual({ url });
  at.advance(0.05);
  expect(openCheckouts(at)).toEqual([]);
  await at.read(1);
  expect(at.items.get(1)?.pendingCheckout).toBeUndefined();
});

test('finds the subscription of a user who never returned once the checkout page has expired', async () => {
  await paid(at);
  at.waiting.length = 0;
  at.advance(0.05);
  await at.syncDue();
  expect(at.items.get(1)?.status).toBe('trialing');
});

test('shows the stored state when a sync on return takes too long', async () => {
  await paid(at);
  at.trouble.push({ at: 'GET /v1/subscriptions', does: 'slow' });
  expect(await at.read(1)).toMatchObject({ status: 'inactive' });
  at.advance(3 / 86_400);
  expect(await at.read(1)).toMatchObject(trialing);
});

test('syncs a period that has been over for five minutes, and not earlier', async () => {
  await subscribed(at, { id: 2 });
  at.advanceTo('2026-12-20T12:04:00Z');
  const before = looks();
  await at.read(2);
  expect(looks()).toBe(before);
  at.advanceTo('2026-12-20T12:06:00Z');
  expect(await at.read(2)).toMatchObject({ status: 'active', currentPeriodEnd: '2027-01-20T12:00:00.000Z' });
});

describe('returning from the billing portal without webhooks', () => {
  const seconds = (count: number) => at.advance(count / 86_400);
  const home = async () => {
    const { url } = await at.portal(2, 'createPortalSession');
    return { press: async (what: string, fields = {}) => void (await at.pressed(`${url}/${what}`, fields)) };
  };
  beforeEach(async () => void (await subscribed(at, { id: 2 })));

  test('shows a cancellation, a resumption and a change of plan made in the portal', async () => {
    const portal = await home();
    await portal.press('cancel');
    at.waiting.length = 0;
    const ending = { status: 'active', cancel_at_period_end: true, amount_due: 0 };
    expect(await at.read(2)).toMatchObject(ending);
    expect(at.items.get(2)).toMatchObject(ending);
    await portal.press('resume');
    seconds(3);
    expect(await at.read(2)).toMatchObject({ cancel_at_period_end: false, cancel_at: null, amount_due: 1500 });
    const plan = (await at.portal(2, 'createPlanUpdateSession')).url;
    await at.pressed(`${plan}/confirm`, { price: at.ids.pro_annual ?? '' });
    expect(await at.read(2)).toMatchObject({ planType: 'pro_annual', amount: 12_000 });
  });

  test('shows a portal change within the hour, and stops asking Stripe afterwards', async () => {
    const portal = await home();
    await at.read(2);
    seconds(59 * 60);
    await portal.press('cancel');
    expect(await at.read(2)).toMatchObject({ cancel_at_period_end: true });
    await portal.press('resume');
    seconds(2 * 60);
    const before = looks();
    expect(await at.read(2)).toMatchObject({ cancel_at_period_end: true });
    expect(looks()).toBe(before);
    expect(at.items.get(2)?.askUntil).toBeDefined();
    await at.sync(2);
    expect(at.items.get(2)?.askUntil).toBeUndefined();
  });

  test('asks Stripe on the first read and then at most once in two seconds', async () => {
    await at.read(2);
    const portal = await home();
    await portal.press('cancel');
    const before = looks();
    expect(await at.read(2)).toMatchObject({ cancel_at_period_end: true });
    await Promise.all([1, 2, 3, 4, 5].map(() => at.read(2)));
    expect(looks() - before).toBe(1);
    seconds(2);
    await Promise.all([1, 2, 3, 4, 5].map(() => at.read(2)));
    expect(looks() - before).toBe(2);
  });

  test.each([
    ['fails', { status: 500 }],
    ['is cut off', { does: 'cut' as const }],
    ['is slow', { does: 'slow' as const }],
  ])('shows the stored state and waits before asking again when Stripe %s', async (_, trouble) => {
    await (await home()).press('cancel');
    at.trouble.push({ at: 'GET /v1/subscriptions', ...trouble });
    const before = looks();
    expect(await at.read(2)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(await at.read(2)).toMatchObject({ cancel_at_period_end: false });
    expect(looks() - before).toBe(1);
    seconds(3);
    expect(await at.read(2)).toMatchObject({ cancel_at_period_end: true });
  });

  test('does not ask Stripe on reads when no portal page was opened', async () => {
    at.trouble.push({ at: 'POST /v1/billing_portal/sessions', status: 400, param: 'return_url' });
    expect(await refusalOf(at.portal(2, 'createPortalSession'))).toEqual([502, 'subscription.providerFailed']);
    const before = looks();
    await at.read(2);
    expect(looks()).toBe(before);
  });
});
