import type { Subscription } from '#shared/contracts/billing.ts';
import { trialDays } from '#shared/rules/billing/trial.ts';
import { momentOf } from '#web/i18n/formats/dates.ts';

type Owner = { trialUsed: boolean; isDefaultWorkspace: boolean };

export const hasTrialBanner = ({ status, currentPeriodEnd }: Subscription): boolean =>
  status === 'trialing' && currentPeriodEnd !== null;

export function hasExpiredTrialBanner(
  { status, currentPeriodEnd }: Subscription,
  { trialUsed, isDefaultWorkspace }: Owner,
  now: number,
): boolean {
  const end = momentOf(currentPeriodEnd);
  return status === 'canceled' && end !== undefined && end < now && trialUsed && isDefaultWorkspace;
}

const day = 86_400_000;

/** A short last period means a trial: the last period of a paid subscription is longer. */
export function wasTrial({ currentPeriodStart, currentPeriodEnd }: Subscription): boolean {
  const [start, end] = [momentOf(currentPeriodStart), momentOf(currentPeriodEnd)];
  return start === undefined || end === undefined || end - start < 2 * trialDays * day;
}

export const isEnding = ({ canceled_at: canceledAt, cancel_at: endsAt }: Subscription): boolean =>
  canceledAt !== null && endsAt !== null;
