import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { Refusal } from '#shared/refusals.ts';

export type FindWorkspace = { workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> } };

/** Throws `workspace.notFound` for another user's workspace as for an unknown one. */
export async function myWorkspace({ workspaces }: FindWorkspace, userId: string, id: number): Promise<WorkspaceItem> {
  const workspace = await workspaces.find(id);
  if (workspace?.userId !== userId) throw new Refusal('workspace.notFound');
  return workspace;
}
