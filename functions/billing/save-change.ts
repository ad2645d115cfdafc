import type { SubscriptionStore, TrialMark } from '#functions/data/billing/subscription-store.ts';
import { projectionOf, type SubscriptionItem } from '#functions/data/items/subscription-item.ts';

type Deps = { subscriptions: Pick<SubscriptionStore, 'save'> };

type Change = {
  workspaceId: number;
  before: SubscriptionItem;
  after: Omit<SubscriptionItem, 'rev' | 'type'>;
  trial?: TrialMark | undefined;
  /** When Stripe's state was read; set if the owner's findings may have changed. */
  seenAt?: Date;
};

/** Returns `overtaken` if another write came after `before` was read, or if the trial was taken. */
export async function saveChange(deps: Deps, change: Change): Promise<'same' | 'changed' | 'overtaken'> {
  const { workspaceId, before, after, trial, seenAt } = change;
  const isNews = seenAt !== undefined && notifiableFields(before) !== notifiableFields(after);
  const look = isNews ? { id: `billing-${before.rev}`, now: seenAt } : undefined;
  const saved = await deps.subscriptions.save({ workspaceId, before, after, trial, look });
  if (saved !== 'saved') return 'overtaken';
  // JSON omits undefined fields, as the table does.
  return JSON.stringify(projectionOf(before)) === JSON.stringify(projectionOf(after)) ? 'same' : 'changed';
}

/** Fields that the owner may be notified about. */
const notifiableFields = (item: Change['after']): string =>
  JSON.stringify([
    item.status,
    item.currentPeriodEnd,
    item.cancel_at,
    item.hasPaymentMethodAttached,
    item.cardEndsAt,
    item.amount_due,
  ]);
