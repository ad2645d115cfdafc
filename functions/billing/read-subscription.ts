import { noSubscription, type SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import type { Subscription } from '#shared/contracts/billing.ts';
import { isLive, isStale } from '#shared/rules/billing/billing.ts';
import { knownStatus } from '#shared/rules/billing/plans.ts';

import type { BillingDeps } from './billing-deps.ts';
import { syncWorkspaceSubscription } from './sync-subscription.ts';
import { logFailure } from './with-stripe.ts';

const budgetMs = 4_000;
/** Minimum time between two calls of Stripe, for consecutive pages and while Stripe fails. */
const restMs = 2_000;
const weekMs = 7 * 24 * 60 * 60_000;

/**
 * Syncs with Stripe while a checkout page is open, for an hour after a portal page was opened, and after the period has
 * ended. Returns the stored subscription if that fails or takes too long.
 */
export async function readSubscription(deps: BillingDeps, workspaceId: number): Promise<Subscription> {
  const item = (await deps.subscriptions.find(workspaceId)) ?? noSubscription;
  const now = deps.now();
  const asks = isWorthAsking(item, now) && (await deps.subscriptions.mayAsk(workspaceId, now, restMs));
  const fresh = asks ? await readFromStripe(deps, workspaceId) : undefined;
  return subscriptionView(workspaceId, fresh ?? item, now);
}

function isWorthAsking({ status, currentPeriodEnd, pendingCheckout, askUntil }: SubscriptionItem, now: Date): boolean {
  if (pendingCheckout !== undefined || isStale({ status: knownStatus(status), currentPeriodEnd }, now)) return true;
  return askUntil !== undefined && Date.parse(askUntil) > now.getTime();
}

async function readFromStripe(deps: BillingDeps, workspaceId: number): Promise<SubscriptionItem | undefined> {
  try {
    return (await syncWorkspaceSubscription(deps, workspaceId, { deadline: deadlineIn(deps.now, budgetMs) })).item;
  } catch (cause) {
    if (cause instanceof StripeFailure) logFailure(deps.log, cause);
    deps.log('billing.syncFailed', { workspaceId }, cause);
    return undefined;
  }
}

const subscriptionView = (workspaceId: number, item: SubscriptionItem, now: Date): Subscription => ({
  status: item.status === 'none' ? 'inactive' : item.status,
  planType: item.planType,
  workspaceId,
  amount: item.amount,
  amount_due: item.amount_due,
  amount_total_discount: item.amount_total_discount,
  currency: item.currency,
  currentPeriodStart: item.currentPeriodStart ?? null,
  currentPeriodEnd: item.currentPeriodEnd ?? null,
  hasPaymentMethodAttached: item.hasPaymentMethodAttached,
  canceled_at: item.canceled_at ?? null,
  cancel_at: item.cancel_at ?? null,
  cancel_at_period_end: item.cancel_at_period_end,
  ...secondTrialOf(item, now),
});

/** Returned after the second trial has ended. If it continues as a paid subscription, returned for a week. */
function secondTrialOf({ status, subscriptionId, secondTrial }: SubscriptionItem, now: Date) {
  if (!secondTrial || secondTrial.subscriptionId !== subscriptionId || status === 'trialing') return {};
  const isOld = now.getTime() - Date.parse(secondTrial.at) > weekMs;
  return isOld && isLive(knownStatus(status)) ? {} : { secondTrial: secondTrial.owner };
}
