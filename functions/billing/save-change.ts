import { projectionOf, type SubscriptionItem } from '#functions/data/billing/subscription-item.ts';
import type { TrialMark } from '#functions/data/billing/subscription-store.ts';

import type { BillingDeps } from './billing-deps.ts';

type Deps = Pick<BillingDeps, 'subscriptions' | 'hooks' | 'outboxWrite' | 'now'>;

type Change = {
  workspaceId: number;
  before: SubscriptionItem;
  after: Omit<SubscriptionItem, 'rev' | 'type'>;
  trial?: TrialMark | undefined;
};

/**
 * The only way by which what Stripe told gets into the table: with everything that follows from it, in one transaction.
 * `same` and `changed` say whether anything of it is new; `overtaken`: somebody else wrote since `before` was read, or
 * took the trial.
 */
export async function saveChange(deps: Deps, change: Change): Promise<'same' | 'changed' | 'overtaken'> {
  const { workspaceId, before, after, trial } = change;
  const now = deps.now();
  const [was, is] = [projectionOf(before), projectionOf(after)];
  // The table does not give back fields that are undefined, and neither does this.
  const isNew = JSON.stringify(was) !== JSON.stringify(is);
  const accepted = { workspaceId, before: was, after: is, now };
  const entries = isNew ? deps.hooks.flatMap((hook) => hook.entries(accepted)) : [];
  const also = entries.map((entry) => deps.outboxWrite(entry, now));
  const saved = await deps.subscriptions.save({ workspaceId, before, after, trial, also });
  if (saved !== 'saved') return 'overtaken';
  return isNew ? 'changed' : 'same';
}
