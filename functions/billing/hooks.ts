import type { Projection } from '#functions/data/subscription-item.ts';
import type { TransactItem } from '#functions/data/table.ts';

export type AcceptedChange = { workspaceId: number; before: Projection; after: Projection; now: Date };

/**
 * Something that follows from a subscription's change. It gives writes (outbox entries, mostly) that go into the
 * transaction of the change itself: events that come twice or late therefore cause nothing twice, and none is lost.
 */
export type SubscriptionHook = { name: string; writes: (change: AcceptedChange) => readonly TransactItem[] };

/** In this order; a later feature adds its line here. */
export const subscriptionHooks: readonly SubscriptionHook[] = [];
