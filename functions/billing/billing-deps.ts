import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import type { UserItem } from '#functions/data/items/user-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { StripeBilling } from '#functions/providers/stripe-billing.ts';

import type { Catalogue } from './catalogue.ts';

export type BillingDeps = {
  stripe: StripeBilling;
  catalogue: Catalogue;
  subscriptions: Pick<SubscriptionStore, 'find' | 'save' | 'trialMark' | 'mayAsk' | 'askUntil'>;
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  /** Phone of the connected WhatsApp number, own or shared. */
  phoneOf: (workspaceId: number) => Promise<string | undefined>;
  users: { find(userId: string): Promise<UserItem | undefined> };
  log: Log;
  now: () => Date;
  pause: (ms: number) => Promise<void>;
};
