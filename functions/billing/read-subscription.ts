import { noSubscription, type SubscriptionItem } from '#functions/data/billing/subscription-item.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import type { Subscription } from '#shared/contracts/billing.ts';
import { isStale } from '#shared/rules/billing/billing.ts';
import { knownStatus } from '#shared/rules/billing/plans.ts';

import type { BillingDeps } from './billing-deps.ts';
import { syncWorkspaceSubscription } from './sync-subscription.ts';
import { logFailure } from './with-stripe.ts';

const budgetMs = 4_000;
/** Pages that follow each other do not ask Stripe each time. */
const restMs = 2_000;

/**
 * Asks Stripe first when a checkout page was open or the period is over; when that takes too long, the stored one is
 * given.
 */
export async function readSubscription(deps: BillingDeps, workspaceId: number): Promise<Subscription> {
  const item = (await deps.subscriptions.find(workspaceId)) ?? noSubscription;
  const fresh = isWorthAsking(item, deps.now()) ? await readFromStripe(deps, workspaceId) : undefined;
  return shown(workspaceId, fresh ?? item);
}

function isWorthAsking(item: SubscriptionItem, now: Date): boolean {
  const { status, currentPeriodEnd, pendingCheckout, syncedAt } = item;
  if (syncedAt !== undefined && now.getTime() - Date.parse(syncedAt) < restMs) return false;
  return pendingCheckout !== undefined || isStale({ status: knownStatus(status), currentPeriodEnd }, now);
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

const shown = (workspaceId: number, item: SubscriptionItem): Subscription => ({
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
});
