import { isOver, type PlannedRunItem } from '#functions/data/items/planned-run-item.ts';
import type { PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import { requireTrigger, type CurrentLinkDeps } from './current-link.ts';

/** The SDK opens 50 connections at most. */
const atOnce = 12;

/** Also deletes the trigger's planned runs. Throws `trigger.notFound`. */
export async function deleteTrigger(
  deps: CurrentLinkDeps & {
    triggers: Pick<TriggerStore, 'find' | 'delete'>;
    plannedRuns: Pick<PlannedRunStore, 'list' | 'remove'>;
  },
  place: { workspaceId: number; triggerId: string },
): Promise<void> {
  let over: PlannedRunItem[] = [];
  await retryOnConflict({ tries: 3 }, async () => {
    const { trigger, link, workspace } = await requireTrigger(deps, place);
    const all = await deps.plannedRuns.list(place.workspaceId);
    const ofTrigger = all.filter(({ triggerId }) => triggerId === trigger.id);
    over = ofTrigger.filter(isOver);
    const { planChanges, favorites } = workspace;
    const tied = { runs: ofTrigger.filter((run) => !isOver(run)), planChanges, favorites };
    return (await deps.triggers.delete(trigger, link, tied)) === 'deleted' ? 'deleted' : 'conflict';
  });
  await mapConcurrently(over, atOnce, (run) => deps.plannedRuns.remove(run));
}
