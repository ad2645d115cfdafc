import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';

type Deps = { workspaces: { list(userId: string): Promise<WorkspaceItem[]> } };

/** The default workspace comes first, the others by age. */
export async function listWorkspaces({ workspaces }: Deps, userId: string): Promise<WorkspaceItem[]> {
  const all = await workspaces.list(userId);
  return all.sort(
    (a, b) => Number(b.defaultWorkspace) - Number(a.defaultWorkspace) || a.createdAt.localeCompare(b.createdAt),
  );
}
