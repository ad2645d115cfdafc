/** Stripe's statuses, plus `none` without a subscription and `unknown`. */
export const subscriptionStatuses = [
  'none',
  'active',
  'trialing',
  'past_due',
  'canceled',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
  'unknown',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** Maps statuses that Stripe adds later to `unknown`. */
export const knownStatus = (text: string): SubscriptionStatus =>
  subscriptionStatuses.find((status) => status === text) ?? 'unknown';

export const planTypes = ['free', 'pro_monthly', 'pro_annual'] as const;
export type PlanType = (typeof planTypes)[number];
export type PaidPlan = Exclude<PlanType, 'free'>;
export const paidPlanTypes = ['pro_monthly', 'pro_annual'] as const satisfies readonly PaidPlan[];

/** In minor units per billing period. The keys are Stripe's lookup keys. */
export const paidPlans = {
  pro_monthly: { amount: 1500, interval: 'month' },
  pro_annual: { amount: 12_000, interval: 'year' },
} as const satisfies Record<PaidPlan, { amount: number; interval: 'month' | 'year' }>;
export const planCurrency = 'usd';

export const features = ['amazonAlexa', 'unlimitedTriggers', 'unlimitedWorkspaces', 'whatsappCommands'] as const;
export type Feature = (typeof features)[number];

const free: ReadonlySet<Feature> = new Set(['amazonAlexa', 'unlimitedTriggers', 'unlimitedWorkspaces']);
const pro: ReadonlySet<Feature> = new Set(features);

export const isPro = (status: SubscriptionStatus): boolean => status === 'active' || status === 'trialing';

export const featuresOf = (status: SubscriptionStatus): ReadonlySet<Feature> => (isPro(status) ? pro : free);

export const mayUse = (status: SubscriptionStatus, feature: Feature): boolean => featuresOf(status).has(feature);
