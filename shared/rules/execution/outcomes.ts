import type { RefusalCode } from '../../refusals.ts';
import type { outcomeNames } from './outcome-names.ts';

export type Fix = 'reconnect' | 'activateSkill' | 'switchOn' | 'plan';

type OutcomeRow = {
  /** Undefined if the run did not fail. */
  refusal: RefusalCode | undefined;
  /** The error in the skill's response to a voice run. */
  voiceError: 'NO_SUCH_ENDPOINT' | 'ENDPOINT_UNREACHABLE' | 'RATE_LIMIT_EXCEEDED' | 'INTERNAL_ERROR' | undefined;
  fix: Fix | undefined;
  /** The outcome that a group reads instead while the skill is known to be disabled. */
  groupTextWhileOff: 'skillOff' | 'skillOffHere' | undefined;
  /** The execute endpoint answers 409. */
  relink: boolean;
  /** Whether Alexa accepted the event. */
  reached: 'yes' | 'no' | 'maybe';
  /** Whether the run counts towards the limit per minute. */
  counts: boolean;
  /** A repetition with the same idempotency key gets the same answer. */
  keepsClaim: boolean;
  /** Repeated refusals of a caller within a minute are one item in the history and do not count as failed. */
  merges: boolean;
  /** Passes without any fix. */
  transient: boolean;
  /** Lost by us or Amazon. The user has to fix other failures. */
  lost: boolean;
};

const good = {
  refusal: undefined,
  voiceError: undefined,
  fix: undefined,
  groupTextWhileOff: undefined,
  relink: false,
  keepsClaim: true,
  merges: false,
} as const;
const stopped = {
  groupTextWhileOff: undefined,
  relink: false,
  reached: 'no',
  counts: false,
  keepsClaim: false,
  merges: false,
  transient: false,
  lost: false,
} as const;
const notPermitted = { ...stopped, counts: true, voiceError: 'ENDPOINT_UNREACHABLE' } as const;
const tooOften = {
  ...stopped,
  voiceError: 'RATE_LIMIT_EXCEEDED',
  fix: undefined,
  merges: true,
  transient: true,
} as const;
const byCondition = { ...stopped, voiceError: 'ENDPOINT_UNREACHABLE', fix: undefined, merges: true } as const;
const failed = { ...stopped, counts: true, transient: true, lost: true, fix: undefined } as const;

export const outcomes = {
  sent: { ...good, reached: 'yes', counts: true, transient: false, lost: false },
  workspaceInactive: { ...stopped, refusal: 'workspace.inactive', voiceError: 'ENDPOINT_UNREACHABLE', fix: undefined },
  planRequired: { ...stopped, refusal: 'workspace.planRequired', voiceError: 'ENDPOINT_UNREACHABLE', fix: 'plan' },
  disabled: { ...stopped, refusal: 'trigger.disabled', voiceError: 'ENDPOINT_UNREACHABLE', fix: 'switchOn' },
  notLinked: {
    ...notPermitted,
    refusal: 'amazon.notLinked',
    voiceError: 'NO_SUCH_ENDPOINT',
    fix: 'reconnect',
    relink: true,
  },
  skillNotEnabled: {
    ...notPermitted,
    refusal: 'amazon.skillNotEnabled',
    fix: 'activateSkill',
    groupTextWhileOff: 'skillOff',
  },
  grantRevoked: {
    ...notPermitted,
    refusal: 'amazon.grantRevoked',
    fix: 'reconnect',
    groupTextWhileOff: 'skillOffHere',
    relink: true,
  },
  reinstallSkill: {
    ...notPermitted,
    refusal: 'amazon.reinstallSkill',
    fix: 'activateSkill',
    groupTextWhileOff: 'skillOff',
    relink: true,
  },
  tooMany: { ...tooOften, refusal: 'trigger.tooMany' },
  workspaceTooMany: { ...tooOften, refusal: 'workspace.tooMany' },
  coolingDown: { ...tooOften, refusal: 'trigger.coolingDown' },
  notNow: { ...byCondition, refusal: 'trigger.notNow' },
  notHere: { ...byCondition, refusal: 'trigger.notHere' },
  notYou: { ...byCondition, refusal: 'trigger.notYou' },
  /** Received right after its trigger ran, so there is nothing left to do. */
  echo: { ...good, reached: 'no', counts: false, transient: true, lost: false },
  loop: { ...stopped, refusal: 'trigger.loop', voiceError: 'RATE_LIMIT_EXCEEDED', fix: undefined },
  /** We processed it after its planned time had passed. */
  missed: {
    ...stopped,
    refusal: 'trigger.missed',
    voiceError: 'INTERNAL_ERROR',
    fix: undefined,
    keepsClaim: true,
    lost: true,
  },
  throttled: { ...failed, refusal: 'alexa.throttled', voiceError: 'RATE_LIMIT_EXCEEDED' },
  unavailable: { ...failed, refusal: 'alexa.unavailable', voiceError: 'INTERNAL_ERROR' },
  rejected: { ...failed, refusal: 'alexa.rejected', voiceError: 'INTERNAL_ERROR', transient: false },
  unknown: {
    ...failed,
    refusal: 'alexa.unknownOutcome',
    voiceError: 'INTERNAL_ERROR',
    reached: 'maybe',
    keepsClaim: true,
  },
} as const satisfies Readonly<Record<(typeof outcomeNames)[number], OutcomeRow>>;

export type Outcome = keyof typeof outcomes;

export type FailedOutcome = {
  [Each in Outcome]: (typeof outcomes)[Each]['refusal'] extends undefined ? never : Each;
}[Outcome];

export const isFailed = (outcome: Outcome): outcome is FailedOutcome => outcomes[outcome].refusal !== undefined;

export const isOutcome = (name: string): name is Outcome => Object.hasOwn(outcomes, name);
