import { beforeEach, describe, expect, test } from 'vitest';

import type { Projection } from '#functions/data/subscription-item.ts';
import { Refusal } from '#shared/refusals.ts';

import { aBilling, type ABilling, type Trouble } from '../../support/a-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const events = () => at.logged.map(({ event }) => event);
const live = (id = 1) => at.items.get(id);
const itsSubscription = (id = 1) => at.sandbox.subscriptions.need(live(id)?.subscriptionId ?? '');

/** Subscribes and looks. */
async function subscribed(card = 'none', id = 1, plan = 'pro_monthly') {
  await at.pressed((await at.checkout(id, plan)).url, { action: 'pay', card });
  return (await at.sync(id)).item;
}

async function refusalOf(work: Promise<unknown>): Promise<[number, string]> {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused');
  return [error.status, error.code];
}

describe('when Stripe says no, the caller gets', () => {
  test.each<[string, Trouble, [number, string], string]>([
    ['a wrong key', { status: 401 }, [502, 'subscription.providerFailed'], 'billing.misconfigured'],
    ['a missing permission', { status: 403 }, [502, 'subscription.providerFailed'], 'billing.misconfigured'],
    [
      'a refused parameter',
      { status: 400, code: 'parameter_unknown' },
      [502, 'subscription.providerFailed'],
      'billing.misconfigured',
    ],
    ['too many requests', { status: 429 }, [503, 'subscription.providerBusy'], 'billing.refused'],
    ['a locked object', { status: 409, code: 'lock_timeout' }, [503, 'subscription.providerBusy'], 'billing.refused'],
    ['a server error', { status: 500 }, [502, 'subscription.providerFailed'], 'billing.refused'],
    ['a cut connection', 'cut', [503, 'subscription.providerBusy'], 'billing.refused'],
  ])('for %s a status of ours', async (_, trouble, wanted, event) => {
    at.trouble.push(trouble);
    expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual(wanted);
    expect(events()).toContain(event);
    expect(JSON.stringify(at.logged)).not.toContain('@example.com');
  });

  test.each(['sk_live_x', 'rk_live_x'])('503 for a key of real money (%s) where none is meant', async (key) => {
    at.apiKey.current = key;
    expect(await refusalOf(at.checkout(1, 'pro_monthly'))).toEqual([503, 'subscription.notConfigured']);
    expect(at.calls).toEqual([]);
  });

  test('what is stored, where only a look on the way failed', async () => {
    await subscribed();
    at.advance(6);
    at.trouble.push('cut');
    expect(await at.read(1)).toMatchObject({ status: 'trialing' });
    expect(events()).toContain('billing.syncFailed');
    expect(await at.read(1)).toMatchObject({ status: 'canceled', planType: 'free' });
  });
});

describe('the trial', () => {
  test('without a card ends in cancellation, is used up, and is not offered again', async () => {
    expect(await subscribed()).toMatchObject({ status: 'trialing' });
    at.advance(6);
    expect((await at.sync(1)).item).toMatchObject({ status: 'canceled', planType: 'free', amount_due: 0 });
    await at.checkout(1, 'pro_annual');
    expect(at.sandbox.checkouts.all().at(-1)?.trialDays).toBeUndefined();
  });

  test('is not used up by a page that nobody finished', async () => {
    await at.checkout(1, 'pro_monthly');
    await at.sync(1);
    expect(at.users.get('ana')?.trialUsed).toBe(false);
  });

  test('with a card goes on as active; with a declining one it is past due, without paid features', async () => {
    await subscribed('pm_card_visa');
    at.advance(6);
    expect((await at.sync(1)).item).toMatchObject({ status: 'active', amount_due: 1500 });
    const other = await aBilling();
    at = other;
    await subscribed('pm_card_chargeCustomerFail');
    at.advance(5.5);
    expect((await at.sync(1)).item).toMatchObject({ status: 'past_due', amount_due: 1500 });
  });

  test('is not for another workspace, nor for an account that had one under another sign-in', async () => {
    await at.checkout(2, 'pro_monthly');
    expect(at.sandbox.checkouts.all().at(-1)?.trialDays).toBeUndefined();
    await subscribed();
    const ana = at.users.get('ana');
    if (ana) at.users.set('ana', { ...ana, trialUsed: false });
    at.advance(6);
    await at.checkout(1, 'pro_monthly');
    expect(at.sandbox.checkouts.all().at(-1)?.trialDays).toBeUndefined();
  });

  test.each([
    ['without a card is ended', 'none', 'canceled'],
    ['with a card begins to cost', 'pm_card_visa', 'active'],
  ])('for the second time %s', async (_, card, status) => {
    const { url } = await at.checkout(1, 'pro_monthly');
    const ana = at.users.get('ana');
    if (ana) at.users.set('ana', { ...ana, trialUsed: true, trialSubscriptionId: 'sub_other' });
    await at.pressed(url, { action: 'pay', card });
    expect((await at.sync(1)).item.status).toBe(status);
    expect(events()).toContain('billing.secondTrial');
  });
});

describe('cards', () => {
  test('a new card in the portal is charged from then on, though the subscription had its own', async () => {
    await subscribed('pm_card_visa', 2);
    const old = itsSubscription(2).card;
    const { url } = await at.portal(2, 'createPaymentMethodUpdateSession');
    await at.pressed(`${url}/card`, { card: 'pm_card_mastercard' });
    await at.sync(2);
    expect(itsSubscription(2).card).not.toBe(old);
    expect(itsSubscription(2).card).toBe(at.sandbox.customers.need(live(2)?.customerId ?? '').defaultCard);
  });

  test('a new card pays what is owed at once', async () => {
    await subscribed('pm_card_chargeCustomerFail', 2);
    at.advance(31.5);
    expect((await at.sync(2)).item.status).toBe('past_due');
    const { url } = await at.portal(2, 'createPaymentMethodUpdateSession');
    await at.pressed(`${url}/card`, { card: 'pm_card_visa' });
    expect((await at.sync(2)).item).toMatchObject({ status: 'active', amount_due: 1500 });
  });
});

describe('what is left of a subscription', () => {
  test('that was never paid is ended with its invoice before the next checkout', async () => {
    at.sandbox.change({ afterRetries: 'unpaid' });
    await subscribed('pm_card_chargeCustomerFail', 2);
    at.advance(60);
    expect((await at.sync(2)).item.status).toBe('unpaid');
    await at.checkout(2, 'pro_annual');
    expect(at.sandbox.subscriptions.all().map(({ status }) => status)).toEqual(['canceled']);
    expect(at.sandbox.invoices.all().filter(({ status }) => status === 'open')).toEqual([]);
  });

  test('in a workspace that was switched off is ended, while one that is on again keeps it', async () => {
    await subscribed('pm_card_chargeCustomerFail', 2);
    at.advance(31.5);
    await at.sync(2);
    await at.subscriptions.lookSoon(2, at.deps.now());
    await at.lookAtDue();
    expect(live(2)?.status).toBe('past_due');
    const off = at.workspaces.get(2);
    if (off) at.workspaces.set(2, { ...off, status: 'INATIVO' });
    await at.subscriptions.lookSoon(2, at.deps.now());
    await at.lookAtDue();
    expect(live(2)?.status).toBe('canceled');
    expect(at.sandbox.invoices.all().filter(({ status }) => status === 'open')).toEqual([]);
  });

  test('twice is ended once: the older one stays', async () => {
    const { subscriptionId = '' } = await subscribed('pm_card_visa');
    await at.account.subscriptions.create({
      customer: live()?.customerId ?? '',
      items: [{ price: at.ids.pro_annual ?? '' }],
      trial_period_days: 5,
    });
    expect((await at.sync(1)).item.subscriptionId).toBe(subscriptionId);
    expect(at.sandbox.subscriptions.all().map(({ status }) => status)).toEqual(['trialing', 'canceled']);
  });

  test('and its customer, deleted at Stripe, is replaced at the next checkout', async () => {
    await subscribed();
    const old = live()?.customerId ?? '';
    await at.account.customers.del(old);
    await at.checkout(1, 'pro_monthly');
    expect(live()?.customerId).not.toBe(old);
    expect(events()).toContain('billing.customerHealed');
  });
});

describe('without any event', () => {
  test('the return from checkout is enough', async () => {
    await at.pressed((await at.checkout(1, 'pro_annual')).url, { action: 'pay', card: 'none' });
    expect(await at.read(1)).toMatchObject({ status: 'trialing', planType: 'pro_annual' });
    expect(live()?.pendingCheckout).toBeUndefined();
  });

  test('and when the page was closed too, the clock finds it when the checkout page has run out', async () => {
    await at.pressed((await at.checkout(1, 'pro_annual')).url, { action: 'pay', card: 'none' });
    at.advance(0.05);
    await at.lookAtDue();
    expect(live()?.status).toBe('trialing');
    expect(at.metrics.at(-1)).toBe(1);
    at.advance(0.5);
    await at.lookAtDue();
    expect(at.metrics.at(-1)).toBe(0);
  });

  test('undelivered ones are asked for', async () => {
    await at.pressed((await at.checkout(1, 'pro_annual')).url, { action: 'pay', card: 'none' });
    await at.lookForMissedEvents();
    expect(live()?.status).toBe('trialing');
  });
});

test('what follows from a change is written with it, once, and knows before and after', async () => {
  const heard: [string, string][] = [];
  const note = ({ before, after }: { before: Projection; after: Projection }) => {
    heard.push([before.status, after.status]);
    return [];
  };
  at = await aBilling([{ name: 'note', writes: note }]);
  await subscribed();
  await at.sync(1);
  at.advance(6);
  await Promise.all([at.sync(1), at.sync(1)]);
  expect(new Set(heard.map((pair) => pair.join(' to ')))).toEqual(
    new Set(['none to trialing', 'trialing to canceled']),
  );
});

test('an unpaid page of another plan is closed, and its memory at Stripe is not trusted when it is wanted again', async () => {
  const first = await at.checkout(1, 'pro_monthly');
  await at.checkout(1, 'pro_annual');
  const again = await at.checkout(1, 'pro_monthly');
  expect(again.url).not.toBe(first.url);
  expect(at.sandbox.checkouts.all().filter(({ status }) => status === 'open')).toHaveLength(1);
});
