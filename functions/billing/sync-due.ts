import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';

import type { BillingDeps } from './billing-deps.ts';
import { customerOf, isBillingEvent } from './receive-event.ts';
import { syncWorkspaceSubscription } from './sync-subscription.ts';
import { logFailure } from './with-stripe.ts';

export type SyncDueDeps = BillingDeps & {
  subscriptions: Pick<SubscriptionStore, 'due' | 'workspaceOf'>;
  metrics: Metrics;
};

/** Far below Stripe's limit for an account. */
const betweenMs = 200;
const eventsFromMs = 48 * 60 * 60_000;

/**
 * Subscriptions not synchronised for a day, and checkout pages that ran out. A difference is counted: an event should
 * have brought it.
 */
export async function syncDue(deps: SyncDueDeps, deadline: Deadline): Promise<void> {
  const until = deps.now();
  let from: Record<string, unknown> | undefined;
  const result = { looked: 0, drifted: 0, failed: 0 };
  do {
    const page = await deps.subscriptions.due(until, from);
    for (const workspaceId of page.workspaceIds) {
      if (deadline.isOver()) break;
      const outcome = await syncOne(deps, workspaceId);
      result[outcome === 'same' ? 'looked' : outcome] += 1;
      await deps.pause(betweenMs);
    }
    from = page.next;
  } while (from && !deadline.isOver());
  deps.metrics({ BillingDrift: result.drifted }, { job: 'lookAtDue' });
  deps.log('billing.jobDone', { job: 'lookAtDue', ...result });
}

/** For customers of whom an event of the last two days was not delivered. */
export async function syncMissedEvents(deps: SyncDueDeps, deadline: Deadline): Promise<void> {
  const events = await deps.stripe.undelivered(new Date(deps.now().getTime() - eventsFromMs));
  const customers = new Set(events.filter(isBillingEvent).map(customerOf));
  const result = { looked: 0, drifted: 0, failed: 0 };
  for (const customer of customers) {
    if (deadline.isOver()) break;
    const workspaceId = customer === undefined ? undefined : await deps.subscriptions.workspaceOf(customer);
    if (workspaceId === undefined) continue;
    const outcome = await syncOne(deps, workspaceId);
    result[outcome === 'same' ? 'looked' : outcome] += 1;
    await deps.pause(betweenMs);
  }
  deps.log('billing.jobDone', { job: 'lookForMissedEvents', ...result });
}

async function syncOne(deps: SyncDueDeps, workspaceId: number): Promise<'same' | 'drifted' | 'failed'> {
  try {
    const { changed } = await syncWorkspaceSubscription(deps, workspaceId);
    return changed ? 'drifted' : 'same';
  } catch (cause) {
    if (cause instanceof StripeFailure) logFailure(deps.log, cause);
    deps.log('billing.syncFailed', { workspaceId }, cause);
    return 'failed';
  }
}
