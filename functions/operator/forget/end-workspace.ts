import { endingOf } from '#functions/alexa/unlink-amazon.ts';
import { TableBusy } from '#functions/platform/table-busy.ts';
import { endNumber } from '#functions/whatsapp/numbers/unlink-instance.ts';

import type { ForgetDeps } from './forget-deps.ts';

const mostTries = 5;

/**
 * Switches a workspace off for good, whatever the rules say of default workspaces and running subscriptions: the Amazon
 * account is unlinked, and the number ends. The worker does the rest, as it does for people. Harmless when it is over.
 */
export async function endWorkspace(deps: ForgetDeps, workspaceId: number): Promise<void> {
  await again(async () => {
    const workspace = await deps.workspaces.find(workspaceId);
    if (!workspace || (workspace.status === 'INATIVO' && !workspace.link)) return true;
    const ending = await endingOf(deps, workspace);
    return (await deps.links.end(workspace, { ...ending, deactivate: true })) === 'ended';
  });
  await again(async () => {
    const instance = await deps.instances.find(workspaceId);
    return !instance || endNumber(deps, instance);
  });
}

async function again(deed: () => Promise<boolean>): Promise<void> {
  for (let attempt = 1; attempt <= mostTries; attempt += 1) if (await deed()) return;
  throw new TableBusy('Things change again and again. Run it once more.');
}
