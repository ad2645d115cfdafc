import type { NewToken } from '#functions/data/workspaces/workspace-store.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { workspacesContract } from '#shared/contracts/workspaces.ts';
import { Refusal } from '#shared/refusals.ts';
import { overlapMs } from '#shared/rules/access-keys.ts';

import { newWebhookToken } from './new-workspace.ts';

type Deps = {
  seal: Pick<Seal, 'seal'>;
  workspaces: {
    replaceToken(mine: { userId: string; id: number }, token: NewToken): Promise<'done' | 'notFound'>;
  };
  now: () => Date;
};

type Rotated = ReplyOf<(typeof workspacesContract)['rotateWorkspaceToken']>;

/** Old webhook URLs respond with 404 immediately or after 24 hours. */
export async function rotateToken(
  deps: Deps,
  userId: string,
  id: number,
  oldEnds: 'now' | 'in24Hours' = 'now',
): Promise<Rotated> {
  const now = deps.now();
  const { token, tokenHash, tokenSealed } = await newWebhookToken(deps.seal, id);
  const until = oldEnds === 'now' ? {} : { oldTokenUntil: new Date(now.getTime() + overlapMs).toISOString() };
  const made = { tokenHash, tokenSealed, tokenMadeAt: now.toISOString(), ...until };
  const outcome = await deps.workspaces.replaceToken({ userId, id }, made);
  if (outcome === 'notFound') throw new Refusal('workspace.notFound');
  return { workspaceToken: token, ...until };
}
