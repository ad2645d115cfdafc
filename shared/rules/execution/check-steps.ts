import type { RefusalCode } from '../../refusals.ts';
import { isFailed, outcomes, type FailedOutcome, type Outcome } from './outcomes.ts';
import type { Answer } from './receipts.ts';
import { ruledSteps, stepNames, type StepName, type StepState } from './step-names.ts';
import type { StepResults } from './why-not-run.ts';

/** The step to fix for each outcome. */
const stepOf: Readonly<Record<FailedOutcome, StepName>> = {
  workspaceInactive: 'workspace',
  planRequired: 'plan',
  notLinked: 'account',
  disabled: 'switchedOn',
  tooMany: 'rate',
  workspaceTooMany: 'rate',
  coolingDown: 'conditions',
  notNow: 'conditions',
  notHere: 'conditions',
  notYou: 'conditions',
  loop: 'rate',
  missed: 'rate',
  skillNotEnabled: 'permission',
  grantRevoked: 'permission',
  reinstallSkill: 'permission',
  throttled: 'event',
  unavailable: 'event',
  rejected: 'event',
  unknown: 'event',
};

/** The prerequisite of each step. The state of a step is unknown unless its prerequisite is ok. */
const needs: Readonly<Partial<Record<StepName, StepName>>> = {
  switchedOn: 'account',
  conditions: 'account',
  rate: 'account',
  permission: 'account',
  token: 'permission',
  device: 'permission',
};

/**
 * `ms` is the duration of the step, or the time until the routine answered. `device` names the confirming device, if
 * the step is about it.
 */
type StepReport = { state: StepState; errorKey?: RefusalCode; ms?: number; device?: string };
export type StepResult = StepReport & { step: StepName };

export type CheckFacts = {
  looked: StepResults;
  token?: { outcome: 'usable' | FailedOutcome; ms: number };
  /** `confirming` is the name of the device if the routine confirms with it. */
  device?: { state: 'inAlexa' | 'waiting' | 'failed' | 'skillOff'; reason?: RefusalCode; confirming?: string };
  /** Absent if no run was requested; `notTried` while something else has to be fixed first. */
  run?: 'notTried' | { outcome: Outcome; ms: number };
  /** The refusal that this caller gets, if known. `looked` may cover all callers. */
  refusal?: Outcome | undefined;
  /** The answer to the last run that waited for one, if its routine confirms runs. */
  answer?: Answer | undefined;
  outcome?: Outcome | undefined;
  ranMs?: number | undefined;
};

/** Returns every step in order. The event step is included only if a run was requested. */
export function checkSteps(found: CheckFacts): StepResult[] {
  const failures = failedSteps(found);
  const steps = new Map<StepName, StepResult>();
  for (const step of stepNames.filter((name) => name !== 'event' || found.run)) {
    const need = needs[step];
    const isKnown = need === undefined || steps.get(need)?.state === 'ok';
    const report = failures.get(step) ?? (isKnown ? reportStep(step, found) : { state: 'unknown' });
    steps.set(step, { step, ...report });
  }
  return [...steps.values()];
}

function failedSteps({ looked, token, run, refusal }: CheckFacts): ReadonlyMap<StepName, StepReport> {
  const failures = new Map<StepName, StepReport>();
  const fail = (step: StepName, outcome: Outcome | undefined, ms?: number): void => {
    if (outcome === undefined || !isFailed(outcome)) return;
    const took = ms !== undefined && (step === 'token' || step === 'event');
    failures.set(step, { state: 'failed', errorKey: outcomes[outcome].refusal, ...(took && { ms }) });
  };
  for (const [step, outcome] of looked) if (outcome !== 'silent') fail(step, outcome);
  if (refusal && isFailed(refusal)) fail(stepOf[refusal], refusal);
  if (token && token.outcome !== 'usable') {
    // An outage affects only the token, but a revoked grant affects everything.
    fail(stepOf[token.outcome] === 'event' ? 'token' : stepOf[token.outcome], token.outcome, token.ms);
  }
  if (run && run !== 'notTried' && isFailed(run.outcome)) fail(stepOf[run.outcome], run.outcome, run.ms);
  return failures;
}

const unknown: StepReport = { state: 'unknown' };

function reportStep(step: StepName, found: CheckFacts): StepReport {
  const { looked, token, device, run } = found;
  const ruled = ruledSteps.find((name) => name === step);
  if (ruled) return looked.has(ruled) ? { state: 'ok' } : unknown;
  if (step === 'token') return token ? { state: 'ok', ms: token.ms } : unknown;
  if (step === 'device') return device ? deviceReport(device) : unknown;
  if (step === 'routine') return routineReport(found);
  if (!run || run === 'notTried') return unknown;
  if (run.outcome === 'sent') return { state: 'ok', ms: run.ms };
  // Alexa rejected the event, but the permission is what has to be fixed.
  const isRejected = isFailed(run.outcome) && stepOf[run.outcome] === 'permission';
  return isRejected ? { state: 'unknown', errorKey: outcomes[run.outcome].refusal } : unknown;
}

const deviceStates = { inAlexa: 'ok', waiting: 'waiting', failed: 'failed', skillOff: 'failed' } as const;

const deviceReport = ({ state, reason, confirming }: NonNullable<CheckFacts['device']>): StepReport => ({
  state: deviceStates[state],
  ...(state !== 'inAlexa' && { ...(reason && { errorKey: reason }), ...(confirming && { device: confirming }) }),
});

const answerStates = { ran: 'ok', shared: 'unknown', awaited: 'waiting', none: 'failed' } as const;

function routineReport({ looked, answer, outcome, ranMs }: CheckFacts): StepReport {
  // A silent routine may still answer the latest run.
  const state = answer ? answerStates[answer] : looked.get('routine') ? 'failed' : 'unknown';
  // It is unknown whether Alexa accepted that run, unless its routine answered.
  const isOpen = state === 'failed' || state === 'waiting';
  const isDoubtful = isOpen && outcome !== undefined && outcomes[outcome].reached === 'maybe';
  return {
    state,
    ...(isDoubtful && { errorKey: outcomes.unknown.refusal }),
    ...(ranMs !== undefined && { ms: ranMs }),
  };
}
