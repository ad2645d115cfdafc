import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import { changesTooOften } from './create-trigger.ts';
import { triggerAtHand, type CurrentLinkDeps } from './current-link.ts';

/** Throws `trigger.notFound`. */
export async function deleteTrigger(
  deps: CurrentLinkDeps & { triggers: Pick<TriggerStore, 'find' | 'delete'> },
  place: { workspaceId: number; triggerId: string },
): Promise<void> {
  await retryOnConflict({ tries: 3, exhausted: changesTooOften }, async () => {
    const { trigger, link } = await triggerAtHand(deps, place);
    return (await deps.triggers.delete(trigger, link)) === 'deleted' ? 'deleted' : 'conflict';
  });
}
