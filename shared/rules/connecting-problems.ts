import type { RefusalCode } from '../refusals.ts';

/** Why connecting Alexa ended early. */
export const connectingProblems = [
  'amazon.allowDeclined',
  'amazon.accountNotConfirmed',
  'amazon.otherAccountChosen',
  'amazon.consentRefused',
  'amazon.enablementRefused',
  'amazon.enablementNotConfigured',
  'amazon.enablementUnavailable',
  'amazon.connectTooOften',
] as const satisfies readonly RefusalCode[];

export type ConnectingProblem = (typeof connectingProblems)[number];

/** Another attempt, enabling the skill manually in the Alexa app, or either. */
export type Help = 'again' | 'byHand' | 'either';

const help: Readonly<Record<ConnectingProblem, Help>> = {
  'amazon.allowDeclined': 'either',
  'amazon.accountNotConfirmed': 'either',
  'amazon.otherAccountChosen': 'again',
  'amazon.consentRefused': 'again',
  'amazon.enablementRefused': 'byHand',
  'amazon.enablementNotConfigured': 'byHand',
  'amazon.enablementUnavailable': 'either',
  'amazon.connectTooOften': 'byHand',
};

const isKnown = (problem: string): problem is ConnectingProblem => Object.hasOwn(help, problem);

/** The suggested next step. Unknown problems suggest the Alexa app. */
export const helpAfter = (problem: string): Help => (isKnown(problem) ? help[problem] : 'byHand');
