import { Refusal } from '#shared/refusals.ts';

import { myWorkspace, type FindWorkspace } from './my-workspace.ts';

type Deps = FindWorkspace & {
  users: { switchTo(userId: string, workspaceId: number): Promise<'switched' | 'notActive'> };
};

/** Applies to all devices of the user. */
export async function switchWorkspace(deps: Deps, userId: string, workspaceId: number) {
  const { id, name } = await myWorkspace(deps, userId, workspaceId);
  // The workspace may be deactivated concurrently.
  if ((await deps.users.switchTo(userId, id)) === 'notActive') throw new Refusal('workspace.inactive');
  return { id, name };
}
