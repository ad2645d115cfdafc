import { isOver } from '#functions/data/items/planned-run-item.ts';
import type { PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { CurrentLinkDeps } from '#functions/triggers/current-link.ts';
import type { PlannedRun } from '#shared/contracts/plans.ts';
import { Refusal } from '#shared/refusals.ts';

import { nextMoment, type PlannedTime } from './next-moment.ts';
import { requireRoom } from './plan-run.ts';
import { isListed, plannedRunReply, type OwnPlannedRun } from './planned-run-reply.ts';

type Deps = CurrentLinkDeps & {
  plannedRuns: Pick<PlannedRunStore, 'find' | 'list' | 'replace'>;
  now: () => Date;
};

type Place = { workspaceId: number; id: string };

type Change = PlannedTime & { paused?: boolean | undefined; timeZone?: string | undefined };

/**
 * Throws `plannedRun.notFound`, `plannedRun.timeInvalid`, `plannedRun.zoneMissing`, and `plannedRun.limitReached` for a
 * past plan.
 */
export async function updatePlannedRun(deps: Deps, place: Place, change: Change): Promise<PlannedRun> {
  return retryOnConflict({}, async () => {
    const workspace = await deps.workspaces.find(place.workspaceId);
    const link = workspace?.link?.number;
    const seen = await deps.plannedRuns.find(place.workspaceId, place.id);
    if (!workspace || link === undefined || !seen || seen === 'canceled' || !isListed(seen, link)) throw notFound();
    if (isOver(seen)) requireRoom(await deps.plannedRuns.list(place.workspaceId), seen);
    const timeZone = workspace.timeZone ?? (change.rule && change.timeZone);
    const next = withChange(seen, change, timeZone, deps.now());
    if (next === seen) return plannedRunReply(seen);
    const planning = { id: workspace.id, link, planChanges: workspace.planChanges, timeZone };
    const outcome = await deps.plannedRuns.replace([{ seen, next }], planning);
    return outcome === 'done' ? plannedRunReply(next) : 'conflict';
  });
}

/** A plan that is due but has not run yet remains due, unless its time is changed or it is paused. */
function withChange(seen: OwnPlannedRun, change: Change, timeZone: string | undefined, now: Date): OwnPlannedRun {
  const isNew = change.at !== undefined || change.rule !== undefined;
  const paused = change.paused ?? seen.paused ?? false;
  if (!isNew && paused === (seen.paused ?? false)) return seen;
  const { at, rule, timeZone: _, nextAt: _old, paused: _before, expiresAt: _end, ...rest } = seen;
  const when = isNew ? { at: change.at, rule: change.rule } : { at, rule };
  // A new time must be valid even if the plan is paused.
  const nextAt = isNew || !paused ? nextMoment(when, timeZone, now) : undefined;
  return {
    ...rest,
    ...(when.rule ? { rule: when.rule, timeZone } : { at: when.at }),
    ...(paused ? { paused } : { nextAt }),
  };
}

const notFound = (): Refusal => new Refusal('plannedRun.notFound');
