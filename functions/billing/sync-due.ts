import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import type { StripeEvent } from '#functions/providers/stripe-objects.ts';
import { billingEvents } from '#shared/rules/billing/billing-events.ts';

import type { BillingDeps } from './billing-deps.ts';
import { customerOf } from './receive-event.ts';
import { syncWorkspaceSubscription } from './sync-subscription.ts';
import { logFailure } from './with-stripe.ts';

export type SyncDueDeps = BillingDeps & {
  subscriptions: Pick<SubscriptionStore, 'due' | 'workspaceOf'>;
  metrics: Metrics;
};

/** Five calls a second, far below Stripe's limit for an account. */
const betweenMs = 200;
const eventsFromMs = 48 * 60 * 60_000;
/** Webhooks of newer events may still arrive. */
const underWayMs = 5 * 60_000;
/** Tolerance for the time between reading and storing, for Stripe's lists and for clock differences. */
const lagMs = 60_000;

/** Counts differences, because an event should have caused the sync. */
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

/** Syncs customers with an event in the last two days that no sync followed. */
export async function syncMissedEvents(deps: SyncDueDeps, deadline: Deadline): Promise<void> {
  const now = deps.now().getTime();
  const [from, until] = [new Date(now - eventsFromMs), new Date(now - underWayMs)];
  const events = await deps.stripe.eventsBetween(from, until, billingEvents);
  const result = { events: events.length, looked: 0, drifted: 0, failed: 0 };
  for (const [customer, newest] of newestByCustomer(events)) {
    if (deadline.isOver()) break;
    const workspaceId = await deps.subscriptions.workspaceOf(customer);
    if (workspaceId === undefined || (await wasSyncedAfter(deps, workspaceId, newest))) continue;
    const outcome = await syncOne(deps, workspaceId);
    result[outcome === 'same' ? 'looked' : outcome] += 1;
    await deps.pause(betweenMs);
  }
  deps.metrics({ BillingDrift: result.drifted }, { job: 'lookForMissedEvents' });
  deps.log('billing.jobDone', { job: 'lookForMissedEvents', ...result });
}

/** Times are in milliseconds since 1970. */
function newestByCustomer(events: readonly StripeEvent[]): Map<string, number> {
  const newest = new Map<string, number>();
  for (const event of events) {
    const customer = customerOf(event);
    if (customer !== undefined) newest.set(customer, Math.max(newest.get(customer) ?? 0, event.created * 1000));
  }
  return newest;
}

async function wasSyncedAfter({ subscriptions }: SyncDueDeps, workspaceId: number, at: number): Promise<boolean> {
  const syncedAt = (await subscriptions.find(workspaceId))?.syncedAt;
  return syncedAt !== undefined && Date.parse(syncedAt) > at + lagMs;
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
