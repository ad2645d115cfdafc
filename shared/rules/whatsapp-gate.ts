import type { RefusalCode } from '../refusals.ts';
import { mayUse, type SubscriptionStatus } from './plans.ts';

type Facts = { status: 'ATIVO' | 'INATIVO'; hasAmazon: boolean; subscription: SubscriptionStatus };

/**
 * Why a workspace may not connect a number or link a group; undefined when it may. To see, unlink and delete is always
 * allowed: a plan that ends takes nothing away, and one that begins again finds everything as it was.
 */
export function whyNoWhatsApp({ status, hasAmazon, subscription }: Facts): RefusalCode | undefined {
  if (status !== 'ATIVO') return 'workspace.inactive';
  if (!hasAmazon) return 'amazon.notLinked';
  if (!mayUse(subscription, 'whatsappCommands')) return 'workspace.planRequired';
  return undefined;
}
