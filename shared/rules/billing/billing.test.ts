import { expect, test } from 'vitest';

import { isLive, isOver, isStale, premiumNow, statusBehaviour } from './billing.ts';
import { subscriptionStatuses } from './plans.ts';
import { offersTrial } from './trial.ts';

const now = new Date('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

test(
  'shows the management view for active, trialing and past_due, and the plans for every other status',
  { tags: ['spec-184.1', 'spec-184.2'] },
  () => {
    expect(subscriptionStatuses.filter(isLive)).toEqual(['active', 'trialing', 'past_due']);
  },
);

test('refuses a new checkout while a subscription is live or its status is unknown', () => {
  const refused = subscriptionStatuses.filter((status) => statusBehaviour[status].newCheckout === 'no');
  expect(refused).toEqual(['active', 'trialing', 'past_due', 'unknown']);
});

test('counts only none, canceled and incomplete_expired as over', () => {
  expect(subscriptionStatuses.filter(isOver)).toEqual(['none', 'canceled', 'incomplete_expired']);
});

test.each([
  ['active', 0, 'yes'],
  ['trialing', 23, 'yes'],
  ['active', 25, 'ask'],
  ['trialing', 71, 'ask'],
  ['active', 73, 'no'],
  ['past_due', 0, 'no'],
  ['canceled', 0, 'no'],
  ['paused', 0, 'no'],
  ['unknown', 0, 'no'],
] as const)('returns premium access for %s whose period ended %d hours ago: %s', (status, hours, answer) => {
  expect(premiumNow({ status, currentPeriodEnd: hoursAgo(hours) }, now)).toBe(answer);
});

test('trusts a status for a day if it was synced after the period ended', () => {
  const seen = (hours: number) =>
    ({ status: 'active', currentPeriodEnd: hoursAgo(90), syncedAt: hoursAgo(hours) }) as const;
  expect(premiumNow(seen(5), now)).toBe('yes');
  expect(premiumNow(seen(25), now)).toBe('ask');
  expect(premiumNow(seen(73), now)).toBe('no');
  expect(premiumNow({ status: 'active', currentPeriodEnd: hoursAgo(-9), syncedAt: hoursAgo(99) }, now)).toBe('yes');
});

test('marks a live subscription as stale five minutes after its period ends', () => {
  expect(isStale({ status: 'active', currentPeriodEnd: hoursAgo(0.05) }, now)).toBe(false);
  expect(isStale({ status: 'active', currentPeriodEnd: hoursAgo(0.2) }, now)).toBe(true);
  expect(isStale({ status: 'canceled', currentPeriodEnd: hoursAgo(90) }, now)).toBe(false);
  expect(isStale({ status: 'active' }, now)).toBe(false);
});

test('offers one trial per user, and only for the default workspace', { tags: 'spec-188.1' }, () => {
  expect(offersTrial({ isDefaultWorkspace: true, trialUsed: false })).toBe(true);
  expect(offersTrial({ isDefaultWorkspace: false, trialUsed: false })).toBe(false);
  expect(offersTrial({ isDefaultWorkspace: true, trialUsed: true })).toBe(false);
});
