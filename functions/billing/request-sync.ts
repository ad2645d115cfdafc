import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';

import type { PlanDeps } from './plan-features.ts';

type Deps = { subscriptions: Pick<SubscriptionStore, 'lookSoon'>; now: () => Date };

/** How a door without Stripe's library looks again: the background does, and until then what is stored has to do. */
export const askToLook =
  ({ subscriptions, now }: Deps): PlanDeps['requestSync'] =>
  async (workspaceId) => {
    await subscriptions.lookSoon(workspaceId, now());
    return undefined;
  };
