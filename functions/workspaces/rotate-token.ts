import type { WorkspaceItem } from '#functions/data/workspace-store.ts';
import type { Seal } from '#functions/platform/seal.ts';
import { Refusal } from '#shared/refusals.ts';

import { newWebhookToken } from './new-workspace.ts';

type Deps = {
  seal: Pick<Seal, 'seal'>;
  workspaces: {
    replaceToken(
      mine: { userId: string; id: number },
      token: Pick<WorkspaceItem, 'tokenHash' | 'tokenSealed'>,
    ): Promise<'done' | 'notFound'>;
  };
};

/** Gives the webhook addresses of a workspace a new secret; whoever has an old address finds nothing any more. */
export async function rotateToken(deps: Deps, userId: string, id: number): Promise<{ workspaceToken: string }> {
  const { token, tokenHash, tokenSealed } = await newWebhookToken(deps.seal, id);
  const outcome = await deps.workspaces.replaceToken({ userId, id }, { tokenHash, tokenSealed });
  if (outcome === 'notFound') throw new Refusal('workspace.notFound');
  return { workspaceToken: token };
}
