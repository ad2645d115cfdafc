import { planFeaturesOf, type PlanDeps } from '#functions/billing/plan-features.ts';
import type { SubscriptionStore } from '#functions/data/billing/subscription-store.ts';
import { Refusal } from '#shared/refusals.ts';
import { whyNoWhatsApp } from '#shared/rules/whatsapp-gate.ts';

import { readEffectiveNumber, type EffectiveNumber, type EffectiveNumberDeps } from '../lines/effective-number.ts';

export type RequireWhatsAppDeps = EffectiveNumberDeps & PlanDeps & { subscriptions: Pick<SubscriptionStore, 'find'> };

/** Returns the workspace's number. Throws a refusal if the workspace may not use WhatsApp. */
export async function requireWhatsApp(
  deps: RequireWhatsAppDeps,
  workspaceId: number,
): Promise<EffectiveNumber & { link: number }> {
  const [number, subscription] = await Promise.all([
    readEffectiveNumber(deps, workspaceId),
    deps.subscriptions.find(workspaceId),
  ]);
  if (!number) throw new Refusal('workspace.notFound');
  const { status, link } = number.workspace;
  const features = await planFeaturesOf(deps, workspaceId, subscription);
  const refusal = whyNoWhatsApp({ status, hasAmazon: link !== undefined, features });
  if (refusal || !link) throw new Refusal(refusal ?? 'amazon.notLinked');
  return { ...number, link: link.number };
}
