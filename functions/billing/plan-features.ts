import type { SubscriptionItem } from '#functions/data/billing/subscription-item.ts';
import type { Log } from '#functions/platform/log.ts';
import { premiumNow } from '#shared/rules/billing/billing.ts';
import { featuresOf, knownStatus, type Feature } from '#shared/rules/billing/plans.ts';

export type PlanDeps = {
  /**
   * Looks at Stripe and gives what is stored then (`syncWorkspaceSubscription`, with little patience). A door without
   * Stripe's library asks the background to look (`askToLook`) and gives undefined.
   */
  requestSync: (workspaceId: number) => Promise<SubscriptionItem | undefined>;
  now: () => Date;
  log: Log;
};

/**
 * What a workspace may use right now, by its stored subscription (`undefined`: there is none) and the clock. Every door
 * of a paid feature asks this, with the item as it read it anyway; it costs nothing while the item is fresh. One that is
 * live by a period that ended a day ago, unseen since, is looked at again first; while that fails it counts for three
 * days after its period. Never throws for Stripe.
 */
export async function planFeaturesOf(
  deps: PlanDeps,
  workspaceId: number,
  item: SubscriptionItem | undefined,
): Promise<ReadonlySet<Feature>> {
  if (!item) return featuresOf('none');
  const answer = premium(item, deps.now());
  if (answer !== 'ask') return featuresWhen(answer === 'yes');
  const fresh = await deps.requestSync(workspaceId).catch((cause: unknown) => {
    deps.log('billing.syncFailed', { workspaceId }, cause);
    return undefined;
  });
  return featuresWhen(fresh === undefined || premium(fresh, deps.now()) !== 'no');
}

const premium = (item: SubscriptionItem, now: Date) => premiumNow({ ...item, status: knownStatus(item.status) }, now);

const featuresWhen = (isPremium: boolean): ReadonlySet<Feature> => featuresOf(isPremium ? 'active' : 'none');
