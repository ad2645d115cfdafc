import type { Person } from '#functions/platform/http/request-context.ts';
import { idText } from '#shared/contracts/fields.ts';
import { Refusal } from '#shared/refusals.ts';

import { beginAtAmazon, type BeginDeps, type SignInRedirect } from './begin-sign-in.ts';

type Deps = BeginDeps & {
  workspaces: { find(workspaceId: number): Promise<{ userId: string; status: 'ATIVO' | 'INATIVO' } | undefined> };
};

export async function beginAmazonLink(
  deps: Deps,
  person: Person,
  wish: { workspace: string; loginHint?: string | undefined },
): Promise<SignInRedirect> {
  const workspaceId = idText.safeParse(wish.workspace).data;
  const workspace = workspaceId === undefined ? undefined : await deps.workspaces.find(workspaceId);
  if (workspaceId === undefined || workspace?.userId !== person.userId) throw new Refusal('workspace.notFound');
  if (workspace.status !== 'ATIVO') throw new Refusal('workspace.inactive');
  const { userId, sessionIdHash } = person;
  return beginAtAmazon(deps, { loginHint: wish.loginHint }, { userId, sessionIdHash, workspaceId });
}
