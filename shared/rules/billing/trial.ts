export const trialDays = 5;

/** One per person. */
export const offersTrial = (facts: { isDefaultWorkspace: boolean; trialUsed: boolean }): boolean =>
  facts.isDefaultWorkspace && !facts.trialUsed;
