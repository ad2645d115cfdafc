import { readLinkEnding, type UnlinkDeps } from '#functions/alexa/unlink-amazon.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { throwTableBusy } from '#functions/platform/table-busy.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { endNumber, type UnlinkInstanceDeps } from '#functions/whatsapp/numbers/unlink-instance.ts';

export type EndWorkspaceDeps = UnlinkDeps & UnlinkInstanceDeps & { instances: Pick<InstanceStore, 'find'> };

const exhausted = throwTableBusy('Things change again and again. Run it once more.');

/** Unlinks the account and removes the number of a workspace, without checking the rules for users. Idempotent. */
export async function endWorkspace(deps: EndWorkspaceDeps, workspaceId: number): Promise<void> {
  await retryOnConflict({ exhausted }, async () => {
    const workspace = await deps.workspaces.find(workspaceId);
    if (!workspace || (workspace.status === 'INATIVO' && !workspace.link)) return 'ended';
    const ending = await readLinkEnding(deps, workspace);
    const ended = await deps.links.end(workspace, { ...ending, deactivate: true });
    return ended === 'ended' ? ended : 'conflict';
  });
  await retryOnConflict({ exhausted }, async () => {
    const instance = await deps.instances.find(workspaceId);
    return !instance || (await endNumber(deps, instance)) ? 'ended' : 'conflict';
  });
}
