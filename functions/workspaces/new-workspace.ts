import { workspacePartition } from '#functions/data/keys.ts';
import type { NewWorkspace } from '#functions/data/workspaces/workspace-writes.ts';
import { hashOf, newToken } from '#functions/platform/hashes.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';

type Deps = { newId: () => number; now: () => Date; seal: Pick<Seal, 'seal'> };

export type MakeWorkspace = (
  wished: Pick<NewWorkspace, 'userId' | 'name' | 'defaultWorkspace' | 'timeZone'>,
) => Promise<NewWorkspace>;

/** Creates a workspace without storing it. Its id may already be taken. */
export async function newWorkspace(deps: Deps, wished: Parameters<MakeWorkspace>[0]): Promise<NewWorkspace> {
  const id = deps.newId();
  const { tokenHash, tokenSealed } = await newWebhookToken(deps.seal, id);
  return { ...wished, id, createdAt: deps.now().toISOString(), tokenHash, tokenSealed };
}

/** Returns the token to show, its hash to compare, and the sealed token to show it again. */
export async function newWebhookToken(
  seal: Pick<Seal, 'seal'>,
  workspaceId: number,
): Promise<{ token: string; tokenHash: string; tokenSealed: string }> {
  const token = newToken();
  const tokenSealed = await seal.seal(token, workspacePartition(workspaceId));
  return { token, tokenHash: hashOf(token), tokenSealed };
}
