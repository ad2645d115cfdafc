import { createCheckout } from '#functions/billing/create-checkout.ts';
import { syncDue } from '#functions/billing/sync-due.ts';
import { syncWorkspaceSubscription } from '#functions/billing/sync-subscription.ts';
import type { Table } from '#functions/data/table.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { billingWith } from '#functions/wiring/parts/billing.ts';

import { testWorld } from '../test-world.ts';
import type { aStripeInProcess } from './a-stripe-in-process.ts';

type Stripe = ReturnType<typeof aStripeInProcess>;
type Given = { appUrl: string; place?: string };

/** Uses Stripe's clock. */
export function aBillingOn(at: Table, { stripe, sandbox }: Stripe, { appUrl, place = at.name }: Given) {
  const deps = billingWith(testWorld({ table: at, now: () => new Date(sandbox.now() * 1000) }), stripe);
  return {
    checkout: (workspaceId: number) =>
      createCheckout({ ...deps, appUrl, place }, { workspaceId, priceId: 'pro_monthly', locale: 'pt' }),
    sync: (workspaceId: number) => syncWorkspaceSubscription(deps, workspaceId),
    job: () => syncDue({ ...deps, metrics: () => undefined }, deadlineIn(deps.now, 60_000)),
  };
}
