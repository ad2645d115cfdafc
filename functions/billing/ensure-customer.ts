import { noSubscription, type SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import type { BillingDeps } from './billing-deps.ts';
import { withFreshKeys } from './fresh-keys.ts';
import { hasCustomer, type WithCustomer } from './read-stripe-state.ts';
import { retryWithoutRejectedFields } from './remedies.ts';
import { saveChange } from './save-change.ts';

export type CustomerDeps = Pick<BillingDeps, 'stripe' | 'subscriptions' | 'log'> & {
  /** Separates the idempotency keys of stages that share a Stripe account. */
  place: string;
};

export function ensureCustomer(deps: CustomerDeps, workspaceId: number, user: UserItem): Promise<WithCustomer> {
  return retryOnConflict({ tries: 3 }, async () => {
    const item = (await deps.subscriptions.find(workspaceId)) ?? noSubscription;
    if (hasCustomer(item)) return item;
    const customerId = await withFreshKeys(deps, workspaceId, () =>
      newCustomer(deps, workspaceId, user, item.generation),
    );
    const after = { ...item, customerId };
    // Concurrent clicks get the same customer by the key; only one of them stores it.
    const saved = await deps.subscriptions.save({ workspaceId, before: item, after });
    return saved === 'saved' ? { ...after, rev: item.rev + 1 } : 'conflict';
  });
}

/** Customers are identified by our ids, because an e-mail address proves nothing. */
function newCustomer(
  { stripe, place, log }: CustomerDeps,
  workspaceId: number,
  { id: userId, name, email }: UserItem,
  generation: number,
): Promise<string> {
  const wish = {
    name,
    ...(email !== undefined && { email }),
    metadata: { workspaceId: String(workspaceId), userId },
  };
  return retryWithoutRejectedFields(log, 'customer', wish, (accepted) => {
    // A changed name would be a different request with the same key within a day.
    const fingerprint = hashOf(JSON.stringify(accepted)).slice(0, 16);
    return stripe.createCustomer(accepted, `customer:${place}:${workspaceId}:${generation}:${fingerprint}`);
  });
}

/** The next generation has different idempotency keys. */
export const withoutCustomer = ({ generation }: SubscriptionItem): SubscriptionItem => ({
  ...noSubscription,
  generation: generation + 1,
});

/** Stripe's event about the deletion may be handled concurrently. */
export async function forgetCustomer(
  deps: Pick<BillingDeps, 'subscriptions' | 'log'>,
  workspaceId: number,
  customerId: string,
): Promise<void> {
  // Conflicts are logged, and the next sync retries.
  const leaveToSync = (): void => undefined;
  await retryOnConflict({ tries: 3, exhausted: leaveToSync }, async () => {
    const before = await deps.subscriptions.find(workspaceId);
    if (before?.customerId !== customerId) return 'gone';
    const outcome = await saveChange(deps, { workspaceId, before, after: withoutCustomer(before) });
    deps.log('billing.customerHealed', { workspaceId, outcome });
    return outcome === 'overtaken' ? 'conflict' : outcome;
  });
}
