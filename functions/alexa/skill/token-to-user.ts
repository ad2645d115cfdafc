import type { LwaTokenStore } from '#functions/data/alexa/lwa-token-store.ts';
import { boundedCache } from '#functions/platform/bounded-cache.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { Log } from '#functions/platform/log.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import type { AmazonLogin } from '#functions/providers/amazon-login.ts';

export type TokenToUserDeps = {
  known: LwaTokenStore;
  login: Pick<AmazonLogin, 'tokenInfo' | 'profile'>;
  /** The client of the skill's account linking; undefined while it is not set up. */
  client: () => Promise<ClientSecret | undefined>;
  log: Log;
  now: () => Date;
};

export type TokenUser =
  | {
      outcome: 'user';
      amazonUserId: string;
      /** Ends once the user is stored, after half a second at most, and never rejects. Callers await it before they answer. */
      storing?: Promise<void>;
    }
  | {
      outcome:
        /** Amazon itself refused the token. */
        | 'refused'
        | 'unavailable'
        /** The token belongs to another application, or our client id is wrong. The link is kept. */
        | 'foreign';
    };

export type TokenToUser = (token: string) => Promise<TokenUser>;

const callMs = 2_000;
/** Storing may delay an answer by this much. It starts before the rest of the work, which usually takes longer. */
const storeMs = 500;
/** Tokens live for an hour, so cached users expire before that. */
const lifeMs = 50 * 60_000;

/** https://developer.amazon.com/docs/login-with-amazon/obtain-customer-profile.html */
export function createTokenToUser(deps: TokenToUserDeps): TokenToUser {
  const memory = boundedCache<string>(deps.now);
  const remember = (hash: string, amazonUserId: string, expiresAt: Date) => {
    memory.set(hash, amazonUserId, expiresAt.getTime());
    return { outcome: 'user', amazonUserId } as const;
  };

  return async (token) => {
    const hash = hashOf(token);
    const near = memory.get(hash);
    if (near !== undefined) return { outcome: 'user', amazonUserId: near };
    const stored = await deps.known.find(hash);
    if (stored) return remember(hash, stored.amazonUserId, stored.expiresAt);

    const asked = await askAmazon(deps, token);
    if (asked.outcome !== 'user') return asked;
    const until = new Date(deps.now().getTime() + lifeMs);
    const storing = storeUser(deps, hash, asked.amazonUserId, until);
    return { ...remember(hash, asked.amazonUserId, until), storing };
  };
}

async function storeUser(
  { known, log }: TokenToUserDeps,
  hash: string,
  amazonUserId: string,
  until: Date,
): Promise<void> {
  const storing = known.keep(hash, amazonUserId, until).catch((cause: unknown) => log('skill.userNotKept', {}, cause));
  await withTimeout(storeMs, storing, () => log('skill.userNotKept', { reason: 'tooLate' }));
}

async function askAmazon({ client, login, log }: TokenToUserDeps, token: string): Promise<TokenUser> {
  const logMisconfigured = (reason: string): TokenUser => {
    log('gateway.misconfigured', { reason, secret: 'amazon' });
    return { outcome: 'unavailable' };
  };
  const ours = await client();
  if (!ours) return logMisconfigured('notConfigured');
  // In parallel, because each takes about 120 ms. The profile counts only for our client's token; `tokeninfo` alone omits
  // the user id under some scopes.
  const [info, profile] = await Promise.all([login.tokenInfo(token, callMs), login.profile(token, callMs)]);
  if (info.outcome === 'misconfigured') return logMisconfigured('invalidClient');
  if (info.outcome !== 'token') return { outcome: info.outcome === 'tokenRefused' ? 'refused' : 'unavailable' };
  if (info.aud !== ours.clientId) {
    log('skill.foreignToken');
    return { outcome: 'foreign' };
  }
  if (profile.outcome === 'misconfigured') return logMisconfigured('invalidClient');
  if (profile.outcome === 'profile') return { outcome: 'user', amazonUserId: profile.userId };
  return { outcome: profile.outcome === 'tokenRefused' ? 'refused' : 'unavailable' };
}
