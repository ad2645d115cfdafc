import { noSubscription } from '#functions/data/items/subscription-item.ts';
import { StripeFailure } from '#functions/providers/stripe-failure.ts';

import type { BillingDeps } from './billing-deps.ts';

/**
 * For a day Stripe answers a repeated key with the first answer, also with a failure of its own: then the next try has
 * other keys. https://docs.stripe.com/api/idempotent_requests
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
      // Where another change came first, the next failure gets here again.
      await subscriptions.save({ workspaceId, before, after: { ...before, generation: before.generation + 1 } });
    }
    throw error;
  }
}
