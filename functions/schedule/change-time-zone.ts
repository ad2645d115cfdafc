import type { PlannedRunItem } from '#functions/data/items/planned-run-item.ts';
import type { PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { CurrentLinkDeps } from '#functions/triggers/current-link.ts';
import { nextOccurrence } from '#shared/rules/schedule/next-occurrence.ts';

type Deps = CurrentLinkDeps & {
  plannedRuns: Pick<PlannedRunStore, 'list' | 'replace'>;
  now: () => Date;
};

/**
 * Moves all weekly plans of a workspace to the new time zone in one transaction; their local times stay the same. The
 * caller must own the workspace.
 */
export async function changeTimeZone(deps: Deps, workspaceId: number, timeZone: string): Promise<void> {
  await retryOnConflict({}, async () => {
    const workspace = await deps.workspaces.find(workspaceId);
    if (!workspace || workspace.timeZone === timeZone) return 'done';
    const link = workspace.link?.number;
    const items = (await deps.plannedRuns.list(workspaceId)).filter((item) => item.link === link);
    const now = deps.now();
    const changes = items.flatMap((seen) => (seen.rule ? { seen, next: moveToZone(seen, timeZone, now) } : []));
    const planning = { id: workspaceId, link, planChanges: workspace.planChanges, timeZone };
    return (await deps.plannedRuns.replace(changes, planning)) === 'done' ? 'done' : 'conflict';
  });
}

/** A plan that is due but has not run yet remains due. */
function moveToZone(seen: PlannedRunItem, timeZone: string, now: Date): PlannedRunItem {
  const { rule, nextAt } = seen;
  if (!rule || nextAt === undefined || Date.parse(nextAt) <= now.getTime()) return { ...seen, timeZone };
  return { ...seen, timeZone, nextAt: nextOccurrence(rule, timeZone, now).toISOString() };
}
