import type { CurrentLink, StoredTrigger, TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { Refusal } from '#shared/refusals.ts';

export type CurrentLinkDeps = { workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> } };

/** Returns the present link. Only its triggers exist. */
export async function findCurrentLink(
  { workspaces }: CurrentLinkDeps,
  workspaceId: number,
): Promise<CurrentLink | undefined> {
  const workspace = await workspaces.find(workspaceId);
  return workspace && linkOf(workspace);
}

const linkOf = ({ link }: WorkspaceItem): CurrentLink | undefined =>
  link && { number: link.number, amazonUserId: link.amazonUserId };

/** Throws `trigger.notFound`. */
export async function requireTrigger(
  deps: CurrentLinkDeps & { triggers: Pick<TriggerStore, 'find'> },
  { workspaceId, triggerId }: { workspaceId: number; triggerId: string },
): Promise<{ trigger: StoredTrigger; link: CurrentLink; workspace: WorkspaceItem }> {
  const workspace = await deps.workspaces.find(workspaceId);
  const link = workspace && linkOf(workspace);
  const trigger = link && (await deps.triggers.find(workspaceId, triggerId, link.number));
  if (!trigger) throw new Refusal('trigger.notFound');
  return { trigger, link, workspace };
}
