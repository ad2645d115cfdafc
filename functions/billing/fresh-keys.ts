import { noSubscription } from '#functions/data/items/subscription-item.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';

import type { BillingDeps } from './billing-deps.ts';

/**
 * For a day, Stripe repeats its first response to an idempotency key, even a server error. After such a failure, the
 * next attempt uses new keys. https://docs.stripe.com/api/idempotent_requests
 */
export async function withFreshKeys<Result>(
  { subscriptions }: Pick<BillingDeps, 'subscriptions'>,
  workspaceId: number,
  create: () => Promise<Result>,
): Promise<Result> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof StripeFailure && (error.kind === 'failed' || error.kind === 'sameKey')) {
      const before = (await subscriptions.find(workspaceId)) ?? noSubscription;
      // If another change came first, the next failure gets here again.
      await subscriptions.save({ workspaceId, before, after: { ...before, generation: before.generation + 1 } });
    }
    throw error;
  }
}
