/** `sent`: Alexa took the event. Apart from `outcomes.ts`, which not every page loads. */
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
  'workspaceTooMany',
  'coolingDown',
  'notNow',
  'notHere',
  'notYou',
  'echo',
  'loop',
  'missed',
  'throttled',
  'unavailable',
  'rejected',
  'unknown',
] as const;

/**
 * How a run ended as far as is known, each run in one way: what its routine answered (`awaited`: its answer may still
 * come), or without that, whether Alexa accepted the event. `sent`: no answer is asked for, so nothing is claimed.
 */
export const ends = ['ran', 'awaited', 'unanswered', 'shared', 'sent', 'maybeSent', 'notSent'] as const;
export type End = (typeof ends)[number];
