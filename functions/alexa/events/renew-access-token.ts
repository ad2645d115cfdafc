import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import type { GrantEnding, Renewed, TokenStore } from '#functions/data/alexa/token-store.ts';
import { tokenOwner, type AccessItem, type GrantItem, type Revocation } from '#functions/data/items/grant-item.ts';
import type { TokenHolder } from '#functions/data/keys.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import type { ClientSecret } from '#functions/platform/secrets/secrets.ts';
import { deadlineAt, type Deadline } from '#functions/platform/time/deadline.ts';
import { withTimeout } from '#functions/platform/time/with-timeout.ts';
import type { AmazonLogin } from '#functions/providers/amazon-login.ts';

export type RenewDeps = {
  tokens: Pick<TokenStore, 'findAccess' | 'takeLock' | 'releaseLock' | 'complete' | 'revoke'>;
  grants: Pick<GrantStore, 'findGrant'>;
  seal: Pick<Seal, 'open' | 'seal'>;
  login: Pick<AmazonLogin, 'refresh'>;
  /** Undefined while the client is not set up. */
  client: () => Promise<ClientSecret | undefined>;
  log: Log;
  now: () => Date;
  newId: () => string;
  pause: (ms: number) => Promise<void>;
};

export type Renewal =
  | {
      outcome: 'usable';
      access: AccessItem;
      /** The plain token, if it was issued just now. */
      token?: string;
    }
  | { outcome: 'revoked' }
  /** The grant does not exist. */
  | { outcome: 'gone' }
  /** An outage or our misconfiguration. The grant is kept. */
  | { outcome: 'unavailable' };

export type Limits = {
  deadline: Deadline;
  /** How long Amazon's token endpoint may take. */
  refreshMs: number;
  /** Amazon has refused the stored token, so it cannot be the fallback. */
  refused: boolean;
  limitMs?: number;
  /** The reason to store if the refresh token is refused. */
  as?: Revocation;
  /** False if the page that the owner has open shows the end of the grant. */
  notifiesOwner?: boolean;
};

/** Time limits of functions in ms, as `infra/functions.ts` sets them. */
export const limitsMs = { person: 10_000, signIn: 25_000, background: 60_000 } as const;

/** The lock expires this long after its function's timeout, so that only a crashed holder loses it. */
const lockMarginMs = 5_000;
const firstPollMs = 75;
const maxPollMs = 1_000;
/** A process that waits for another one's renewal reserves this time for sending. */
const sendReserveMs = 1_000;

/**
 * Renews the token in one process at a time. Other processes wait for its result.
 * https://developer.amazon.com/docs/login-with-amazon/refresh-token.html
 */
export async function renewAccessToken(
  deps: RenewDeps,
  holder: TokenHolder,
  seen: AccessItem,
  limits: Limits,
): Promise<Renewal> {
  const { limitMs = limitsMs.person } = limits;
  const lock = { id: deps.newId(), until: deps.now().getTime() + limitMs + lockMarginMs };
  // Concurrent, because usually the token has expired and both are needed.
  const [found, grant] = await Promise.all([
    deps.tokens.takeLock(holder, seen.version, lock),
    deps.grants.findGrant(seen.amazonUserId),
  ]);
  if (found.outcome === 'gone') return { outcome: 'gone' };
  if (found.outcome === 'moved') return renewalFromStored(found.access);
  return found.outcome === 'taken'
    ? refresh(deps, holder, seen, { lock, grant }, limits)
    : waitForOther(deps, holder, seen, limits);
}

const renewalFromStored = (access: AccessItem): Renewal =>
  access.state === 'revoked' ? { outcome: 'revoked' } : { outcome: 'usable', access };

/** Returns the stored token if it is still valid and Amazon has not just refused it. */
const fallBackToSeen = (deps: RenewDeps, seen: AccessItem, { refused }: Limits): Renewal =>
  !refused && Date.parse(seen.tokenExpiresAt) > deps.now().getTime()
    ? { outcome: 'usable', access: seen }
    : { outcome: 'unavailable' };

async function waitForOther(deps: RenewDeps, holder: TokenHolder, seen: AccessItem, limits: Limits): Promise<Renewal> {
  const deadline = limits.deadline.reserve(sendReserveMs);
  for (let poll = firstPollMs; !deadline.isOver(); poll = Math.min(poll * 1.5, maxPollMs)) {
    await deps.pause(Math.min(poll, deadline.left()));
    const access = await deps.tokens.findAccess(holder);
    if (!access) return { outcome: 'gone' };
    if (access.version !== seen.version || access.state === 'revoked') return renewalFromStored(access);
    if (!access.lock) break;
    if (access.lock.until <= deps.now().getTime()) return renewAccessToken(deps, holder, seen, limits);
  }
  return fallBackToSeen(deps, seen, limits);
}

type LockedGrant = { lock: { id: string; until: number }; grant: GrantItem | undefined };

async function refresh(
  deps: RenewDeps,
  holder: TokenHolder,
  seen: AccessItem,
  turn: LockedGrant,
  limits: Limits,
): Promise<Renewal> {
  try {
    const renewal = await refreshAndStore(deps, holder, seen, turn, limits);
    if (renewal.outcome !== 'unavailable') return renewal;
  } catch (cause) {
    deps.log('gateway.tokenNotRenewed', { reason: 'failed' }, cause);
  }
  await deps.tokens.releaseLock(holder, seen.version, turn.lock.id).catch(() => undefined);
  return fallBackToSeen(deps, seen, limits);
}

async function refreshAndStore(
  deps: RenewDeps,
  holder: TokenHolder,
  seen: AccessItem,
  { lock, grant }: LockedGrant,
  { deadline, refreshMs, as, notifiesOwner }: Limits,
): Promise<Renewal> {
  const owner = tokenOwner(seen.amazonUserId);
  if (!grant) return { outcome: 'gone' };
  // All calls must end before another process may take the lock.
  const lockEnd = deadlineAt(deps.now, lock.until);
  const timeLeft = (): number => Math.min(deadline.left(), lockEnd.left());
  const inputs = Promise.all([deps.client(), deps.seal.open(grant.sealedRefresh, owner)]);
  const [client, refreshToken] = await withTimeout<Awaited<typeof inputs> | []>(timeLeft(), inputs, () => []);
  const timeoutMs = Math.min(refreshMs, timeLeft());
  if (timeoutMs <= 0 || refreshToken === undefined) return { outcome: 'unavailable' };
  if (!client) return logNotRenewed(deps, 'notConfigured');
  const answer = await deps.login.refresh({ refreshToken, client, timeoutMs });
  if (answer.outcome === 'invalidGrant')
    return revoke(deps, holder, seen, { grantVersion: grant.version, as, notifiesOwner });
  if (answer.outcome !== 'tokens') return logNotRenewed(deps, answer.outcome);

  const renewed: Renewed = {
    lockId: lock.id,
    sealedAccess: await deps.seal.seal(answer.accessToken, owner),
    tokenExpiresAt: new Date(deps.now().getTime() + answer.expiresInSeconds * 1000),
  };
  if (answer.refreshToken !== undefined && answer.refreshToken !== refreshToken) {
    renewed.rotated = { sealedRefresh: await deps.seal.seal(answer.refreshToken, owner), from: grant };
  }
  const completing = deps.tokens.complete(holder, seen.version, renewed);
  const completion = await lockEnd.within(completing, () => 'tooLate' as const);
  if (completion === 'tooLate') return logNotRenewed(deps, 'tooLate');
  if (completion === 'overtaken') return readAgain(deps, holder, seen);
  const access: AccessItem = {
    ...seen,
    sealed: renewed.sealedAccess,
    tokenExpiresAt: renewed.tokenExpiresAt.toISOString(),
    version: seen.version + 1,
    lock: undefined,
  };
  return { outcome: 'usable', access, token: answer.accessToken };
}

/** Revokes the grant only if the stored version is still the one that Amazon refused. */
async function revoke(deps: RenewDeps, holder: TokenHolder, seen: AccessItem, ending: GrantEnding): Promise<Renewal> {
  const result = await deps.tokens.revoke(holder, seen, ending);
  if (result === 'overtaken') return readAgain(deps, holder, seen);
  deps.log('gateway.grantRevoked', { reason: 'invalidGrant' });
  return { outcome: 'revoked' };
}

async function readAgain(deps: RenewDeps, holder: TokenHolder, seen: AccessItem): Promise<Renewal> {
  const access = await deps.tokens.findAccess(holder);
  if (!access) return { outcome: 'gone' };
  return access.version === seen.version && access.state === 'valid'
    ? { outcome: 'unavailable' }
    : renewalFromStored(access);
}

function logNotRenewed(
  deps: RenewDeps,
  reason: 'notConfigured' | 'invalidClient' | 'misconfigured' | 'unavailable' | 'tooLate',
): Renewal {
  const isTransient = reason === 'unavailable' || reason === 'tooLate';
  deps.log(isTransient ? 'gateway.tokenNotRenewed' : 'gateway.misconfigured', { reason });
  return { outcome: 'unavailable' };
}
