import type { Claim } from '#functions/data/triggers/claim-store.ts';
import { busy, answerWithinMs, recordReserveMs } from '#functions/platform/time/deadline.ts';
import { minuteOf, type Permits } from '#shared/rules/execution/rate-limit.ts';
import { echoMs } from '#shared/rules/execution/why-not-run.ts';

import { releaseClaim } from './record-run.ts';
import { stage, type ExecuteDeps, type Progress } from './run.ts';

type Deps = Pick<ExecuteDeps, 'runs' | 'claims' | 'permitsOf' | 'log' | 'now'>;

export type Guard = {
  /** Another voice run of this trigger is in progress, or a limit was reached before this run. */
  refusal?: 'echo' | Permits['reached'];
  release?: () => Promise<void>;
};

/** An unreleased claim, for example after a crash, lasts until no echo of the run can arrive any more. */
const lifeSeconds = (answerWithinMs + echoMs) / 1000;

/**
 * Guards against a routine that activates its trigger's own scene: that command may arrive before the event is recorded
 * on the trigger. Only voice commands can be such echoes, so other channels save the two writes of a claim.
 */
export async function takeGuard(deps: Deps, run: Progress): Promise<Guard> {
  const { request } = run;
  if (request.channel !== 'voice') return {};
  // Check the limit before the claim, so that a refused run costs only its entry in the history.
  const refusal = (await deps.permitsOf({ ...request, minute: minuteOf(deps.now()) }))?.reached;
  if (refusal) return { refusal };
  // The workspace is not known to own the trigger yet, so each workspace has its own claim.
  const hash = `voice ${request.workspaceId}`;
  const claim: Claim = { triggerId: request.triggerId, hash, executionId: run.id };
  const taking = deps.claims.take(claim, { holdMs: lifeSeconds * 1000, lifeSeconds });
  const deadline = run.deadline.reserve(recordReserveMs);
  const { outcome } = await stage(deps, run, 'claim', () => taking, busy, deadline).catch(async (cause: unknown) => {
    await releaseClaim(deps, run, claim, taking);
    throw cause;
  });
  if (outcome !== 'taken') return { refusal: 'echo' };
  return { release: () => release(deps, run, claim) };
}

async function release(deps: Deps, run: Progress, claim: Claim): Promise<void> {
  const { claims, log } = deps;
  const ids = { executionId: run.id, triggerId: claim.triggerId };
  const releasing = claims.release(claim).catch((cause: unknown) => log('trigger.claimNotKept', ids, cause));
  await run.deadline.within(releasing, () => log('trigger.claimNotKept', { ...ids, reason: 'tooLate' }));
}
