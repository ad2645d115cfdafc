import type { RefusalCode } from '../refusals.ts';
import type { Feature } from './billing/plans.ts';

/** `features`: what the plan of the workspace gives right now. */
type Facts = { status: 'ATIVO' | 'INATIVO'; hasAmazon: boolean; features: ReadonlySet<Feature> };

/**
 * Why a workspace may not connect a number or link a group; undefined when it may. To see, unlink and delete is always
 * allowed: a plan that ends takes nothing away, and one that begins again finds everything as it was.
 */
export function whyNoWhatsApp({ status, hasAmazon, features }: Facts): RefusalCode | undefined {
  if (status !== 'ATIVO') return 'workspace.inactive';
  if (!hasAmazon) return 'amazon.notLinked';
  if (!features.has('whatsappCommands')) return 'workspace.planRequired';
  return undefined;
}
