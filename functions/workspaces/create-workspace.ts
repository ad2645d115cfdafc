import type { NewWorkspace } from '#functions/data/workspaces/workspace-writes.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { Refusal } from '#shared/refusals.ts';

import type { MakeWorkspace } from './new-workspace.ts';
import { validName } from './valid-name.ts';

type Deps = {
  makeWorkspace: MakeWorkspace;
  workspaces: { create(workspace: NewWorkspace): Promise<'created' | 'nameTaken' | 'idTaken'> };
};

export async function createWorkspace(deps: Deps, userId: string, wished: string) {
  const name = validName(wished);
  return retryOnConflict({ tries: 3, exhausted: noFreeId }, async () => {
    const workspace = await deps.makeWorkspace({ userId, name, defaultWorkspace: false });
    const outcome = await deps.workspaces.create(workspace);
    if (outcome === 'nameTaken') throw new Refusal('workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } });
    return outcome === 'created' ? { ...workspace, status: 'ATIVO' as const } : 'conflict';
  });
}

/** Ids are random, so three that are taken are a bug. */
const noFreeId = (): never => {
  throw new Error('No free workspace id was found.');
};
