import { busy, recordReserveMs } from '#functions/platform/time/deadline.ts';
import { outcomes, type Outcome } from '#shared/rules/execution/outcomes.ts';
import { isLimited, minuteOf } from '#shared/rules/execution/rate-limit.ts';
import type { RuledRun } from '#shared/rules/execution/why-not-run.ts';

import { stage, type ExecuteDeps, type Progress } from './run.ts';

type Deps = Pick<ExecuteDeps, 'permits' | 'limits' | 'now'>;

/**
 * Returns the limit that the run would exceed, or undefined if it may continue. A refusal that counts also takes a
 * permit.
 */
export async function takePermit(
  deps: Deps,
  run: Progress,
  { now, permits: known }: Pick<RuledRun, 'now' | 'permits'>,
  refusal: Outcome | undefined,
): Promise<Outcome | undefined> {
  const { limits, permits } = deps;
  if (!isLimited(limits)) return undefined;
  const { workspaceId, triggerId } = run.request;
  const minute = minuteOf(now);
  run.permits = known;
  if (refusal && !outcomes[refusal].counts) return undefined;
  const taking = permits.take({ workspaceId, triggerId, minute }, limits);
  const taken = await stage(deps, run, 'claim', () => taking, busy, run.deadline.reserve(recordReserveMs));
  run.permits = taken.permits;
  return taken.outcome === 'taken' ? undefined : taken.outcome;
}

/**
 * Whether a refusal is only counted per minute. Planned runs are recorded one by one, unless they are only waiting for
 * the workspace's limit.
 */
export const isOnlyCounted = (outcome: Outcome, { request }: Pick<Progress, 'request'>): boolean =>
  outcomes[outcome].merges && (request.channel !== 'schedule' || outcome === 'workspaceTooMany');
