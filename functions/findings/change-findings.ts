import type { NotificationStore } from '#functions/data/findings/notification-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { Refusal } from '#shared/refusals.ts';

export type ChangeFindingsDeps = {
  workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
  triggers: Pick<TriggerStore, 'find'>;
  told: Pick<NotificationStore, 'chooseAlert'>;
};

type Change = { userId: string; workspaceId: number; alertTriggerId: string | null };

/**
 * Chooses the trigger to fire for new findings. Throws `workspace.notFound` and `trigger.notFound`, also for those of
 * another user.
 */
export async function changeFindings(
  deps: ChangeFindingsDeps,
  { userId, workspaceId, alertTriggerId }: Change,
): Promise<{ alertTriggerId?: string }> {
  const workspace = await deps.workspaces.find(workspaceId);
  if (workspace?.userId !== userId) throw new Refusal('workspace.notFound');
  const trigger =
    alertTriggerId === null || !workspace.link
      ? undefined
      : await deps.triggers.find(workspaceId, alertTriggerId, workspace.link.number);
  if (alertTriggerId !== null && !trigger) throw new Refusal('trigger.notFound');
  if ((await deps.told.chooseAlert(workspaceId, trigger?.id)) === 'gone') throw new Refusal('workspace.notFound');
  return trigger ? { alertTriggerId: trigger.id } : {};
}
