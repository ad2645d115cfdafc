import type { SubscriptionItem } from '#functions/data/items/subscription-item.ts';
import type { Log } from '#functions/platform/log.ts';
import { premiumNow } from '#shared/rules/billing/billing.ts';
import { featuresOf, knownStatus, type Feature } from '#shared/rules/billing/plans.ts';

export type PlanDeps = {
  /** Returns undefined in functions without Stripe's library, which can only request a sync. */
  requestSync: (workspaceId: number) => Promise<SubscriptionItem | undefined>;
  now: () => Date;
  log: Log;
};

/**
 * Syncs a subscription whose period ended a day ago. While that fails, its features last for up to three days after the
 * period.
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
