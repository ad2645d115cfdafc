/** Subscription statuses: Stripe's, plus `none` where there has never been one. */
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
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const features = ['amazonAlexa', 'unlimitedTriggers', 'unlimitedWorkspaces', 'whatsappCommands'] as const;
export type Feature = (typeof features)[number];

const free: ReadonlySet<Feature> = new Set(['amazonAlexa', 'unlimitedTriggers', 'unlimitedWorkspaces']);
const pro: ReadonlySet<Feature> = new Set(features);

/** "Feature active" in the sense of the plans: running or on trial. */
export const isPro = (status: SubscriptionStatus): boolean => status === 'active' || status === 'trialing';

/** The one table that says what a workspace may do; every door asks it. */
export const mayUse = (status: SubscriptionStatus, feature: Feature): boolean =>
  (isPro(status) ? pro : free).has(feature);
