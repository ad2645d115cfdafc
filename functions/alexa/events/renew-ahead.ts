import type { WarmToken, WarmTokenStore } from '#functions/data/alexa/warm-token-store.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import { limitsMs, renewAccessToken, type RenewDeps } from './renew-access-token.ts';

const minute = 60_000;
const hour = 60 * minute;

/**
 * Tokens of workspaces whose last noted run is older expire without a renewal. Workspaces with a run a day stay warm.
 */
const recentMs = 36 * hour;
/** Earlier than the five minutes before the expiry at which a run renews its token. */
const aheadMs = 10 * minute;
/** The shortest pause before the next attempt, for failures and for tokens with a short life. */
const retryMs = 5 * minute;
/** Time from the first noted run of a workspace, when the expiry of its token is not known, to the first check. */
export const firstLookMs = 45 * minute;

/**
 * A token lives for an hour and is renewed ten minutes early, so 100 calls a minute serve 5,000 workspaces every 50
 * minutes. With more, each workspace is still served, because the longest due is first, but later: with 10,000 every 100
 * minutes, and its token is valid for 60 of them. A run in the other 40 renews it.
 */
const maxPerMinute = 100;
const concurrency = 8;

export type RenewAheadDeps = RenewDeps & { warm: Pick<WarmTokenStore, 'due' | 'postpone' | 'drop'> };

/**
 * Renews tokens before they expire in workspaces whose triggers ran recently, so that the next run does not wait for
 * Amazon. Never throws, because other jobs run in the same invocation.
 */
export async function renewAhead(deps: RenewAheadDeps, deadline: Deadline): Promise<void> {
  const { warm, log, now } = deps;
  const logFailure = (cause: unknown): void => log('gateway.tokenNotRenewed', { reason: 'failed' }, cause);
  const due = await warm.due(now(), maxPerMinute).catch((cause: unknown) => (logFailure(cause), []));
  const counts: Record<Result, number> = { renewed: 0, postponed: 0, dropped: 0 };
  await mapConcurrently(due, concurrency, async (token) => {
    if (deadline.isOver()) return;
    try {
      counts[await renewOne(deps, token, deadline)] += 1;
    } catch (cause) {
      logFailure(cause);
      // Otherwise a hundred failing tokens would block all others.
      await warm.postpone(token, later(deps, retryMs)).catch(logFailure);
    }
  });
  if (due.length > 0) log('tokens.renewedAhead', counts);
}

type Result = 'renewed' | 'postponed' | 'dropped';

async function renewOne(deps: RenewAheadDeps, token: WarmToken, deadline: Deadline): Promise<Result> {
  const { warm, tokens, now } = deps;
  const holder = { workspaceId: token.workspaceId };
  const drop = async (): Promise<Result> => (await warm.drop(token), 'dropped');
  const postpone = async (to: Date): Promise<void> => warm.postpone(token, to);

  if (now().getTime() - Date.parse(token.ranAt) > recentMs) return drop();
  const access = await tokens.findAccess(holder);
  if (!access || access.state === 'revoked') return drop();
  const renewAt = (until: string): Date => new Date(Date.parse(until) - aheadMs);
  if (renewAt(access.tokenExpiresAt) > now()) {
    await postpone(renewAt(access.tokenExpiresAt));
    return 'postponed';
  }
  const soonest = later(deps, retryMs);
  if (access.lock && access.lock.until > now().getTime()) {
    // Another process is renewing it or has crashed. Waiting would delay the other tokens.
    await postpone(soonest);
    return 'postponed';
  }
  const limits = { deadline, refreshMs: 10_000, limitMs: limitsMs.background, refused: false };
  const renewal = await renewAccessToken(deps, holder, access, limits);
  if (renewal.outcome === 'revoked' || renewal.outcome === 'gone') return drop();
  const isNew = renewal.outcome === 'usable' && renewal.access.version !== access.version;
  const next = isNew ? renewAt(renewal.access.tokenExpiresAt) : soonest;
  await postpone(next > soonest ? next : soonest);
  return isNew ? 'renewed' : 'postponed';
}

const later = ({ now }: Pick<RenewDeps, 'now'>, ms: number): Date => new Date(now().getTime() + ms);
