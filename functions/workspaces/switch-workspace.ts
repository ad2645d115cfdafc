import { Refusal } from '#shared/refusals.ts';

import { myWorkspace, type FindWorkspace } from './my-workspace.ts';

type Deps = FindWorkspace & {
  users: { switchTo(userId: string, workspaceId: number): Promise<'switched' | 'notActive'> };
};

/** Makes an active workspace the current one; it stays so on all devices of this person. */
export async function switchWorkspace(deps: Deps, userId: string, workspaceId: number) {
  const { id, name } = await myWorkspace(deps, userId, workspaceId);
  // The write itself asks whether it is active: it may be switched off at this moment.
  if ((await deps.users.switchTo(userId, id)) === 'notActive') throw new Refusal('workspace.inactive');
  return { id, name };
}
