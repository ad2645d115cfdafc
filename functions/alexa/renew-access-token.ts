import { tokenOwner, type AccessItem, type GrantItem } from '#functions/data/grant-item.ts';
import type { GrantStore } from '#functions/data/grant-store.ts';
import type { TokenHolder } from '#functions/data/keys.ts';
import type { Renewed, TokenStore } from '#functions/data/token-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { Seal } from '#functions/platform/seal.ts';
import type { ClientSecret } from '#functions/platform/secrets.ts';
import type { AmazonLogin } from '#functions/providers/amazon-login.ts';

export type RenewDeps = {
  tokens: Pick<TokenStore, 'findAccess' | 'takeLock' | 'releaseLock' | 'complete' | 'revoke'>;
  grants: Pick<GrantStore, 'findGrant'>;
  seal: Pick<Seal, 'open' | 'seal'>;
  login: Pick<AmazonLogin, 'refresh'>;
  /** The skill messaging client; undefined while it is not set up. */
  client: () => Promise<ClientSecret | undefined>;
  log: Log;
  now: () => Date;
  newId: () => string;
  pause: (ms: number) => Promise<void>;
};

/**
 * `usable`: a token to send with; `token` is there when it was just made. `revoked`: the person took the grant back.
 * `gone`: no grant lies here. `unavailable`: weather, or our own set-up; the grant is as it was.
 */
export type Renewal =
  | { outcome: 'usable'; access: AccessItem; token?: string }
  | { outcome: 'revoked' }
  | { outcome: 'gone' }
  | { outcome: 'unavailable' };

export type Limits = {
  /** When the answer is no longer wanted, ms since 1970. */
  deadline: number;
  /** How long Amazon's token address may take. */
  refreshMs: number;
  /** Amazon refused the token that was seen, so it is no way out. */
  refused: boolean;
};

/** The lock outlives the renewal by this much, so that only a dead holder is overtaken. */
const lockMarginMs = 5_000;
const pollMs = 75;
/** Whoever waits for somebody else's renewal keeps this much time to send. */
const sendReserveMs = 1_000;

/**
 * A newer access token than the one `seen`. One process renews, the others wait for what it writes.
 * https://developer.amazon.com/docs/login-with-amazon/refresh-token.html
 */
export async function renewAccessToken(
  deps: RenewDeps,
  holder: TokenHolder,
  seen: AccessItem,
  limits: Limits,
): Promise<Renewal> {
  const lock = { id: deps.newId(), until: deps.now().getTime() + limits.refreshMs + lockMarginMs };
  // Both at once, for an expired token is the usual case at home: whoever gets the lock has the grant already.
  const [found, grant] = await Promise.all([
    deps.tokens.takeLock(holder, seen.version, lock),
    deps.grants.findGrant(seen.amazonUserId),
  ]);
  if (found.outcome === 'gone') return { outcome: 'gone' };
  if (found.outcome === 'moved') return asFound(found.access);
  return found.outcome === 'taken'
    ? refresh(deps, holder, seen, { lockId: lock.id, grant }, limits)
    : waitForOther(deps, holder, seen, limits);
}

const asFound = (access: AccessItem): Renewal =>
  access.state === 'revoked' ? { outcome: 'revoked' } : { outcome: 'usable', access };

/** Weather: the token that was seen still serves while it lives, unless Amazon has just refused it. */
const orOld = (deps: RenewDeps, seen: AccessItem, { refused }: Limits): Renewal =>
  !refused && Date.parse(seen.tokenExpiresAt) > deps.now().getTime()
    ? { outcome: 'usable', access: seen }
    : { outcome: 'unavailable' };

async function waitForOther(deps: RenewDeps, holder: TokenHolder, seen: AccessItem, limits: Limits): Promise<Renewal> {
  while (deps.now().getTime() + pollMs < limits.deadline - sendReserveMs) {
    await deps.pause(pollMs);
    const access = await deps.tokens.findAccess(holder);
    if (!access) return { outcome: 'gone' };
    if (access.version !== seen.version || access.state === 'revoked') return asFound(access);
    if (!access.lock) break;
    if (access.lock.until <= deps.now().getTime()) return renewAccessToken(deps, holder, seen, limits);
  }
  return orOld(deps, seen, limits);
}

/** The right to renew, and what to renew with. */
type Turn = { lockId: string; grant: GrantItem | undefined };

async function refresh(
  deps: RenewDeps,
  holder: TokenHolder,
  seen: AccessItem,
  turn: Turn,
  limits: Limits,
): Promise<Renewal> {
  try {
    const renewal = await refreshed(deps, holder, seen, turn, limits);
    if (renewal.outcome !== 'unavailable') return renewal;
  } catch (cause) {
    deps.log('gateway.tokenNotRenewed', { reason: 'failed' }, cause);
  }
  await deps.tokens.releaseLock(holder, seen.version, turn.lockId).catch(() => undefined);
  return orOld(deps, seen, limits);
}

async function refreshed(
  deps: RenewDeps,
  holder: TokenHolder,
  seen: AccessItem,
  { lockId, grant }: Turn,
  { deadline, refreshMs }: Limits,
): Promise<Renewal> {
  const owner = tokenOwner(seen.amazonUserId);
  if (!grant) return { outcome: 'gone' };
  const client = await deps.client();
  if (!client) return notRenewed(deps, 'notConfigured');

  const refreshToken = await deps.seal.open(grant.sealedRefresh, owner);
  const timeoutMs = Math.min(refreshMs, deadline - deps.now().getTime());
  if (timeoutMs <= 0) return { outcome: 'unavailable' };
  const answer = await deps.login.refresh({ refreshToken, client, timeoutMs });
  if (answer.outcome === 'invalidGrant') return revoke(deps, holder, seen, grant.version);
  if (answer.outcome !== 'tokens') return notRenewed(deps, answer.outcome);

  const renewed: Renewed = {
    lockId,
    sealedAccess: await deps.seal.seal(answer.accessToken, owner),
    tokenExpiresAt: new Date(deps.now().getTime() + answer.expiresInSeconds * 1000),
  };
  if (answer.refreshToken !== undefined && answer.refreshToken !== refreshToken) {
    renewed.rotated = { sealedRefresh: await deps.seal.seal(answer.refreshToken, owner), from: grant };
  }
  if ((await deps.tokens.complete(holder, seen.version, renewed)) === 'overtaken') return readAgain(deps, holder, seen);
  const access: AccessItem = {
    ...seen,
    sealed: renewed.sealedAccess,
    tokenExpiresAt: renewed.tokenExpiresAt.toISOString(),
    version: seen.version + 1,
    lock: undefined,
  };
  return { outcome: 'usable', access, token: answer.accessToken };
}

/** A late refusal of an old token changes nothing: only the version that was sent can be revoked. */
async function revoke(deps: RenewDeps, holder: TokenHolder, seen: AccessItem, grantVersion: number): Promise<Renewal> {
  if ((await deps.tokens.revoke(holder, seen, grantVersion)) === 'overtaken') return readAgain(deps, holder, seen);
  deps.log('gateway.grantRevoked', { reason: 'invalidGrant' });
  return { outcome: 'revoked' };
}

async function readAgain(deps: RenewDeps, holder: TokenHolder, seen: AccessItem): Promise<Renewal> {
  const access = await deps.tokens.findAccess(holder);
  if (!access) return { outcome: 'gone' };
  return access.version === seen.version && access.state === 'valid' ? { outcome: 'unavailable' } : asFound(access);
}

function notRenewed(
  deps: RenewDeps,
  reason: 'notConfigured' | 'invalidClient' | 'misconfigured' | 'unavailable',
): Renewal {
  deps.log(reason === 'unavailable' ? 'gateway.tokenNotRenewed' : 'gateway.misconfigured', { reason });
  return { outcome: 'unavailable' };
}
