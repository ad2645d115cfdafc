import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import type { AccessItem } from '#functions/data/alexa/grant-item.ts';
import type { Claim } from '#functions/data/triggers/claim-store.ts';
import type { TriggerItem } from '#functions/data/triggers/trigger-item.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { busy, busySeconds, deadlineAt, answerWithinMs, recordReserveMs } from '#functions/platform/time/deadline.ts';
import { Refusal } from '#shared/refusals.ts';
import { type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';
import { revokedOutcome } from '#shared/rules/execution/revoked-outcome.ts';
import { secondsToNextMinute, whyNotInWorkspace } from '#shared/rules/execution/why-not-run.ts';

import { takeGuard } from './loop-guard.ts';
import { openRun } from './open-run.ts';
import { readFacts } from './read-facts.ts';
import { releaseClaim, releaseTaken, recordRun } from './record-run.ts';
import { stage, type ExecuteDeps, type Execution, type Progress, type RunRequest } from './run.ts';
import { stageTimes } from './stage-times.ts';

/** A holder that takes longer than its channel and the time that AWS leaves it has crashed. */
const claimHoldMs = answerWithinMs + 9_000;

/**
 * Refuses with `trigger.notFound` (also for a caller who may not fire), `trigger.alreadyRunning` and `server.busy`;
 * every other end is an outcome, and is recorded.
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
    const { answer, recorded } = await execute(deps, run, guard.held);
    shown = recorded;
    return answer;
  } finally {
    // Without a record on the trigger, the guard holds echoes back until it expires.
    if (shown) await guard.release();
  }
}

type Executed = { answer: Execution; recorded: boolean };

async function execute(deps: ExecuteDeps, run: Progress, isUnderWay: boolean): Promise<Executed> {
  const { request } = run;
  const { facts, features, refusal } = await stage(deps, run, 'read', () => readFacts(deps, run), busy);
  const { workspace, trigger, access } = facts;
  if (!workspace || !request.mayFire(workspace)) throw new Refusal('trigger.notFound');
  if (!trigger) {
    // Without a link there are no triggers, and the answer says so.
    const why =
      request.channel === 'webhook' ? whyNotInWorkspace({ channel: 'webhook', workspace, features }) : undefined;
    if (!why) throw new Refusal('trigger.notFound');
    return { answer: logged(deps, run, answerOf(deps, run, why)), recorded: true };
  }

  const claim = claimOf(run, trigger);
  const earlier = claim && (await take(deps, run, claim));
  if (earlier) return { answer: earlier, recorded: true };

  const sent = refusal ?? (isUnderWay ? 'echo' : await openAndSend(deps, run, { trigger, access }, claim));
  const answer = typeof sent === 'string' ? answerOf(deps, run, sent) : answerTo(deps, run, sent, access);
  const recorded = await recordRun(deps, run, trigger, claim, answer);
  const isKnownOff = access?.state === 'revoked' && access.revokedAs === 'skillDisabled';
  const told: Execution = { ...answer, ...(isKnownOff && { skillIsOff: true }) };
  return { answer: logged(deps, run, told), recorded };
}

const claimOf = ({ id, request: { channel, once } }: Progress, trigger: TriggerItem): Claim | undefined =>
  once && { triggerId: trigger.id, hash: hashOf(`${channel} ${once.key}`), executionId: id };

/** Undefined for the first run of a claim; otherwise the answer that the first one got. */
async function take(deps: ExecuteDeps, run: Progress, claim: Claim): Promise<Execution | undefined> {
  const lifeSeconds = run.request.once?.lifeSeconds ?? 0;
  const taking = deps.claims.take(claim, { holdMs: claimHoldMs, lifeSeconds });
  const deadline = run.deadline.reserve(recordReserveMs);
  const claimed = await stage(deps, run, 'claim', () => taking, busy, deadline).catch(async (cause: unknown) => {
    await releaseClaim(deps, run, claim, taking);
    throw cause;
  });
  if (claimed.outcome === 'running') throw new Refusal('trigger.alreadyRunning', { retryAfterSeconds: 1 });
  return claimed.outcome === 'done' ? claimed.answer : undefined;
}

async function openAndSend(
  deps: ExecuteDeps,
  run: Progress,
  { trigger, access }: { trigger: TriggerItem; access: AccessItem | undefined },
  claim: Claim | undefined,
): Promise<Awaited<ReturnType<typeof sendEvent>>> {
  await openRun(deps, run, trigger).catch(async (cause: unknown) => {
    if (claim) await releaseTaken(deps, run, claim);
    throw cause;
  });
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
  const given = (): 'unavailable' | 'unknown' => (arrived ? 'unknown' : 'unavailable');
  try {
    const sending = deps.sendEvent(trigger, {
      access,
      deadline: run.deadline.reserve(recordReserveMs),
      mayArrive,
      id: run.id,
    });
    // The gateway's own time ends before this one, so a late call sends nothing.
    const deadline = run.deadline.reserve(recordReserveMs / 2);
    const sent = await deadline.within<Sent | ReturnType<typeof given>>(sending, given);
    if (typeof sent === 'string') return sent;
    Object.assign(run.stages, sent.stages);
    run.amazonRequestId = sent.amazonRequestId;
    return sent;
  } catch (cause) {
    deps.log('trigger.failed', { executionId: run.id, triggerId: trigger.id }, cause);
    return given();
  }
}

const answerTo = (
  deps: ExecuteDeps,
  run: Progress,
  { outcome, retryAfterSeconds }: Sent,
  access: AccessItem | undefined,
): Execution => answerOf(deps, run, outcomeOf(deps, outcome, access), retryAfterSeconds);

function outcomeOf({ chainOn, now }: ExecuteDeps, sent: Sent['outcome'], access: AccessItem | undefined): Outcome {
  // A run is one message about one device, so a message that is wrong is our fault.
  if (sent === 'tooLarge' || sent === 'malformed') return 'rejected';
  return sent === 'grantRevoked' ? revokedOutcome({ chainOn, access, now: now() }) : sent;
}

function answerOf(deps: ExecuteDeps, run: Progress, outcome: Outcome, after?: number): Execution {
  const now = deps.now();
  const { transient, lost, reached } = outcomes[outcome];
  const later = transient && lost && reached === 'no' ? busySeconds : 0;
  const retryAfterSeconds = outcome === 'tooMany' ? secondsToNextMinute(now) : (after ?? later);
  return {
    outcome,
    executionId: run.id,
    ms: now.getTime() - run.request.startedAt.getTime(),
    ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    ...(run.openMs !== undefined && reached !== 'no' && { awaits: true }),
  };
}

function logged(deps: ExecuteDeps, { request, stages, amazonRequestId }: Progress, answer: Execution): Execution {
  const { channel, workspaceId, triggerId, requestId } = request;
  const { outcome, executionId, ms } = answer;
  deps.log(outcome === 'sent' ? 'trigger.fired' : 'trigger.refused', {
    requestId,
    channel,
    outcome,
    executionId,
    workspaceId,
    triggerId,
    amazonRequestId,
    ms,
    ...Object.fromEntries(Object.entries(stages).map(([name, spent]) => [`${name}Ms`, spent])),
  });
  deps.metrics({ Runs: 1, ...lostOrNot(outcome), RunMs: ms, ...stageTimes(stages) }, { channel, outcome });
  return answer;
}

/** What people have to put right themselves is no failure of ours. */
function lostOrNot(outcome: Outcome): { RunLost?: number } {
  if (outcome === 'sent') return { RunLost: 0 };
  return outcomes[outcome].lost ? { RunLost: 1 } : {};
}
