import { paidPlans, planCurrency, type PaidPlan } from './plans.ts';

const listPrice = (plan: PaidPlan) => ({ id: plan, amount: paidPlans[plan].amount });

/** For environments without configured prices. */
export const listPrices = {
  currency: planCurrency,
  pro_monthly: listPrice('pro_monthly'),
  pro_annual: listPrice('pro_annual'),
};
