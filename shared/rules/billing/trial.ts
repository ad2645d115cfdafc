/** Days of the free trial. */
export const trialDays = 5;

/** The trial is one per person, and for the default workspace alone. */
export const offersTrial = (facts: { isDefaultWorkspace: boolean; trialUsed: boolean }): boolean =>
  facts.isDefaultWorkspace && !facts.trialUsed;
