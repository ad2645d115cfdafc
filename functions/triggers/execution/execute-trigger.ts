import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { isKnownOff, type AccessItem } from '#functions/data/items/grant-item.ts';
import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { Claim, Claimed } from '#functions/data/triggers/claim-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { busy, busySeconds, deadlineAt, answerWithinMs, recordReserveMs } from '#functions/platform/time/deadline.ts';
import { Refusal } from '#shared/refusals.ts';
import { type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';
import { limitsLeft, secondsToNextMinute } from '#shared/rules/execution/rate-limit.ts';
import { whyNotConditioned, type RuledRun } from '#shared/rules/execution/why-not-run.ts';

import { giveBackUse, settleUse, takeUse } from './key-use.ts';
import { takeGuard, type Guard } from './loop-guard.ts';
import { openRun } from './open-run.ts';
import { readFacts, type Reading } from './read-facts.ts';
import { releaseClaim, releaseTaken, recordRun } from './record-run.ts';
import { revokedAs } from './revoked-as.ts';
import { stage, type ExecuteDeps, type Execution, type Progress, type RunRequest } from './run.ts';
import { stageTimes } from './stage-times.ts';
import { giveBackCoolDown, takeCoolDown } from './take-cool-down.ts';
import { isOnlyCounted, takePermit } from './take-permit.ts';

/** A holder counts as crashed after the channel's 6 s and the 9 s that AWS may still leave its function. */
const claimHoldMs = answerWithinMs + 9_000;

/**
 * Throws `trigger.notFound` (also for a caller who may not fire), `trigger.alreadyRunning`, `server.busy`, and the
 * reason if an access key cannot be used. Every other end is returned as an outcome and recorded.
 */
export async function executeTrigger(deps: ExecuteDeps, request: RunRequest): Promise<Execution> {
  const entered = request.startedAt.getTime();
  const deadline = deadlineAt(deps.now, entered + answerWithinMs);
  const run: Progress = { id: deps.newId(), request, stages: {}, deadline };
  const atChannel = deps.now().getTime() - entered;
  if (atChannel > 0) run.stages['arrival'] = atChannel;
  const guard = await takeGuard(deps, run);
  let shown = true;
  try {
    const { answer, recorded } = await execute(deps, run, guard.refusal);
    shown = recorded;
    return answer;
  } finally {
    // If the event was not recorded on the trigger, keep the guard, which suppresses echoes until it expires.
    if (shown) await guard.release?.();
  }
}

type Executed = { answer: Execution; recorded: boolean };

async function execute(deps: ExecuteDeps, run: Progress, guarded: Guard['refusal']): Promise<Executed> {
  const reading = await stage(deps, run, 'read', () => readFacts(deps, run), busy);
  if (!reading.trigger)
    return { answer: logExecution(deps, run, answerOf(deps, run, reading.refusal)), recorded: true };

  const { trigger, access, accessKey } = reading;
  run.accessKey = accessKey;
  const claim = claimOf(run, trigger);
  const refusal = reading.refusal ?? guarded;
  const isRefused = refusal !== undefined && isOnlyCounted(refusal, run);
  // A refusal by a limit or by the access key costs no claim.
  const asks = isRefused || reading.keyProblem !== undefined;
  const earlier = claim && answerIn(await (asks ? find(deps, run, claim) : take(deps, run, claim)));
  if (earlier) return { answer: { ...earlier, replayed: true }, recorded: true };
  if (reading.keyProblem) throw new Refusal(reading.keyProblem);

  const held = isRefused ? undefined : claim;
  const sent = await openAndSend(deps, run, { ...reading, refusal }, held);
  const { outcome, retryAfterSeconds, skillIsOff } =
    typeof sent === 'string' ? { outcome: sent, retryAfterSeconds: undefined, skillIsOff: undefined } : sent;
  const end = await outcomeOf(deps, run, outcome, access);
  const answer = { ...answerOf(deps, run, end, retryAfterSeconds), ...nextRun(end, reading.ruled) };
  const [recorded] = await Promise.all([
    recordRun(deps, run, trigger, held, answer),
    settleUse(deps, run, answer.outcome),
    outcomes[answer.outcome].reached === 'no' ? giveBackCoolDown(deps, run) : undefined,
  ]);
  const isOff = skillIsOff ?? isKnownOff(reading.workspace.link, access);
  const told: Execution = { ...answer, ...rateOf(deps, run, end), ...(isOff && { skillIsOff: true }) };
  return { answer: logExecution(deps, run, told), recorded };
}

/** The access key is part of the hash, because callers choose their keys independently. */
export const claimOf = (
  { id, accessKey, request: { channel, once } }: Pick<Progress, 'id' | 'accessKey' | 'request'>,
  trigger: TriggerItem,
): Claim | undefined =>
  once && {
    triggerId: trigger.id,
    hash: hashOf(accessKey ? `${channel} ${accessKey.id} ${once.key}` : `${channel} ${once.key}`),
    executionId: id,
  };

/**
 * Returns undefined for the first run of a claim, otherwise the answer of that run. Throws `trigger.alreadyRunning`.
 */
export function answerIn(found: Claimed | undefined): Execution | undefined {
  if (found?.outcome === 'running') throw new Refusal('trigger.alreadyRunning', { retryAfterSeconds: 1 });
  return found?.outcome === 'done' ? found.answer : undefined;
}

const find = (deps: ExecuteDeps, run: Progress, claim: Claim): Promise<Claimed | undefined> =>
  stage(deps, run, 'claim', () => deps.claims.find(claim), busy, run.deadline.reserve(recordReserveMs));

async function take(deps: ExecuteDeps, run: Progress, claim: Claim): Promise<Claimed> {
  const { once, startedAt } = run.request;
  const hold = { holdMs: claimHoldMs, lifeSeconds: once?.lifeSeconds ?? 0, at: startedAt.toISOString() };
  const taking = deps.claims.take(claim, hold);
  const deadline = run.deadline.reserve(recordReserveMs);
  return stage(deps, run, 'claim', () => taking, busy, deadline).catch(async (cause: unknown) => {
    await releaseClaim(deps, run, claim, taking);
    throw cause;
  });
}

async function openAndSend(
  deps: ExecuteDeps,
  run: Progress,
  { trigger, access, ruled, refusal }: Extract<Reading, { access: unknown }>,
  claim: Claim | undefined,
): Promise<Outcome | Awaited<ReturnType<typeof sendEvent>>> {
  try {
    // Take the use before the permit, so that a caller's own limit leaves the trigger to others.
    const limit = (refusal ? undefined : await takeUse(deps, run)) ?? (await takePermit(deps, run, ruled, refusal));
    const end = limit ?? refusal;
    if (end) return end;
    if (await takeCoolDown(deps, run, trigger)) return 'coolingDown';
    await openRun(deps, run, trigger);
  } catch (cause) {
    await Promise.all([claim && releaseTaken(deps, run, claim), giveBackUse(deps, run), giveBackCoolDown(deps, run)]);
    throw cause;
  }
  return sendEvent(deps, run, trigger, access);
}

async function sendEvent(
  deps: ExecuteDeps,
  run: Progress,
  trigger: TriggerItem,
  access: AccessItem | undefined,
): Promise<Sent | 'skillNotEnabled' | 'unavailable' | 'unknown'> {
  if (!access) return 'skillNotEnabled';
  let arrived = false;
  const mayArrive = (may: boolean): void => void (arrived = may);
  const outcomeNow = (): 'unavailable' | 'unknown' => (arrived ? 'unknown' : 'unavailable');
  try {
    const sending = deps.sendEvent(trigger, {
      access,
      deadline: run.deadline.reserve(recordReserveMs),
      mayArrive,
      id: run.id,
    });
    // The gateway's deadline ends before this one, so a late call sends nothing.
    const deadline = run.deadline.reserve(recordReserveMs / 2);
    const sent = await deadline.within<Sent | ReturnType<typeof outcomeNow>>(sending, outcomeNow);
    if (typeof sent === 'string') return sent;
    Object.assign(run.stages, sent.stages);
    run.amazonRequestId = sent.amazonRequestId;
    return sent;
  } catch (cause) {
    deps.log('trigger.failed', { executionId: run.id, triggerId: trigger.id }, cause);
    return outcomeNow();
  }
}

async function outcomeOf(
  deps: ExecuteDeps,
  run: Progress,
  ended: Outcome | Sent['outcome'],
  access: AccessItem | undefined,
): Promise<Outcome> {
  // A run is one message about one device, so an invalid message is our mistake.
  if (ended === 'tooLarge' || ended === 'malformed') return 'rejected';
  if (ended !== 'grantRevoked') return ended;
  return revokedAs(deps, access, run.deadline.reserve(recordReserveMs), run.id);
}

function answerOf(deps: ExecuteDeps, run: Progress, outcome: Outcome, after?: number): Execution {
  const now = deps.now();
  const { transient, lost, reached } = outcomes[outcome];
  const later = transient && lost && reached === 'no' ? busySeconds : 0;
  const retryAfterSeconds = isByLimit(outcome) ? secondsToNextMinute(now) : (after ?? later);
  return {
    outcome,
    executionId: run.id,
    ms: now.getTime() - run.request.startedAt.getTime(),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    ...(run.openMs !== undefined && reached !== 'no' && { awaitedSince: run.request.startedAt.toISOString() }),
  };
}

const isByLimit = (outcome: Outcome): boolean => outcome === 'tooMany' || outcome === 'workspaceTooMany';

/** Returns when the conditions allow a run. A cool-down that another run took in between has just begun. */
function nextRun(outcome: Outcome, ruled: RuledRun): Pick<Execution, 'next' | 'retryAfterSeconds'> {
  if (outcome !== 'notNow' && outcome !== 'coolingDown') return {};
  const { nextAt } = whyNotConditioned(outcome === 'coolingDown' ? applyCooldown(ruled) : ruled) ?? {};
  if (!nextAt || !ruled.conditioned) return {};
  const { timeZone } = ruled.conditioned.facts;
  const seconds = Math.max(1, Math.ceil((nextAt.getTime() - ruled.now.getTime()) / 1000));
  return { next: { at: nextAt.toISOString(), timeZone }, retryAfterSeconds: seconds };
}

function applyCooldown(ruled: RuledRun): RuledRun {
  if (whyNotConditioned(ruled)?.outcome === 'coolingDown' || !ruled.conditioned) return ruled;
  const all = ruled.conditioned.all.map((each) => ({ ...each, coolSince: ruled.now.getTime() }));
  return { ...ruled, conditioned: { ...ruled.conditioned, all } };
}

/** Only for runs that count, and for refusals by a limit. */
function rateOf({ limits, now }: ExecuteDeps, { permits }: Progress, outcome: Outcome): Pick<Execution, 'rate'> {
  if (!permits || (!outcomes[outcome].counts && !isByLimit(outcome))) return {};
  const left = limitsLeft({ ...limits, permits, minute: permits.minute });
  return { rate: { ...left, resetSeconds: secondsToNextMinute(now()) } };
}

function logExecution(
  deps: ExecuteDeps,
  { request, stages, amazonRequestId, accessKey }: Progress,
  answer: Execution,
): Execution {
  const { channel, workspaceId, triggerId, requestId } = request;
  const { outcome, executionId, ms } = answer;
  deps.log(outcome === 'sent' ? 'trigger.fired' : 'trigger.refused', {
    requestId,
    channel,
    outcome,
    executionId,
    workspaceId,
    triggerId,
    accessKeyId: accessKey?.id,
    amazonRequestId,
    ms,
    ...Object.fromEntries(Object.entries(stages).map(([name, spent]) => [`${name}Ms`, spent])),
  });
  deps.metrics({ Runs: 1, ...lostOrNot(outcome), RunMs: ms, ...stageTimes(stages) }, { channel, outcome });
  return answer;
}

/** A problem that the user has to fix does not count as lost. */
function lostOrNot(outcome: Outcome): { RunLost?: number } {
  if (outcome === 'sent') return { RunLost: 0 };
  return outcomes[outcome].lost ? { RunLost: 1 } : {};
}
