import type { RefusalCode } from '../refusals.ts';
import { isPro, type SubscriptionStatus } from './billing/plans.ts';

type Facts = {
  isDefault: boolean;
  isCurrent: boolean;
  subscription: SubscriptionStatus;
};

/** Undefined when it may be switched off. */
export function whyNotDeactivate(facts: Facts): RefusalCode | undefined {
  if (facts.isDefault) return facts.isCurrent ? 'workspace.isYourDefault' : 'workspace.flaggedDefault';
  if (isPro(facts.subscription)) return 'workspace.subscriptionRunning';
  return undefined;
}
