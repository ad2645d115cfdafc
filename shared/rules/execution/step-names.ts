/** The steps of the checks in `why-not-run.ts`, in the same order. */
export const ruledSteps = ['workspace', 'plan', 'account', 'switchedOn', 'conditions', 'rate', 'permission'] as const;

/** All prerequisites of a running routine, in order. `rate` is about frequency and delay. */
export const stepNames = [...ruledSteps, 'token', 'device', 'event', 'routine'] as const;
export type StepName = (typeof stepNames)[number];

export const stepStates = [
  'ok',
  'failed',
  'waiting',
  // The step cannot be checked, or a step before it failed.
  'unknown',
] as const;
export type StepState = (typeof stepStates)[number];
