/**
 * Every end of a run. "Sent" means that Alexa took the event, not that a routine ran. Apart from their facts in
 * `outcomes.ts`, which not every page of the app loads.
 */
export const outcomeNames = [
  'sent',
  'workspaceInactive',
  'planRequired',
  'disabled',
  'notLinked',
  'skillNotEnabled',
  'grantRevoked',
  'reinstallSkill',
  'tooMany',
  'loop',
  'throttled',
  'unavailable',
  'rejected',
  'unknown',
] as const;

/** How a history can be filtered: what Alexa took, and everything else. */
export const ends = ['sent', 'notSent'] as const;
export type End = (typeof ends)[number];
