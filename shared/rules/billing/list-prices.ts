import { paidPlans, planCurrency, type PaidPlan } from './plans.ts';

const listed = (plan: PaidPlan) => ({ id: plan, amount: paidPlans[plan].amount });

/** For environments without configured prices. */
export const listPrices = {
  currency: planCurrency,
  pro_monthly: listed('pro_monthly'),
  pro_annual: listed('pro_annual'),
};
