import type { LinkResult } from '#functions/alexa/link-amazon-account.ts';
import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import type { Person } from '#functions/platform/http/request-context.ts';
import { Refusal } from '#shared/refusals.ts';

import { amazonAccount, type AmazonAccountDeps } from './amazon-account.ts';
import { codeFrom, type Callback } from './attempt.ts';
import { pageAddress } from './pages.ts';

export type FinishLinkDeps = AmazonAccountDeps & {
  findPerson(cookies: readonly string[] | undefined): Promise<Person | undefined>;
  linkAccount(request: {
    userId: string;
    workspaceId: number;
    account: { amazonUserId: string; name: string; email: string };
  }): Promise<LinkResult>;
};

type Attempt = Pick<SignInState, 'codeVerifier'> & { link: NonNullable<SignInState['link']> };

/** All but the code comes from our own record of the attempt. */
export async function finishAmazonLink(
  deps: FinishLinkDeps,
  { codeVerifier, link }: Attempt,
  { query, cookies }: Callback,
): Promise<string> {
  // Someone else may have signed in meanwhile.
  const person = await deps.findPerson(cookies);
  if (person?.sessionIdHash !== link.sessionIdHash) throw new Refusal('auth.stateInvalid');
  const { userId: amazonUserId, name, email } = await amazonAccount(deps, { code: codeFrom(query), codeVerifier });
  const { userId, workspaceId } = link;
  const result = await deps.linkAccount({ userId, workspaceId, account: { amazonUserId, name, email } });
  return pageAddress(deps.appUrl, '/amazon-auth', pageQuery(result));
}

const refusals = {
  otherAccountLinked: 'amazon.otherAccountLinked',
  workspaceNotFound: 'workspace.notFound',
  workspaceInactive: 'workspace.inactive',
} as const;

function pageQuery(result: LinkResult): Record<string, string> {
  if (result.outcome === 'linked' || result.outcome === 'renewed') return { success: 'true' };
  if (result.outcome !== 'accountInUse') throw new Refusal(refusals[result.outcome]);
  const { isCurrentUserWorkspace, workspaceName } = result;
  return {
    error: 'amazonAuth.accountInUseModal.title',
    isCurrentUserWorkspace: String(isCurrentUserWorkspace),
    ...(workspaceName !== undefined && { workspaceName }),
  };
}
