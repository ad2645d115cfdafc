/** Subscription statuses: Stripe's, plus `none` where there has never been one, and `unknown`. */
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

/** A status as it was stored; one that Stripe invented after this was written is `unknown`, which gives nothing. */
export const knownStatus = (text: string): SubscriptionStatus =>
  subscriptionStatuses.find((status) => status === text) ?? 'unknown';

export const planTypes = ['free', 'pro_monthly', 'pro_annual'] as const;
export type PlanType = (typeof planTypes)[number];
export type PaidPlan = Exclude<PlanType, 'free'>;
export const paidPlanTypes = ['pro_monthly', 'pro_annual'] as const satisfies readonly PaidPlan[];

/** What pro costs, in minor units of `planCurrency` per billing period; the names are the lookup keys of the prices. */
export const paidPlans = {
  pro_monthly: { amount: 1500, interval: 'month' },
  pro_annual: { amount: 12_000, interval: 'year' },
} as const satisfies Record<PaidPlan, { amount: number; interval: 'month' | 'year' }>;
export const planCurrency = 'usd';

export const features = ['amazonAlexa', 'unlimitedTriggers', 'unlimitedWorkspaces', 'whatsappCommands'] as const;
export type Feature = (typeof features)[number];

const free: ReadonlySet<Feature> = new Set(['amazonAlexa', 'unlimitedTriggers', 'unlimitedWorkspaces']);
const pro: ReadonlySet<Feature> = new Set(features);

/** "Feature active" in the sense of the plans: running or on trial. */
export const isPro = (status: SubscriptionStatus): boolean => status === 'active' || status === 'trialing';

/** The one table that says what a workspace may do; every channel asks it. */
export const featuresOf = (status: SubscriptionStatus): ReadonlySet<Feature> => (isPro(status) ? pro : free);

export const mayUse = (status: SubscriptionStatus, feature: Feature): boolean => featuresOf(status).has(feature);
