import { useQuery } from '@tanstack/react-query';

import type { Subscription } from '#shared/contracts/billing.ts';
import { isStale } from '#shared/rules/billing/billing.ts';
import { isPro, knownStatus, type SubscriptionStatus } from '#shared/rules/billing/plans.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { subscriptionQuery } from './subscription-query.ts';

/** Milliseconds between polls after the period has ended, until the server knows whether it was renewed. */
const overduePollMs = 60_000;

/** With `quiet`, the page does not wait for the subscription. */
export function useSubscription(workspaceId: number | undefined, { quiet = false } = {}) {
  const now = useMinute();
  return useQuery({
    ...subscriptionQuery(workspaceId),
    meta: { quiet },
    refetchInterval: ({ state }) => (state.data && isOverdue(state.data, now) ? overduePollMs : false),
  });
}

export const statusOf = ({ status }: Pick<Subscription, 'status'>): SubscriptionStatus =>
  status === 'inactive' ? 'none' : knownStatus(status);

export const isFeatureActive = (subscription: Subscription): boolean => isPro(statusOf(subscription));

const isOverdue = (subscription: Subscription, now: number): boolean =>
  isStale(
    { status: statusOf(subscription), currentPeriodEnd: subscription.currentPeriodEnd ?? undefined },
    new Date(now),
  );
