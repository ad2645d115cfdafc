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

export const ends = ['sent', 'notSent'] as const;
export type End = (typeof ends)[number];
