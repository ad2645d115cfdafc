import { useQuery } from '@tanstack/react-query';

import type { Subscription } from '#shared/contracts/billing.ts';
import { isStale } from '#shared/rules/billing/billing.ts';
import { isPro, knownStatus, type SubscriptionStatus } from '#shared/rules/billing/plans.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { subscriptionQuery } from './subscription-query.ts';

/** How often a subscription is asked for whose period is over, until the server knows what became of it (milliseconds). */
const overdueEvery = 60_000;

/** The subscription of a workspace. `quiet` is for pages that show it by the way: they do not wait for it. */
export function useSubscription(workspaceId: number | undefined, { quiet = false } = {}) {
  const now = useMinute();
  return useQuery({
    ...subscriptionQuery(workspaceId),
    meta: { quiet },
    refetchInterval: ({ state }) => (state.data && isOverdue(state.data, now) ? overdueEvery : false),
  });
}

/** The status as the rules know it. */
export const statusOf = ({ status }: Pick<Subscription, 'status'>): SubscriptionStatus =>
  status === 'inactive' ? 'none' : knownStatus(status);

/** "Feature active": the paid features of the workspace work. */
export const isFeatureActive = (subscription: Subscription): boolean => isPro(statusOf(subscription));

const isOverdue = (subscription: Subscription, now: number): boolean =>
  isStale(
    { status: statusOf(subscription), currentPeriodEnd: subscription.currentPeriodEnd ?? undefined },
    new Date(now),
  );
