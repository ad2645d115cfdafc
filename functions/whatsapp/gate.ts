import { Refusal } from '#shared/refusals.ts';
import type { SubscriptionStatus } from '#shared/rules/plans.ts';
import { whyNoWhatsApp } from '#shared/rules/whatsapp-gate.ts';

import { readStanding, type Standing, type StandingDeps } from './standing.ts';

export type GateDeps = StandingDeps & { subscriptions: { status(workspaceId: number): Promise<SubscriptionStatus> } };

/** A workspace that may use WhatsApp, with its Amazon link; throws why it may not. */
export async function throughTheGate(deps: GateDeps, workspaceId: number): Promise<Standing & { link: number }> {
  const [standing, subscription] = await Promise.all([
    readStanding(deps, workspaceId),
    deps.subscriptions.status(workspaceId),
  ]);
  if (!standing) throw new Refusal('workspace.notFound');
  const { status, link } = standing.workspace;
  const refusal = whyNoWhatsApp({ status, hasAmazon: link !== undefined, subscription });
  if (refusal || !link) throw new Refusal(refusal ?? 'amazon.notLinked');
  return { ...standing, link: link.number };
}
