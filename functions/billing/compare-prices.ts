import { StripeFailure } from '#functions/providers/stripe-failure.ts';
import type { StripePrice } from '#functions/providers/stripe-objects.ts';
import { paidPlans, paidPlanTypes, planCurrency, type PaidPlan } from '#shared/rules/billing/plans.ts';

import type { BillingDeps } from './billing-deps.ts';

type Deps = Pick<BillingDeps, 'stripe' | 'catalogue' | 'log'>;

/**
 * Compares the prices that pages show (`plans.ts`) with those that Stripe charges. Logs an error for each difference.
 */
export async function comparePrices({ stripe, catalogue, log }: Deps): Promise<void> {
  const ids = await catalogue.prices().catch((error: unknown) => {
    if (error instanceof StripeFailure && error.kind === 'notConfigured') return undefined;
    throw error;
  });
  let differing = 0;
  for (const plan of paidPlanTypes) {
    const price = ids && (await stripe.price(ids[plan]));
    const [shown, charged] = [shownPrice(plan), chargedPrice(price)];
    if (shown === charged) continue;
    differing += 1;
    log('billing.priceDiffers', { plan, priceId: ids?.[plan], shown, charged });
  }
  log('billing.jobDone', { job: 'comparePrices', differing });
}

const shownPrice = (plan: PaidPlan): string =>
  `${paidPlans[plan].amount} ${planCurrency} per ${paidPlans[plan].interval}`;

function chargedPrice(price: StripePrice | undefined): string {
  if (!price) return 'missing';
  if (!price.active) return 'archived';
  const { unit_amount: amount, currency, recurring } = price;
  if (!recurring) return `${amount} ${currency} once`;
  const { interval, interval_count: count } = recurring;
  return `${amount} ${currency} per ${count === 1 ? interval : `${count} ${interval}s`}`;
}
