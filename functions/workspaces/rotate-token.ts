import type { NewToken } from '#functions/data/workspaces/workspace-store.ts';
import type { Seal } from '#functions/platform/seal.ts';
import { Refusal } from '#shared/refusals.ts';

import { newWebhookToken } from './new-workspace.ts';

type Deps = {
  seal: Pick<Seal, 'seal'>;
  workspaces: {
    replaceToken(mine: { userId: string; id: number }, token: NewToken): Promise<'done' | 'notFound'>;
  };
  now: () => Date;
};

/** Gives the webhook addresses of a workspace a new secret; whoever has an old address finds nothing any more. */
export async function rotateToken(deps: Deps, userId: string, id: number): Promise<{ workspaceToken: string }> {
  const tokenMadeAt = deps.now().toISOString();
  const { token, tokenHash, tokenSealed } = await newWebhookToken(deps.seal, id);
  const outcome = await deps.workspaces.replaceToken({ userId, id }, { tokenHash, tokenSealed, tokenMadeAt });
  if (outcome === 'notFound') throw new Refusal('workspace.notFound');
  return { workspaceToken: token };
}
