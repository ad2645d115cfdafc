import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';

import type { PlanDeps } from './plan-features.ts';

type Deps = { subscriptions: Pick<SubscriptionStore, 'syncSoon'>; now: () => Date };

/** For functions without Stripe's library. The stored state is used until the background job has synced. */
export const requestSync =
  ({ subscriptions, now }: Deps): PlanDeps['requestSync'] =>
  async (workspaceId) => {
    await subscriptions.syncSoon(workspaceId, now());
    return undefined;
  };
