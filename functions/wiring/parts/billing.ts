import type { BillingDeps } from '#functions/billing/billing-deps.ts';
import { createCatalogue } from '#functions/billing/catalogue.ts';
import { createSubscriptionStore, type SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createUserStore, type UserStore } from '#functions/data/people/user-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { phoneOf } from '#functions/data/whatsapp/phone-of.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { createStripeBilling, type StripeBilling } from '#functions/providers/stripe-billing.ts';
import type { StripeTimeouts } from '#functions/providers/stripe-client.ts';

import type { World } from '../world.ts';

export type Billing = BillingDeps & { subscriptions: SubscriptionStore; users: UserStore };

/** `patience` is the timeout and the number of retries for calls to Stripe. */
export const billing = (world: World, patience: StripeTimeouts): Billing =>
  billingWith(world, createStripeBilling({ secret: world.secrets.stripe, place: world.config, patience }));

export function billingWith({ config, table, log, now, pause, report }: World, stripe: StripeBilling): Billing {
  const instances = createInstanceStore(table, now, report);
  return {
    stripe,
    catalogue: createCatalogue({ config, stripe, now }),
    subscriptions: createSubscriptionStore(table, report),
    workspaces: createWorkspaceStore(table, report),
    users: createUserStore(table, report),
    phoneOf: (workspaceId) => phoneOf(instances, workspaceId),
    log,
    now,
    pause,
  };
}
