import { planFeaturesOf } from '#functions/billing/plan-features.ts';
import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import type { GroupStore } from '#functions/data/whatsapp/group-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Feature } from '#shared/rules/billing/plans.ts';

import { isStillLinked, readEffectiveNumber, type EffectiveNumberDeps } from '../lines/effective-number.ts';

type PlanOfGroupsDeps = EffectiveNumberDeps & {
  groups: Pick<GroupStore, 'list'>;
  subscriptions: Pick<SubscriptionStore, 'find'>;
  log: Log;
  now: () => Date;
};

/** Returns undefined without a linked group. Never requests a sync with Stripe. */
export async function planOfGroups(
  deps: PlanOfGroupsDeps,
  workspaceId: number,
): Promise<ReadonlySet<Feature> | undefined> {
  const groups = await deps.groups.list(workspaceId);
  const standing = groups.length > 0 ? await readEffectiveNumber(deps, workspaceId) : undefined;
  if (!standing || !groups.some((group) => isStillLinked(group, standing))) return undefined;
  const asksNobody = () => Promise.resolve(undefined);
  return planFeaturesOf({ ...deps, requestSync: asksNobody }, workspaceId, await deps.subscriptions.find(workspaceId));
}
