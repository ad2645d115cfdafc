import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { Refusal } from '#shared/refusals.ts';

import { triggerAtHand, type LinkDeps } from './current-link.ts';

/** Deletes a trigger: its address ends at once, its device leaves Alexa soon. Throws `trigger.notFound`. */
export async function deleteTrigger(
  deps: LinkDeps & { triggers: Pick<TriggerStore, 'find' | 'delete'> },
  place: { workspaceId: number; triggerId: string },
): Promise<void> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const { trigger, link } = await triggerAtHand(deps, place);
    if ((await deps.triggers.delete(trigger, link)) === 'deleted') return;
    // It was renamed in between, or is gone already: the next look says which.
  }
  throw new Refusal('server.busy', { retryAfterSeconds: 1 });
}
