import type { Holder, LinkRequest, LinkResult } from '#functions/alexa/link-amazon-account.ts';
import type { MovedAccountStore } from '#functions/data/alexa/moved-account-store.ts';
import type { SignInState } from '#functions/data/people/sign-in-state-store.ts';
import { Refusal } from '#shared/refusals.ts';

import { amazonAccount, type AmazonAccountDeps } from './amazon-account.ts';
import { codeFrom, type Callback } from './attempt.ts';
import { connectAfterLink } from './connect/connect-after-link.ts';
import type { ConnectDeps } from './connect/connect-deps.ts';
import { pageAddress } from './pages.ts';

export type FinishLinkDeps = AmazonAccountDeps &
  ConnectDeps & {
    linkAccount(request: LinkRequest): Promise<LinkResult>;
    /** Moves the account from the link that holds it. */
    moveAccount(request: LinkRequest, from: Holder): Promise<LinkResult>;
    moved: Pick<MovedAccountStore, 'offer'>;
  };

type Attempt = Pick<SignInState, 'codeVerifier' | 'loginHint'> & { link: NonNullable<SignInState['link']> };

/** Reads only the code from the query. Everything else comes from the stored attempt. */
export async function finishAmazonLink(
  deps: FinishLinkDeps,
  { codeVerifier, link, loginHint }: Attempt,
  { query, cookies, setCookie }: Callback,
): Promise<string> {
  // Another user may have signed in since the redirect to Amazon.
  const person = await deps.findPerson(cookies);
  if (person?.sessionIdHash !== link.sessionIdHash) throw new Refusal('auth.stateInvalid');
  const { userId: amazonUserId, name, email } = await amazonAccount(deps, { code: codeFrom(query), codeVerifier });
  const { userId, workspaceId, sessionIdHash, move } = link;
  if (move && move.amazonUserId !== amazonUserId) throw new Refusal('amazon.otherAccountChosen');
  const request = { userId, workspaceId, account: { amazonUserId, name, email } };
  const result = await (move ? deps.moveAccount(request, move) : deps.linkAccount(request));
  if (isLinked(result)) {
    return connectAfterLink(deps, { ...result, amazonUserId, link, loginHint }, { setCookie });
  }
  if (result.outcome === 'accountInUse') {
    await deps.moved.offer(workspaceId, { sessionIdHash, amazonUserId, holder: result.holder });
  }
  return pageAddress(deps.appUrl, '/amazon-auth', { ...pageQuery(result), id: String(workspaceId) });
}

const refusals = {
  otherAccountLinked: 'amazon.otherAccountLinked',
  workspaceNotFound: 'workspace.notFound',
  workspaceInactive: 'workspace.inactive',
} as const;

type Linked = { outcome: 'linked' | 'renewed' };

const isLinked = (result: LinkResult): result is LinkResult & Linked =>
  result.outcome === 'linked' || result.outcome === 'renewed';

function pageQuery(result: Exclude<LinkResult, Linked>): Record<string, string> {
  if (result.outcome !== 'accountInUse') throw new Refusal(refusals[result.outcome]);
  const { isCurrentUserWorkspace, workspaceName } = result;
  return {
    error: 'amazonAuth.accountInUseModal.title',
    isCurrentUserWorkspace: String(isCurrentUserWorkspace),
    ...(workspaceName !== undefined && { workspaceName }),
  };
}
