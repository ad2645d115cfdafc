import type { Projection } from '#functions/data/billing/subscription-item.ts';
import type { OutboxEntry } from '#functions/data/outbox/outbox-store.ts';

export type AcceptedChange = { workspaceId: number; before: Projection; after: Projection; now: Date };

/**
 * Something that follows from a subscription's change. What it leaves in the outbox is written in the transaction of the
 * change itself: events that come twice, late or in another order therefore cause nothing twice, and none is lost.
 * It is asked again when somebody else's write came between, so it only looks at the change it is given.
 */
export type SubscriptionHook = {
  name: string;
  entries: (change: AcceptedChange) => readonly OutboxEntry[];
};

/**
 * In this order; what has to be done when a plan changes adds its line here, and its topic to the outbox. WhatsApp has
 * none: its doors ask `planFeaturesOf` each time, so commands pause and resume with the very answer that the plan gives,
 * also where that changes by the clock alone. Numbers, groups and locks stay as they are, and nothing has to be undone.
 */
export const subscriptionHooks: readonly SubscriptionHook[] = [];
