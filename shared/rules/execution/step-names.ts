/** The steps of the checks in `why-not-run.ts`, in the same order. */
export const ruledSteps = ['workspace', 'plan', 'account', 'switchedOn', 'conditions', 'rate', 'permission'] as const;

/** All prerequisites of a running routine, in order. `rate` is about frequency and delay. */
export const stepNames = [...ruledSteps, 'token', 'device', 'event', 'routine'] as const;
export type StepName = (typeof stepNames)[number];

/** `unknown` means that it cannot be known, or that a prerequisite failed. */
export const stepStates = ['ok', 'failed', 'waiting', 'unknown'] as const;
export type StepState = (typeof stepStates)[number];
