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

/** `maybeSent`: Alexa did not confirm the event, and no routine has confirmed the run since. */
export const ends = ['sent', 'maybeSent', 'notSent'] as const;
export type End = (typeof ends)[number];
