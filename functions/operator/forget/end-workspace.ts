import { endingOf } from '#functions/alexa/unlink-amazon.ts';
import { retryOnConflict } from '#functions/platform/retry.ts';
import { TableBusy } from '#functions/platform/table-busy.ts';
import { endNumber } from '#functions/whatsapp/numbers/unlink-instance.ts';

import type { ForgetDeps } from './forget-deps.ts';

const limits = {
  tries: 5,
  exhausted: (): never => {
    throw new TableBusy('Things change again and again. Run it once more.');
  },
};

/**
 * Switches a workspace off for good, whatever the rules say of default workspaces and running subscriptions: the Amazon
 * account is unlinked, and the number ends. The worker does the rest, as it does for people. Harmless when it is over.
 */
export async function endWorkspace(deps: ForgetDeps, workspaceId: number): Promise<void> {
  await retryOnConflict(limits, async () => {
    const workspace = await deps.workspaces.find(workspaceId);
    if (!workspace || (workspace.status === 'INATIVO' && !workspace.link)) return 'ended';
    const ending = await endingOf(deps, workspace);
    const ended = await deps.links.end(workspace, { ...ending, deactivate: true });
    return ended === 'ended' ? ended : 'conflict';
  });
  await retryOnConflict(limits, async () => {
    const instance = await deps.instances.find(workspaceId);
    return !instance || (await endNumber(deps, instance)) ? 'ended' : 'conflict';
  });
}
