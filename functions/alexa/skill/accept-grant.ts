import type { AmazonLinkStore, LinkItem } from '#functions/data/alexa/amazon-link-store.ts';
import type { ConnectingStore } from '#functions/data/alexa/connecting-store.ts';
import type { EnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import { tokenOwner, type GatewayRegion } from '#functions/data/items/grant-item.ts';
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
  connecting: Pick<ConnectingStore, 'find' | 'end'>;
  enablingRefused: Pick<EnablingRefusedStore, 'succeeded'>;
  region: GatewayRegion;
  log: Log;
  now: () => Date;
};

export type Accepted = 'attached' | 'detached';
export type NotAccepted = OurFault | 'tokenRefused' | 'codeRefused' | 'unavailable';
type OurFault = 'notConfigured' | 'invalidClient' | 'misconfigured';

const exchangeMs = 3_000;
/** With less time left than this, the code is not exchanged, because it works only once. */
const minExchangeMs = 1_000;
const storeMs = 1_000;
/** Storing ends this long before the deadline, so that the response contains the result. */
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
  const exchange = deadline.reserve(storeMs);
  const asking = Promise.all([deps.tokenToUser(granteeToken), deps.messagingClient()]);
  const [user, client] = await exchange.reserve(minExchangeMs).within<Awaited<typeof asking> | []>(asking, () => []);
  if (!user || user.outcome === 'unavailable') return 'unavailable';
  if (user.outcome !== 'user') return 'tokenRefused';
  await user.storing;
  if (!client) return logMisconfigured(deps, 'notConfigured');

  if (exchange.left() < minExchangeMs) return 'unavailable';
  const tokens = await deps.login.exchangeCode({ code, client, timeoutMs: Math.min(exchangeMs, exchange.left()) });
  if (tokens.outcome === 'invalidClient' || tokens.outcome === 'misconfigured') {
    return logMisconfigured(deps, tokens.outcome);
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
  const { outcome, link } = await end.within<Stored>(store(deps, grant, end), () => ({ outcome: 'unavailable' }));
  if (link) await end.within<void>(endConnecting(deps, link), () => undefined);
  return outcome;
}

function logMisconfigured({ log }: AcceptGrantDeps, reason: OurFault): OurFault {
  log('gateway.misconfigured', { reason, secret: 'alexa' });
  return reason;
}

type Stored = {
  outcome: Accepted | NotAccepted;
  /** The link to which the grant is attached. */
  link?: LinkItem;
};
type Grant = Omit<Parameters<GrantStore['accept']>[0], 'workspaceId'>;

/** The account may be linked or unlinked concurrently. The grant follows the link. */
const store = ({ links, grants }: AcceptGrantDeps, grant: Grant, end: Deadline): Promise<Stored> =>
  retryOnConflict<Stored, Stored>({ exhausted: () => ({ outcome: 'unavailable' }) }, async () => {
    if (end.isOver()) return { outcome: 'unavailable' };
    const link = await links.find(grant.amazonUserId);
    const stored = await grants.accept({ ...grant, workspaceId: link?.workspaceId });
    if (stored !== 'accepted') return 'conflict';
    return link ? { outcome: 'attached', link } : { outcome: 'detached' };
  });

/**
 * A grant that our site awaited proves that Alexa lets us enable the skill, even if its response was `ENABLING` or got
 * lost. A grant that was not awaited came from the Alexa app and proves nothing.
 */
async function endConnecting(
  { connecting, enablingRefused, log }: AcceptGrantDeps,
  { workspaceId, link, amazonUserId }: LinkItem,
): Promise<void> {
  try {
    const flow = await connecting.find(workspaceId);
    const isAwaited = flow?.step === 'grant' && flow.problem === undefined;
    if (!isAwaited || flow.link !== link || flow.amazonUserId !== amazonUserId) return;
    await enablingRefused.succeeded();
    // Without a flow, the next grant proves nothing.
    await connecting.end(flow);
  } catch (cause) {
    log('enablement.notNoted', { workspaceId }, cause);
  }
}
