import { expect, test } from 'vitest';

import type { SubscriptionChange } from '#functions/data/billing/subscription-store.ts';
import { noSubscription, type SubscriptionItem } from '#functions/data/items/subscription-item.ts';

import { saveChange } from './save-change.ts';

const seenAt = new Date('2026-11-20T12:00:00.000Z');
const before: SubscriptionItem = { ...noSubscription, rev: 4 };

/** Returns the check of findings that the change queues. */
async function lookAfter(change: Partial<SubscriptionItem>, seen: { seenAt?: Date } = { seenAt }) {
  const saved: SubscriptionChange[] = [];
  const save = (one: SubscriptionChange) => Promise.resolve(saved.push(one)).then(() => 'saved' as const);
  await saveChange({ subscriptions: { save } }, { workspaceId: 7, before, after: { ...before, ...change }, ...seen });
  return saved[0]?.look;
}

test.each<Partial<SubscriptionItem>>([
  { status: 'past_due' },
  { currentPeriodEnd: '2026-12-20T12:00:00.000Z' },
  { cancel_at: '2026-12-20T12:00:00.000Z' },
  { hasPaymentMethodAttached: true },
  { cardEndsAt: '2026-12-31T23:59:59.000Z' },
  { amount_due: 1990 },
])('queues a check of findings when Stripe has changed to %j', async (change) => {
  expect(await lookAfter(change)).toEqual({ id: 'billing-4', now: seenAt });
});

test.each<Partial<SubscriptionItem>>([{}, { syncedAt: seenAt.toISOString() }, { planType: 'pro_monthly' }])(
  'queues no check of findings when Stripe has changed to %j',
  async (change) => {
    expect(await lookAfter(change)).toBeUndefined();
  },
);

test('queues no check of findings when the change was not read from Stripe', async () => {
  expect(await lookAfter({ status: 'past_due' }, {})).toBeUndefined();
});
