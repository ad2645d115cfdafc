import type { RefusalCode } from '../refusals.ts';

/** The four ways to fire a trigger. */
export const doors = ['webhook', 'click', 'voice', 'group'] as const;
export type Door = (typeof doors)[number];

/**
 * Everything that can come of firing a trigger, once the door has let the caller in. "Sent" means that Alexa took the
 * event; nobody can know whether a routine ran.
 */
export const outcomes = [
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
export type Outcome = (typeof outcomes)[number];

/** The two ends that a history can be looked through for: what Alexa took, and everything else. */
export const ends = ['sent', 'notSent'] as const;
export type End = (typeof ends)[number];

/** Why a run did not reach Alexa, as the refusal that a door shows; undefined for the two good ends. */
export const refusalOf: Readonly<Record<Outcome, RefusalCode | undefined>> = {
  sent: undefined,
  loop: undefined,
  workspaceInactive: 'workspace.inactive',
  planRequired: 'workspace.planRequired',
  disabled: 'trigger.disabled',
  notLinked: 'amazon.notLinked',
  skillNotEnabled: 'amazon.skillNotEnabled',
  grantRevoked: 'amazon.grantRevoked',
  reinstallSkill: 'amazon.reinstallSkill',
  tooMany: 'trigger.tooMany',
  throttled: 'alexa.throttled',
  unavailable: 'alexa.unavailable',
  rejected: 'alexa.rejected',
  unknown: 'alexa.unknownOutcome',
};

/** Runs that we or Amazon lost; whatever else did not reach Alexa was for the person to mend. */
export const lostOutcomes: ReadonlySet<Outcome> = new Set(['throttled', 'unavailable', 'rejected', 'unknown']);

/** Outcomes after which the person has to link or enable again; the execute call answers these with 409. */
export const relinkNeeded: ReadonlySet<Outcome> = new Set(['notLinked', 'grantRevoked', 'reinstallSkill']);
