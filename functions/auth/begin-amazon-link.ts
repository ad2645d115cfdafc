import type { MovedAccountStore } from '#functions/data/alexa/moved-account-store.ts';
import { sameText } from '#functions/platform/hashes.ts';
import { pageToken } from '#functions/platform/http/page-token.ts';
import type { Person } from '#functions/platform/http/request-context.ts';
import { idText } from '#shared/contracts/fields.ts';
import { Refusal } from '#shared/refusals.ts';

import { beginAtAmazon, type BeginDeps, type SignInRedirect } from './begin-sign-in.ts';

type Deps = BeginDeps & {
  moved: Pick<MovedAccountStore, 'findOffer'>;
  workspaces: { find(workspaceId: number): Promise<{ userId: string; status: 'ATIVO' | 'INATIVO' } | undefined> };
};

/** `reset` and `move` contain page tokens, and `site` contains the `sec-fetch-site` header. */
type LinkQuery = { workspace: string } & { [Each in 'reset' | 'move' | 'loginHint' | 'site']?: string | undefined };

/**
 * A reset or a move ends something, so it needs the page token of this session. Throws `request.pageOutdated` for a
 * page of an earlier session, and `request.foreignOrigin` for a link on another site if the browser reports it.
 */
export async function beginAmazonLink(deps: Deps, person: Person, query: LinkQuery): Promise<SignInRedirect> {
  const workspaceId = idText.safeParse(query.workspace).data;
  const workspace = workspaceId === undefined ? undefined : await deps.workspaces.find(workspaceId);
  if (workspaceId === undefined || workspace?.userId !== person.userId) throw new Refusal('workspace.notFound');
  if (workspace.status !== 'ATIVO') throw new Refusal('workspace.inactive');
  const token = pageToken(person, workspaceId);
  const isOther = (shown = token): boolean => !sameText(shown, token);
  if (isOther(query.reset) || isOther(query.move))
    throw new Refusal(query.site === 'cross-site' ? 'request.foreignOrigin' : 'request.pageOutdated');
  const { userId, sessionIdHash } = person;
  // A move is an ordinary link unless we have reported the account as in use before.
  const offer = query.move ? await deps.moved.findOffer(workspaceId) : undefined;
  const isTheirs = offer && sameText(offer.sessionIdHash, sessionIdHash);
  const link = {
    userId,
    sessionIdHash,
    workspaceId,
    ...(query.reset && { reset: true as const }),
    ...(offer && isTheirs && { move: { amazonUserId: offer.amazonUserId, ...offer.holder } }),
  };
  return beginAtAmazon(deps, { loginHint: query.loginHint }, link);
}
