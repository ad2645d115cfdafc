import { Refusal } from '#shared/refusals.ts';

import { myWorkspace, type FindWorkspace } from './my-workspace.ts';

type Deps = FindWorkspace & {
  users: { switchTo(userId: string, workspaceId: number): Promise<'switched' | 'notActive'> };
};

/** On all devices of this person. */
export async function switchWorkspace(deps: Deps, userId: string, workspaceId: number) {
  const { id, name } = await myWorkspace(deps, userId, workspaceId);
  // It may be deactivated at this moment.
  if ((await deps.users.switchTo(userId, id)) === 'notActive') throw new Refusal('workspace.inactive');
  return { id, name };
}
