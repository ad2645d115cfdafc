/** In a separate file, because most pages do not need `outcomes.ts`. */
export const outcomeNames = [
  // Alexa accepted the event.
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

/** How a run ended as far as we know. Each run has exactly one end. */
export const ends = [
  'ran',
  // The routine may still answer.
  'awaited',
  'unanswered',
  'shared',
  // Alexa accepted the event, and the routine does not confirm runs.
  'sent',
  'maybeSent',
  'notSent',
] as const;
export type End = (typeof ends)[number];
