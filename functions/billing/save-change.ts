import { projectionOf, type SubscriptionItem } from '#functions/data/billing/subscription-item.ts';
import type { TrialMark } from '#functions/data/billing/subscription-store.ts';

import type { BillingDeps } from './billing-deps.ts';

type Deps = Pick<BillingDeps, 'subscriptions'>;

type Change = {
  workspaceId: number;
  before: SubscriptionItem;
  after: Omit<SubscriptionItem, 'rev' | 'type'>;
  trial?: TrialMark | undefined;
};

/** `overtaken`: another write came since `before` was read, or the trial was taken. */
export async function saveChange(deps: Deps, change: Change): Promise<'same' | 'changed' | 'overtaken'> {
  const { workspaceId, before, after, trial } = change;
  const saved = await deps.subscriptions.save({ workspaceId, before, after, trial });
  if (saved !== 'saved') return 'overtaken';
  // JSON leaves out undefined fields, as the table does.
  return JSON.stringify(projectionOf(before)) === JSON.stringify(projectionOf(after)) ? 'same' : 'changed';
}
