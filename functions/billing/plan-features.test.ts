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
  'with a fresh %s the stored status decides, without a call to Stripe',
  async (status) => {
    const item = anItem({ status, currentPeriodEnd: hoursAgo(-24) });
    expect(await hasCommands(item, nobodyAsked)).toBe(status === 'active' || status === 'trialing');
  },
);

test('without a subscription there is what is free', async () => {
  const features = await planFeaturesOf(
    { requestSync: nobodyAsked, now: () => now, log: () => undefined },
    7,
    undefined,
  );
  expect([...features]).toEqual(['amazonAlexa', 'unlimitedTriggers', 'unlimitedWorkspaces']);
});

test(
  'a day after its period, unseen since, it is looked at again, and what Stripe says decides',
  { tags: 'spec-185.1' },
  async () => {
    const stale = anItem({ status: 'active', currentPeriodEnd: hoursAgo(25), syncedAt: hoursAgo(30) });
    const renewed = { ...stale, currentPeriodEnd: hoursAgo(-600), syncedAt: hoursAgo(0) };
    expect(await hasCommands(stale, async () => renewed)).toBe(true);
    expect(await hasCommands(stale, async () => ({ ...renewed, status: 'canceled' }))).toBe(false);
    expect(await hasCommands(stale, async () => ({ ...stale, syncedAt: hoursAgo(0) }))).toBe(true);
  },
);

test('a subscription read since its period ended is not read again', async () => {
  const seen = anItem({ status: 'active', currentPeriodEnd: hoursAgo(90), syncedAt: hoursAgo(5) });
  expect(await hasCommands(seen, nobodyAsked)).toBe(true);
});

test.each([
  [25, true],
  [71, true],
  [73, false],
])('when Stripe cannot be reached %d hours after the period the features are there: %s', async (hours, allowed) => {
  const stale = anItem({ status: 'trialing', currentPeriodEnd: hoursAgo(hours), syncedAt: hoursAgo(hours + 1) });
  expect(await hasCommands(stale, unreachable)).toBe(allowed);
  // An entry point that can only ask the background to look has no answer yet.
  expect(await hasCommands(stale, async () => undefined)).toBe(allowed);
});

test('a failure to look is logged and does not reach the caller', async () => {
  const log = vi.fn<() => void>();
  const stale = anItem({ status: 'active', currentPeriodEnd: hoursAgo(30) });
  expect(await hasCommands(stale, unreachable, log)).toBe(true);
  expect(log).toHaveBeenCalledWith('billing.syncFailed', { workspaceId: 7 }, expect.any(Error));
});
