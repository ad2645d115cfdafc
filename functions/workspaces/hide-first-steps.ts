import { myWorkspace, type FindWorkspace } from './my-workspace.ts';

type Deps = FindWorkspace & { users: { hideFirstSteps(userId: string, workspaceId: number): Promise<void> } };

/** Applies to all devices of the user. */
export async function hideFirstSteps(deps: Deps, userId: string, workspaceId: number): Promise<void> {
  const { id } = await myWorkspace(deps, userId, workspaceId);
  await deps.users.hideFirstSteps(userId, id);
}
