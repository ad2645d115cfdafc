import { outcomeNames } from '../execution/outcome-names.ts';

/** The outcome of a run that Alexa did not take, or that its routine did not answer one that it took. */
export const nightlyFailures = ['noAnswer', ...outcomeNames] as const;
export type NightlyFailure = (typeof nightlyFailures)[number];

/** Why a night failed, as far as it is worth different words. */
export const nightReasons = ['noAnswer', 'notTaken', 'refused', 'tooOften', 'unsure'] as const;
export type NightReason = (typeof nightReasons)[number];

const reasons: Readonly<Partial<Record<NightlyFailure, NightReason>>> = {
  noAnswer: 'noAnswer',
  throttled: 'notTaken',
  unavailable: 'notTaken',
  rejected: 'refused',
  tooMany: 'tooOften',
};

/** Without one, or with one that a night has not, nobody can say more than that no answer came. */
export const nightReasonOf = (why: NightlyFailure | undefined): NightReason => (why && reasons[why]) ?? 'unsure';
