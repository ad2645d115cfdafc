export const trialDays = 5;

/** Each user gets one trial. */
export const offersTrial = (facts: { isDefaultWorkspace: boolean; trialUsed: boolean }): boolean =>
  facts.isDefaultWorkspace && !facts.trialUsed;

/** A trial is counted for the user and for the connected accounts. Each of them gets only one. */
export const trialOwners = ['person', 'amazonAccount', 'whatsappNumber'] as const;
export type TrialOwner = (typeof trialOwners)[number];

type Mark = { usedAt: string; subscriptionId?: string | undefined };
type Trial = { subscriptionId: string; startedAt: string };

/** Older marks have no subscription id. */
export const isMarkOf = ({ usedAt, subscriptionId }: Mark, trial: Trial): boolean =>
  subscriptionId === undefined ? usedAt >= trial.startedAt : subscriptionId === trial.subscriptionId;
