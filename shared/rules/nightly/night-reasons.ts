import { outcomeNames } from '../execution/outcome-names.ts';

/** Why a nightly check failed: the outcome of a run that Alexa did not accept, or `noAnswer` for a run it accepted. */
export const nightlyFailures = ['noAnswer', ...outcomeNames] as const;
export type NightlyFailure = (typeof nightlyFailures)[number];

/** The reasons that have different texts. */
export const nightReasons = ['noAnswer', 'notTaken', 'refused', 'tooOften', 'unsure'] as const;
export type NightReason = (typeof nightReasons)[number];

const reasons: Readonly<Partial<Record<NightlyFailure, NightReason>>> = {
  noAnswer: 'noAnswer',
  throttled: 'notTaken',
  unavailable: 'notTaken',
  rejected: 'refused',
  tooMany: 'tooOften',
};

/** Without a known reason, all we can report is that no answer arrived. */
export const nightReasonOf = (why: NightlyFailure | undefined): NightReason => (why && reasons[why]) ?? 'unsure';
