import * as z from 'zod/mini';

import { planCurrency, paidPlans, type PaidPlan } from '../rules/billing/plans.ts';

const price = z.object({
  /** What a checkout is asked for: an id at the payment provider, or the alias `pro_monthly` or `pro_annual`. */
  id: z.string(),
  /** Per billing period, in minor units. */
  amount: z.int(),
});

const prices = z.object({ currency: z.string(), pro_monthly: price, pro_annual: price });

/** What pro costs, as the pages show it before anybody has subscribed. */
export type Prices = z.output<typeof prices>;

const listed = (plan: PaidPlan) => ({ id: plan, amount: paidPlans[plan].amount });

/** The prices of a place that names none of its own. */
export const listPrices: Prices = {
  currency: planCurrency,
  pro_monthly: listed('pro_monthly'),
  pro_annual: listed('pro_annual'),
};

/** `/config.json`: what the built web app learns about the place it runs in, written at deploy. */
export const appConfig = z.object({
  /** Host of the webhook addresses, with scheme and without a trailing slash. */
  webhookUrl: z.url(),
  /** Script of the support chat; absent where there is none. */
  supportWidgetUrl: z.optional(z.url()),
  /** Prices of the paid plans; `listPrices` where absent. */
  prices: z.optional(prices),
});

export type AppConfig = z.output<typeof appConfig>;
