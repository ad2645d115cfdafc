import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';

import { myWorkspace, type FindWorkspace } from './my-workspace.ts';

type Deps = FindWorkspace & {
  workspaces: { setFavorites(seen: WorkspaceItem, triggerIds: readonly string[]): Promise<'stored' | 'changed'> };
  triggers: { list(workspaceId: number, link: number): Promise<readonly { id: string }[]> };
};

/**
 * Ignores ids that are not triggers of the workspace, because another browser may have deleted one. Throws
 * `workspace.notFound`.
 */
export async function setFavorites(
  deps: Deps,
  mine: { userId: string; id: number },
  wished: readonly string[],
): Promise<{ triggerIds: string[] }> {
  let triggerIds: string[] = [];
  await retryOnConflict({ tries: 3 }, async () => {
    const workspace = await myWorkspace(deps, mine.userId, mine.id);
    const triggers = workspace.link ? await deps.triggers.list(workspace.id, workspace.link.number) : [];
    const known = new Set(triggers.map(({ id }) => id));
    triggerIds = [...new Set(wished)].filter((id) => known.has(id));
    return (await deps.workspaces.setFavorites(workspace, triggerIds)) === 'stored' ? 'stored' : 'conflict';
  });
  return { triggerIds };
}
