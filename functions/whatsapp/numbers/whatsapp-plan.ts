import { planFeaturesOf, type PlanDeps } from '#functions/billing/plan-features.ts';
import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { Refusal } from '#shared/refusals.ts';
import { whyNoWhatsApp } from '#shared/rules/whatsapp-gate.ts';

import { readStanding, type Standing, type StandingDeps } from '../lines/effective-number.ts';

export type GateDeps = StandingDeps & PlanDeps & { subscriptions: Pick<SubscriptionStore, 'find'> };

/** A workspace that may use WhatsApp, with its Amazon link; throws why it may not. */
export async function throughTheGate(deps: GateDeps, workspaceId: number): Promise<Standing & { link: number }> {
  const [standing, subscription] = await Promise.all([
    readStanding(deps, workspaceId),
    deps.subscriptions.find(workspaceId),
  ]);
  if (!standing) throw new Refusal('workspace.notFound');
  const { status, link } = standing.workspace;
  const features = await planFeaturesOf(deps, workspaceId, subscription);
  const refusal = whyNoWhatsApp({ status, hasAmazon: link !== undefined, features });
  if (refusal || !link) throw new Refusal(refusal ?? 'amazon.notLinked');
  return { ...standing, link: link.number };
}
