import { expect, test } from 'vitest';

import { isLive, isOver, isStale, premiumNow, statusBehaviour } from './billing.ts';
import { subscriptionStatuses } from './plans.ts';
import { offersTrial } from './trial.ts';

const now = new Date('2026-11-20T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

test(
  'active, on trial and past due are managed; every other status shows the plans',
  { tags: ['spec-184.1', 'spec-184.2'] },
  () => {
    expect(subscriptionStatuses.filter(isLive)).toEqual(['active', 'trialing', 'past_due']);
  },
);

test('a new checkout is refused while a subscription runs and for an unknown status', () => {
  const refused = subscriptionStatuses.filter((status) => statusBehaviour[status].newCheckout === 'no');
  expect(refused).toEqual(['active', 'trialing', 'past_due', 'unknown']);
});

test('nothing leads out of never, canceled and never paid', () => {
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
] as const)('%s whose period ended %d hours ago gives paid features: %s', (status, hours, answer) => {
  expect(premiumNow({ status, currentPeriodEnd: hoursAgo(hours) }, now)).toBe(answer);
});

test('a status read since the period ended counts for a day', () => {
  const seen = (hours: number) =>
    ({ status: 'active', currentPeriodEnd: hoursAgo(90), syncedAt: hoursAgo(hours) }) as const;
  expect(premiumNow(seen(5), now)).toBe('yes');
  expect(premiumNow(seen(25), now)).toBe('ask');
  expect(premiumNow(seen(73), now)).toBe('no');
  expect(premiumNow({ status: 'active', currentPeriodEnd: hoursAgo(-9), syncedAt: hoursAgo(99) }, now)).toBe('yes');
});

test('a live subscription is stale five minutes after its period', () => {
  expect(isStale({ status: 'active', currentPeriodEnd: hoursAgo(0.05) }, now)).toBe(false);
  expect(isStale({ status: 'active', currentPeriodEnd: hoursAgo(0.2) }, now)).toBe(true);
  expect(isStale({ status: 'canceled', currentPeriodEnd: hoursAgo(90) }, now)).toBe(false);
  expect(isStale({ status: 'active' }, now)).toBe(false);
});

test('the trial is one per person, for the default workspace', { tags: 'spec-188.1' }, () => {
  expect(offersTrial({ isDefaultWorkspace: true, trialUsed: false })).toBe(true);
  expect(offersTrial({ isDefaultWorkspace: false, trialUsed: false })).toBe(false);
  expect(offersTrial({ isDefaultWorkspace: true, trialUsed: true })).toBe(false);
});
