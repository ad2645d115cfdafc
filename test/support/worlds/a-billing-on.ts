import type { BillingDeps } from '#functions/billing/billing-deps.ts';
import { createCatalogue } from '#functions/billing/catalogue.ts';
import { createCheckout, type CheckoutDeps } from '#functions/billing/create-checkout.ts';
import { lookAtDue } from '#functions/billing/sync-due.ts';
import { syncWorkspaceSubscription } from '#functions/billing/sync-subscription.ts';
import { createSubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createUserStore } from '#functions/data/people/user-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { deadlineIn } from '#functions/platform/deadline.ts';

import type { aStripeInProcess } from './a-stripe-in-process.ts';

type Stripe = ReturnType<typeof aStripeInProcess>;
type Given = { appUrl: string; place?: string };

/** Billing on a table, which may be one that dies. Its clock is that of Stripe. */
export function aBillingOn(at: Table, { stripe, sandbox }: Stripe, { appUrl, place = at.name }: Given) {
  const now = () => new Date(sandbox.now() * 1000);
  const unset = {
    STRIPE_PRICE_MONTHLY: undefined,
    STRIPE_PRICE_ANNUAL: undefined,
    STRIPE_PORTAL_CONFIGURATION: undefined,
  };
  const deps: BillingDeps & Pick<CheckoutDeps, 'users'> = {
    stripe,
    catalogue: createCatalogue({ config: unset, stripe, now }),
    subscriptions: createSubscriptionStore(at),
    workspaces: createWorkspaceStore(at),
    users: createUserStore(at),
    log: () => undefined,
    now,
    pause: async () => undefined,
  };
  const subscriptions = createSubscriptionStore(at);
  return {
    checkout: (workspaceId: number) =>
      createCheckout({ ...deps, appUrl, place }, { workspaceId, priceId: 'pro_monthly', locale: 'pt' }),
    sync: (workspaceId: number) => syncWorkspaceSubscription(deps, workspaceId),
    job: () => lookAtDue({ ...deps, subscriptions, metrics: () => undefined }, deadlineIn(now, 60_000)),
  };
}
