import type { Prices } from '#shared/contracts/app-config.ts';
import type { PaidPlan } from '#shared/rules/billing/plans.ts';

/** In minor units: all months at the monthly price, the discount of the yearly plan, and the charge. */
export type Sums = { months: number; perMonth: number; subtotal: number; discount: number; total: number };

export function sumsOf(prices: Prices, plan: PaidPlan): Sums {
  const monthly = prices.pro_monthly.amount;
  const total = prices[plan].amount;
  const months = plan === 'pro_annual' ? 12 : 1;
  const subtotal = monthly * months;
  return { months, perMonth: Math.round(total / months), subtotal, discount: Math.max(0, subtotal - total), total };
}

/** In whole percent. */
export function savedPercent(prices: Prices): number {
  const { subtotal, discount } = sumsOf(prices, 'pro_annual');
  return subtotal === 0 ? 0 : Math.round((discount / subtotal) * 100);
}
