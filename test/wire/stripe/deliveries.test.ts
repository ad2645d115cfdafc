import { beforeEach, describe, expect, test } from 'vitest';

import type { EventDelivery } from '../../sandboxes/stripe/entities.ts';
import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { atStripe, openInvoices, paid, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => {
  at = await aBilling();
});

const typeOf = (one: EventDelivery) => at.sandbox.events.get(one.event)?.type ?? '';
const waitingOf = (type: string) => at.waiting.filter((one) => typeOf(one) === type);
async function deliver(deliveries: readonly EventDelivery[]): Promise<number[]> {
  const statuses = [];
  for (const one of deliveries) statuses.push(await at.deliver(one));
  return statuses;
}
const status = (id = 1) => at.items.get(id)?.status;

/** A subscription that was bought, changed, canceled and ended. No event has arrived. */
async function aLife(): Promise<void> {
  await paid(at, { id: 2, card: 'pm_card_visa' });
  const { subscriptionId = '' } = (await at.sync(2)).item;
  at.subscriptions.news.length = 0;
  const [item] = atStripe(at, 2).items;
  await at.account.subscriptions.update(subscriptionId, {
    items: [{ id: item?.id ?? '', price: at.ids.pro_annual ?? '' }],
  });
  await at.account.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
  await at.account.subscriptions.cancel(subscriptionId);
}

describe('events', () => {
  test('ignores duplicate events', async () => {
    await paid(at);
    const created = waitingOf('customer.subscription.created');
    expect(await deliver([...created, ...created, ...created])).toEqual([200, 200, 200]);
    expect(at.subscriptions.news).toHaveLength(1);
  });

  test('changes the state once for concurrent events', async () => {
    await paid(at);
    const { waiting } = at;
    expect(waiting.length).toBeGreaterThan(2);
    const statuses = await Promise.all(waiting.map((one) => at.deliver(one)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(status()).toBe('trialing');
    expect(at.subscriptions.news).toHaveLength(1);
  });

  test('reaches the same state when events arrive in reverse order', async () => {
    await aLife();
    await deliver(at.waiting.toReversed());
    expect(status(2)).toBe('canceled');
    expect(at.subscriptions.news).toHaveLength(1);
  });

  test('keeps a subscription canceled when an “updated” event arrives after the end', async () => {
    await aLife();
    await deliver(waitingOf('customer.subscription.deleted'));
    expect(status(2)).toBe('canceled');
    expect(waitingOf('customer.subscription.updated').length).toBeGreaterThan(0);
    await deliver(waitingOf('customer.subscription.updated'));
    expect(status(2)).toBe('canceled');
    expect(at.subscriptions.news).toHaveLength(1);
  });

  test('reaches the final state when only the first event arrives', async () => {
    await aLife();
    await deliver(at.waiting.slice(0, 1));
    expect(status(2)).toBe('canceled');
  });

  test('stores the present state on a late event of a subscription that has ended', async () => {
    await paid(at);
    const [first] = at.waiting;
    at.advance(10);
    await deliver(first ? [first] : []);
    expect(status()).toBe('canceled');
    expect(openInvoices(at)).toEqual([]);
  });

  test('trusts the event of a subscription that the list does not contain yet', async () => {
    await paid(at);
    const real = { ...at.deps.stripe };
    at.deps.stripe.subscriptionsOf = async () => [];
    await deliver(waitingOf('customer.subscription.created'));
    expect(status()).toBe('trialing');
    Object.assign(at.deps.stripe, real);
    expect((await at.sync(1)).changed).toBe(false);
  });

  test('answers 500 while Stripe fails, and repairs the state on redelivery', async () => {
    await subscribed(at);
    at.advance(6);
    const deleted = waitingOf('customer.subscription.deleted');
    for (const trouble of [{ status: 500 }, { status: 429 }, { does: 'cut' as const }]) {
      at.trouble.push({ ...trouble, at: 'GET /v1/subscriptions' });
      expect(await deliver(deleted)).toEqual([500]);
      expect(status()).toBe('trialing');
    }
    expect(await deliver(deleted)).toEqual([200]);
    expect(status()).toBe('canceled');
  });
});
