import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import type { OutboxEntry } from '#functions/data/outbox/outbox-store.ts';
import type { UserItem } from '#functions/data/people/user-store.ts';
import type { TransactItem } from '#functions/data/table.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { StripeBilling } from '#functions/providers/stripe-billing.ts';

import type { Catalogue } from './catalogue.ts';
import type { SubscriptionHook } from './hooks.ts';

/** What everything about subscriptions needs. */
export type BillingDeps = {
  stripe: StripeBilling;
  catalogue: Catalogue;
  subscriptions: Pick<SubscriptionStore, 'find' | 'save' | 'hadTrial'>;
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  users: { find(userId: string): Promise<UserItem | undefined> };
  hooks: readonly SubscriptionHook[];
  /** The write that puts an entry into the outbox, for the transaction of the change that it follows from. */
  outboxWrite: (entry: OutboxEntry, now: Date) => TransactItem;
  log: Log;
  now: () => Date;
  /** Waits before another attempt. */
  pause: (ms: number) => Promise<void>;
};
