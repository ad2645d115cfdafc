import type { AmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { tokenOwner, type GatewayRegion } from '#functions/data/alexa/grant-item.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { AmazonLogin } from '#functions/providers/amazon-login.ts';

import type { TokenToUser } from './token-to-user.ts';

export type AcceptGrantDeps = {
  tokenToUser: TokenToUser;
  /** The skill messaging client ("Send Alexa Events"), not the one of the web app. */
  messagingClient: () => Promise<ClientSecret | undefined>;
  login: Pick<AmazonLogin, 'exchangeCode'>;
  seal: Pick<Seal, 'seal'>;
  links: Pick<AmazonLinkStore, 'find'>;
  grants: Pick<GrantStore, 'accept'>;
  region: GatewayRegion;
  log: Log;
  now: () => Date;
};

export type Accepted = 'attached' | 'detached';
export type NotAccepted = OurFault | 'tokenRefused' | 'codeRefused' | 'unavailable';
type OurFault = 'notConfigured' | 'invalidClient' | 'misconfigured';

const exchangeMs = 3_000;
/** With less time than this to exchange and to store, the code is not spent. */
const minExchangeMs = 1_000;
const keepMs = 1_000;
/** Storing ends this long before the deadline, so that the answer says what came of it. */
const answerMs = 100;

/**
 * Asks for the user first, because the code works only once.
 * https://developer.amazon.com/docs/device-apis/alexa-authorization.html
 */
export async function acceptGrant(
  deps: AcceptGrantDeps,
  { granteeToken, code }: { granteeToken: string; code: string },
  deadline: Deadline,
): Promise<Accepted | NotAccepted> {
  const exchange = deadline.reserve(keepMs);
  const asking = Promise.all([deps.tokenToUser(granteeToken), deps.messagingClient()]);
  const [user, client] = await exchange.reserve(minExchangeMs).within<Awaited<typeof asking> | []>(asking, () => []);
  if (!user || user.outcome === 'unavailable') return 'unavailable';
  if (user.outcome !== 'user') return 'tokenRefused';
  if (!client) return misconfigured(deps, 'notConfigured');

  if (exchange.left() < minExchangeMs) return 'unavailable';
  const tokens = await deps.login.exchangeCode({ code, client, timeoutMs: Math.min(exchangeMs, exchange.left()) });
  if (tokens.outcome === 'invalidClient' || tokens.outcome === 'misconfigured') {
    return misconfigured(deps, tokens.outcome);
  }
  if (tokens.outcome !== 'tokens') return tokens.outcome === 'invalidGrant' ? 'codeRefused' : 'unavailable';
  if (tokens.refreshToken === undefined) return 'codeRefused';
  const tokenExpiresAt = new Date(deps.now().getTime() + tokens.expiresInSeconds * 1000);
  const owner = tokenOwner(user.amazonUserId);
  const [sealedAccess, sealedRefresh] = await Promise.all([
    deps.seal.seal(tokens.accessToken, owner),
    deps.seal.seal(tokens.refreshToken, owner),
  ]);
  const grant = { amazonUserId: user.amazonUserId, sealedAccess, sealedRefresh, tokenExpiresAt, region: deps.region };
  const end = deadline.reserve(answerMs);
  return end.within<Accepted | NotAccepted>(store(deps, grant, end), () => 'unavailable');
}

function misconfigured({ log }: AcceptGrantDeps, reason: OurFault): OurFault {
  log('gateway.misconfigured', { reason, secret: 'alexa' });
  return reason;
}

type Grant = Omit<Parameters<GrantStore['accept']>[0], 'workspaceId'>;

/** The account may be linked or unlinked at this moment; the grant follows the link. */
const store = ({ links, grants }: AcceptGrantDeps, grant: Grant, end: Deadline): Promise<Accepted | NotAccepted> =>
  retryOnConflict<Accepted | NotAccepted, 'unavailable'>({ tries: 5, exhausted: () => 'unavailable' }, async () => {
    if (end.isOver()) return 'unavailable';
    const link = await links.find(grant.amazonUserId);
    const stored = await grants.accept({ ...grant, workspaceId: link?.workspaceId });
    if (stored !== 'accepted') return 'conflict';
    return link ? 'attached' : 'detached';
  });
