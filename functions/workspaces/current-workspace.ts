import { workspacePartition } from '#functions/data/keys.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { Refusal } from '#shared/refusals.ts';

import { myWorkspace, type FindWorkspace } from './my-workspace.ts';

type Deps = FindWorkspace & {
  users: { currentWorkspaceId(userId: string): Promise<number | undefined> };
  seal: Pick<Seal, 'open'>;
};

export async function currentWorkspace(
  deps: Deps,
  userId: string,
): Promise<WorkspaceItem & { workspaceToken: string }> {
  const id = await deps.users.currentWorkspaceId(userId);
  if (id === undefined) throw new Refusal('workspace.notFound');
  const workspace = await myWorkspace(deps, userId, id);
  return { ...workspace, workspaceToken: await deps.seal.open(workspace.tokenSealed, workspacePartition(id)) };
}
