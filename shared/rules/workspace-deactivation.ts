import type { RefusalCode } from '../refusals.ts';
import { isPro, type SubscriptionStatus } from './billing/plans.ts';

type Facts = {
  isDefault: boolean;
  isCurrent: boolean;
  subscription: SubscriptionStatus;
};

/** Returns undefined if the workspace may be deactivated. */
export function whyNotDeactivate(facts: Facts): RefusalCode | undefined {
  if (facts.isDefault) return facts.isCurrent ? 'workspace.isYourDefault' : 'workspace.flaggedDefault';
  if (isPro(facts.subscription)) return 'workspace.subscriptionRunning';
  return undefined;
}
