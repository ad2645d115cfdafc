import { setTimeout as pause } from 'node:timers/promises';

import type { BillingDeps } from '#functions/billing/billing-deps.ts';
import { createCatalogue } from '#functions/billing/catalogue.ts';
import { createSubscriptionStore, type SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { createUserStore, type UserStore } from '#functions/data/people/user-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { createStripeBilling } from '#functions/providers/stripe-billing.ts';
import type { Patience } from '#functions/providers/stripe-client.ts';

import { log, now, realConfig, realSecrets, realTable, reportUnreadable as report } from './process.ts';

export type RealBilling = BillingDeps & { subscriptions: SubscriptionStore; users: UserStore };

/** Everything about subscriptions, with everything real. */
export function realBilling(patience: Patience): RealBilling {
  const config = realConfig();
  const table = realTable();
  const stripe = createStripeBilling({ secret: realSecrets().stripe, place: config, patience });
  return {
    stripe,
    catalogue: createCatalogue({ config, stripe, now }),
    subscriptions: createSubscriptionStore(table, report),
    workspaces: createWorkspaceStore(table, report),
    users: createUserStore(table, report),
    log,
    now,
    pause: (ms: number) => pause(ms),
  };
}
