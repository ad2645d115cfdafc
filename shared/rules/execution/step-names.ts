/** What the table of `why-not-run.ts` rules on, in its order. */
export const ruledSteps = ['workspace', 'plan', 'account', 'switchedOn', 'conditions', 'rate', 'permission'] as const;

/** All that has to be right until a routine runs, in order; `rate`: how often it ran, and how late. */
export const stepNames = [...ruledSteps, 'token', 'device', 'event', 'routine'] as const;
export type StepName = (typeof stepNames)[number];

/** `unknown`: nobody can know it, or what comes before it is missing. */
export const stepStates = ['ok', 'failed', 'waiting', 'unknown'] as const;
export type StepState = (typeof stepStates)[number];
