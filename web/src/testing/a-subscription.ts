import type { Subscription } from '#shared/contracts/billing.ts';
import { isLive } from '#shared/rules/billing/billing.ts';
import { knownStatus } from '#shared/rules/billing/plans.ts';

import { home } from './people.ts';

const day = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString();

type Parts = Partial<Subscription> & { hasCard?: boolean; ending?: boolean };

export const everyStatus = [
  'inactive',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'canceled',
  'paused',
  'brand_new',
] as const;

export function aSubscription(status: string, { hasCard = true, ending = false, ...more }: Parts = {}): Subscription {
  const never = status === 'inactive';
  const over = status === 'canceled' || status === 'incomplete_expired';
  const trial = status === 'trialing';
  const end = over ? inDays(-2) : inDays(trial ? 4.99 : 365);
  return {
    status,
    planType: never || over ? 'free' : 'pro_annual',
    workspaceId: home.id,
    amount: never ? 0 : 12_000,
    amount_due: never || over || ending ? 0 : 12_000,
    amount_total_discount: 0,
    currency: 'usd',
    currentPeriodStart: never ? null : inDays(over ? -7 : -0.01),
    currentPeriodEnd: never ? null : end,
    hasPaymentMethodAttached: hasCard,
    canceled_at: ending || status === 'canceled' ? inDays(over ? -2 : -0.01) : null,
    cancel_at: ending ? end : null,
    cancel_at_period_end: ending && isLive(knownStatus(status)),
    ...more,
  };
}
