import type { Subscription } from '#shared/contracts/billing.ts';
import { trialDays } from '#shared/rules/billing/trial.ts';
import { momentOf } from '#web/i18n/formats/dates.ts';

type Owner = { trialUsed: boolean; isDefaultWorkspace: boolean };

/** Whether the banner of a running trial shows: on trial, with an end. */
export const hasTrialBanner = ({ status, currentPeriodEnd }: Subscription): boolean =>
  status === 'trialing' && currentPeriodEnd !== null;

/** Whether the banner of a trial that ran out shows: the default workspace's, once its period is over. */
export function hasExpiredTrialBanner(
  { status, currentPeriodEnd }: Subscription,
  { trialUsed, isDefaultWorkspace }: Owner,
  now: number,
): boolean {
  const end = momentOf(currentPeriodEnd);
  return status === 'canceled' && end !== undefined && end < now && trialUsed && isDefaultWorkspace;
}

const day = 86_400_000;

/** Whether what ended was never more than a trial: the last period of a paid subscription is longer. */
export function wasTrial({ currentPeriodStart, currentPeriodEnd }: Subscription): boolean {
  const [start, end] = [momentOf(currentPeriodStart), momentOf(currentPeriodEnd)];
  return start === undefined || end === undefined || end - start < 2 * trialDays * day;
}

/** It was canceled and ends at a known date. */
export const isEnding = ({ canceled_at: wishedAt, cancel_at: endsAt }: Subscription): boolean =>
  wishedAt !== null && endsAt !== null;
