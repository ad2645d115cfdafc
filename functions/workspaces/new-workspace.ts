import { workspacePartition } from '#functions/data/keys.ts';
import type { NewWorkspace } from '#functions/data/workspaces/workspace-writes.ts';
import { hashOf, newToken } from '#functions/platform/hashes.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';

type Deps = { newId: () => number; now: () => Date; seal: Pick<Seal, 'seal'> };

export type MakeWorkspace = (
  wished: Pick<NewWorkspace, 'userId' | 'name' | 'defaultWorkspace' | 'timeZone'>,
) => Promise<NewWorkspace>;

/** Builds a workspace but does not store it. Its random id may already be taken. */
export async function newWorkspace(deps: Deps, wished: Parameters<MakeWorkspace>[0]): Promise<NewWorkspace> {
  const id = deps.newId();
  const { tokenHash, tokenSealed } = await newWebhookToken(deps.seal, id);
  return { ...wished, id, createdAt: deps.now().toISOString(), tokenHash, tokenSealed };
}

/** Returns the token, its hash for authentication, and the sealed token for showing it again later. */
export async function newWebhookToken(
  seal: Pick<Seal, 'seal'>,
  workspaceId: number,
): Promise<{ token: string; tokenHash: string; tokenSealed: string }> {
  const token = newToken();
  const tokenSealed = await seal.seal(token, workspacePartition(workspaceId));
  return { token, tokenHash: hashOf(token), tokenSealed };
}
