import type { Prices } from '#shared/contracts/app-config.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';

/** What a plan costs, in minor units: what the months would cost one by one, what a year at once saves, what is charged. */
export type Sums = { months: number; perMonth: number; subtotal: number; discount: number; total: number };

export function sumsOf(prices: Prices, plan: PaidPlan): Sums {
  const monthly = prices.pro_monthly.amount;
  const total = prices[plan].amount;
  const months = plan === 'pro_annual' ? 12 : 1;
  const subtotal = monthly * months;
  return { months, perMonth: Math.round(total / months), subtotal, discount: Math.max(0, subtotal - total), total };
}

/** How much cheaper a year at once is, in whole percent. */
export function savedPercent(prices: Prices): number {
  const { subtotal, discount } = sumsOf(prices, 'pro_annual');
  return subtotal === 0 ? 0 : Math.round((discount / subtotal) * 100);
}
