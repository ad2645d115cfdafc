import type { NewToken } from '#functions/data/workspaces/workspace-store.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import { Refusal } from '#shared/refusals.ts';

import { newWebhookToken } from './new-workspace.ts';

type Deps = {
  seal: Pick<Seal, 'seal'>;
  workspaces: {
    replaceToken(mine: { userId: string; id: number }, token: NewToken): Promise<'done' | 'notFound'>;
  };
  now: () => Date;
};

/** Old webhook addresses answer 404 from then on. */
export async function rotateToken(deps: Deps, userId: string, id: number): Promise<{ workspaceToken: string }> {
  const tokenMadeAt = deps.now().toISOString();
  const { token, tokenHash, tokenSealed } = await newWebhookToken(deps.seal, id);
  const outcome = await deps.workspaces.replaceToken({ userId, id }, { tokenHash, tokenSealed, tokenMadeAt });
  if (outcome === 'notFound') throw new Refusal('workspace.notFound');
  return { workspaceToken: token };
}
