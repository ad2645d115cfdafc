import { expect, test, vi } from 'vitest';

import { noSubscription, type SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import { subscriptionStatuses } from '#shared/rules/billing/plans.ts';

import { planFeaturesOf } from './plan-features.ts';

const now = new Date('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString();
const anItem = (change: Partial<SubscriptionItem>): SubscriptionItem => ({ ...noSubscription, ...change });

const unreachable = () => Promise.reject(new Error('no answer'));
const nobodyAsked = () => Promise.reject(new Error('nobody should have looked'));

const hasCommands = async (
  item: SubscriptionItem | undefined,
  requestSync: () => Promise<SubscriptionItem | undefined>,
  log = vi.fn<() => void>(),
) => (await planFeaturesOf({ requestSync, now: () => now, log }, 7, item)).has('whatsappCommands');

test.each(subscriptionStatuses)(
  'decides by the stored status %s without a call to Stripe when it is fresh',
  async (status) => {
    const item = anItem({ status, currentPeriodEnd: hoursAgo(-24) });
    expect(await hasCommands(item, nobodyAsked)).toBe(status === 'active' || status === 'trialing');
  },
);

test('returns the free features without a subscription', async () => {
  const features = await planFeaturesOf(
    { requestSync: nobodyAsked, now: () => now, log: () => undefined },
    7,
    undefined,
  );
  expect([...features]).toEqual(['amazonAlexa', 'unlimitedTriggers', 'unlimitedWorkspaces']);
});

test(
  "syncs a subscription a day after its period ended and decides by Stripe's state",
  { tags: 'spec-185.1' },
  async () => {
    const stale = anItem({ status: 'active', currentPeriodEnd: hoursAgo(25), syncedAt: hoursAgo(30) });
    const renewed = { ...stale, currentPeriodEnd: hoursAgo(-600), syncedAt: hoursAgo(0) };
    expect(await hasCommands(stale, async () => renewed)).toBe(true);
    expect(await hasCommands(stale, async () => ({ ...renewed, status: 'canceled' }))).toBe(false);
    expect(await hasCommands(stale, async () => ({ ...stale, syncedAt: hoursAgo(0) }))).toBe(true);
  },
);

test('does not sync a subscription that was synced after its period ended', async () => {
  const seen = anItem({ status: 'active', currentPeriodEnd: hoursAgo(90), syncedAt: hoursAgo(5) });
  expect(await hasCommands(seen, nobodyAsked)).toBe(true);
});

test.each([
  [25, true],
  [71, true],
  [73, false],
])('when Stripe is unreachable %d hours after the period, keeps the features: %s', async (hours, allowed) => {
  const stale = anItem({ status: 'trialing', currentPeriodEnd: hoursAgo(hours), syncedAt: hoursAgo(hours + 1) });
  expect(await hasCommands(stale, unreachable)).toBe(allowed);
  // An entry point that can only request a sync returns no state yet.
  expect(await hasCommands(stale, async () => undefined)).toBe(allowed);
});

test('logs a failed sync without throwing', async () => {
  const log = vi.fn<() => void>();
  const stale = anItem({ status: 'active', currentPeriodEnd: hoursAgo(30) });
  expect(await hasCommands(stale, unreachable, log)).toBe(true);
  expect(log).toHaveBeenCalledWith('billing.syncFailed', { workspaceId: 7 }, expect.any(Error));
});
