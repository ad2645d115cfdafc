import { beforeEach, describe, expect, test } from 'vitest';

import { aBilling, type ABilling } from '../../support/worlds/billing/a-billing.ts';
import { eventsOf, paid, subscribed } from './with-billing.ts';

let at: ABilling;
beforeEach(async () => void (at = await aBilling()));

const drift = () => at.metrics.at(-1)?.['BillingDrift'];
const status = (id = 1) => at.items.get(id)?.status;
const looks = () => at.sent.filter(({ path }) => path === '/v1/subscriptions').length;

describe('every hour', () => {
  test('who has an event that did not arrive is looked at', async () => {
    await paid(at);
    await at.lookForMissedEvents();
    expect(status()).toBe('trialing');
  });

  test('events of others, of other kinds and of more than two days ago are left alone', async () => {
    await at.account.customers.create({ name: 'Somebody else' });
    await at.account.products.create({ name: 'Something else' });
    await paid(at);
    at.advance(2.1);
    for (const one of at.waiting)
      if (at.sandbox.events.get(one.event)?.type.includes('trial_will_end')) one.state = 'delivered';
    const before = looks();
    await at.lookForMissedEvents();
    expect(looks()).toBe(before);
  });

  test('one workspace that fails does not hold up the others', async () => {
    await paid(at);
    await paid(at, { id: 2, card: 'pm_card_visa' });
    at.trouble.push({ at: 'GET /v1/subscriptions', status: 500 });
    await at.lookForMissedEvents();
    expect([status(1), status(2)].filter((one) => one === 'none')).toHaveLength(1);
    expect(eventsOf(at)).toContain('billing.syncFailed');
    await at.lookForMissedEvents();
    expect([status(1), status(2)]).toEqual(['trialing', 'active']);
  });
});

describe('every day', () => {
  test('who has heard nothing for two days is looked at, and the difference is counted', async () => {
    await subscribed(at, { id: 2 });
    const { subscriptionId = '' } = at.items.get(2) ?? {};
    await at.account.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
    at.waiting.length = 0;
    at.advance(0.9);
    await at.syncDue();
    expect(drift()).toBe(0);
    expect(at.items.get(2)?.cancel_at_period_end).toBe(false);
    at.advance(1.1);
    await at.syncDue();
    expect(drift()).toBe(1);
    expect(at.items.get(2)?.cancel_at_period_end).toBe(true);
  });

  test('nothing is counted where all is as Stripe says, and nobody is asked twice a day', async () => {
    await subscribed(at, { id: 2 });
    at.advance(1.1);
    await at.syncDue();
    expect(drift()).toBe(0);
    const before = looks();
    await at.syncDue();
    expect(looks()).toBe(before);
  });

  test('what is over is not looked at any more', async () => {
    await subscribed(at);
    at.advance(6);
    await at.sync(1);
    expect(at.items.get(1)?.dueAt).toBeUndefined();
  });
});
