export const trialDays = 5;

/** One per person. */
export const offersTrial = (facts: { isDefaultWorkspace: boolean; trialUsed: boolean }): boolean =>
  facts.isDefaultWorkspace && !facts.trialUsed;

/** What a trial belongs to: the person's sign-in, or what is connected to the workspace. Each has one. */
export const trialOwners = ['person', 'amazonAccount', 'whatsappNumber'] as const;
export type TrialOwner = (typeof trialOwners)[number];

type Mark = { usedAt: string; subscriptionId?: string | undefined };
type Trial = { subscriptionId: string; startedAt: string };

/** Older marks name no subscription. */
export const isMarkOf = ({ usedAt, subscriptionId }: Mark, trial: Trial): boolean =>
  subscriptionId === undefined ? usedAt >= trial.startedAt : subscriptionId === trial.subscriptionId;
