import type { RefusalCode } from '../refusals.ts';
import type { Feature } from './billing/plans.ts';

type Facts = { status: 'ATIVO' | 'INATIVO'; hasAmazon: boolean; features: ReadonlySet<Feature> };

/** Only for connecting and linking. After a plan ends, reading, unlinking and deleting stay allowed. */
export function whyNoWhatsApp({ status, hasAmazon, features }: Facts): RefusalCode | undefined {
  if (status !== 'ATIVO') return 'workspace.inactive';
  if (!hasAmazon) return 'amazon.notLinked';
  if (!features.has('whatsappCommands')) return 'workspace.planRequired';
  return undefined;
}
