import type { PaidPlan, PlanType } from '#shared/rules/billing/plans.ts';

/** What a plan offers, in the order of its list. */
type PlanFeature =
  | 'amazonAlexa'
  | 'unlimitedWorkspaces'
  | 'unlimitedTriggers'
  | 'whatsappCommands'
  | 'communitySupport'
  | 'prioritySupport';

const pro = [
  'amazonAlexa',
  'unlimitedWorkspaces',
  'unlimitedTriggers',
  'whatsappCommands',
  'prioritySupport',
] as const satisfies readonly PlanFeature[];

/** The plans as people choose between them. */
export const planCatalogue: Readonly<Record<PlanType, readonly PlanFeature[]>> = {
  free: ['amazonAlexa', 'unlimitedWorkspaces', 'unlimitedTriggers', 'communitySupport'],
  pro_monthly: pro,
  pro_annual: pro,
};

/** In the order of the toggle; the first is chosen unless the person says otherwise. */
export const cycles = ['pro_annual', 'pro_monthly'] as const satisfies readonly PaidPlan[];
