import type { PaidPlan, PlanType } from '#shared/rules/billing/plans.ts';

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

export const planCatalogue: Readonly<Record<PlanType, readonly PlanFeature[]>> = {
  free: ['amazonAlexa', 'unlimitedWorkspaces', 'unlimitedTriggers', 'communitySupport'],
  pro_monthly: pro,
  pro_annual: pro,
};

export const isSupport = (feature: PlanFeature): boolean =>
  feature === 'communitySupport' || feature === 'prioritySupport';

/** The first is the default. */
export const cycles = ['pro_annual', 'pro_monthly'] as const satisfies readonly PaidPlan[];
