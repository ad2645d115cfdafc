import { workspacePartition } from '#functions/data/keys.ts';
import type { NewWorkspace } from '#functions/data/workspaces/workspace-writes.ts';
import { hashOf, newToken } from '#functions/platform/hashes.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';

type Deps = { newId: () => number; now: () => Date; seal: Pick<Seal, 'seal'> };

export type MakeWorkspace = (
  wished: Pick<NewWorkspace, 'userId' | 'name' | 'defaultWorkspace' | 'timeZone'>,
) => Promise<NewWorkspace>;

/** Not stored yet; its id is probably free. */
export async function newWorkspace(deps: Deps, wished: Parameters<MakeWorkspace>[0]): Promise<NewWorkspace> {
  const id = deps.newId();
  const { tokenHash, tokenSealed } = await newWebhookToken(deps.seal, id);
  return { ...wished, id, createdAt: deps.now().toISOString(), tokenHash, tokenSealed };
}

/** The token to show, its hash to compare, sealed to show again. */
export async function newWebhookToken(
  seal: Pick<Seal, 'seal'>,
  workspaceId: number,
): Promise<{ token: string; tokenHash: string; tokenSealed: string }> {
  const token = newToken();
  const tokenSealed = await seal.seal(token, workspacePartition(workspaceId));
  return { token, tokenHash: hashOf(token), tokenSealed };
}
