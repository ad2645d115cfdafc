import type { PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import type { CurrentLinkDeps } from '#functions/triggers/current-link.ts';
import { Refusal } from '#shared/refusals.ts';

import { isListed } from './planned-run-reply.ts';

/** Throws `plannedRun.notFound`. */
export async function deletePlannedRun(
  { workspaces, plannedRuns }: CurrentLinkDeps & { plannedRuns: Pick<PlannedRunStore, 'find' | 'remove'> },
  { workspaceId, id }: { workspaceId: number; id: string },
): Promise<void> {
  const [workspace, item] = await Promise.all([workspaces.find(workspaceId), plannedRuns.find(workspaceId, id)]);
  if (!item || item === 'canceled' || !isListed(item, workspace?.link?.number)) {
    throw new Refusal('plannedRun.notFound');
  }
  await plannedRuns.remove(item);
}
