import type { WarmToken, WarmTokenStore } from '#functions/data/alexa/warm-token-store.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import { limitsMs, renewAccessToken, type RenewDeps } from './renew-access-token.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Tokens of workspaces whose last noted run is older are left to expire. Triggers that run once a day stay warm. */
const latelyMs = 36 * hour;
/** A run renews a token with less than five minutes left, so this is earlier. */
const aheadMs = 10 * minute;
/** After a failure, and after the renewal of a token with a short life. */
const againMs = 5 * minute;
/** When the token of a workspace that was not known ends is not known either: mostly within this time. */
export const firstLookMs = 45 * minute;

/**
 * A token lives for an hour, so a workspace needs 29 renewals a day: 5,000 workspaces stay warm, with 144,000 calls a
 * day. The others renew their token when they run, as ever.
 */
const maxPerMinute = 100;
const atOnce = 8;

export type RenewAheadDeps = RenewDeps & { warm: Pick<WarmTokenStore, 'due' | 'postpone' | 'drop'> };

/**
 * Renews tokens before they expire in workspaces whose triggers ran lately, so that their next run need not wait for
 * Amazon. Never throws, because other jobs share its minute.
 */
export async function renewAhead(deps: RenewAheadDeps, deadline: Deadline): Promise<void> {
  const { warm, log, now } = deps;
  const failed = (cause: unknown): void => log('gateway.tokenNotRenewed', { reason: 'failed' }, cause);
  const due = await warm.due(now(), maxPerMinute).catch((cause: unknown) => (failed(cause), []));
  const counts: Record<Look, number> = { renewed: 0, postponed: 0, dropped: 0 };
  await mapConcurrently(due, atOnce, async (token) => {
    if (deadline.isOver()) return;
    try {
      counts[await lookAt(deps, token, deadline)] += 1;
    } catch (cause) {
      failed(cause);
      // Otherwise a hundred of these would keep the others waiting.
      await warm.postpone(token, later(deps, againMs)).catch(failed);
    }
  });
  if (due.length > 0) log('tokens.renewedAhead', counts);
}

type Look = 'renewed' | 'postponed' | 'dropped';

async function lookAt(deps: RenewAheadDeps, token: WarmToken, deadline: Deadline): Promise<Look> {
  const { warm, tokens, now } = deps;
  const holder = { workspaceId: token.workspaceId };
  const drop = async (): Promise<Look> => (await warm.drop(token), 'dropped');
  const postpone = async (to: Date): Promise<void> => warm.postpone(token, to);

  if (now().getTime() - Date.parse(token.ranAt) > latelyMs) return drop();
  const access = await tokens.findAccess(holder);
  if (!access || access.state === 'revoked') return drop();
  const renewAt = (until: string): Date => new Date(Date.parse(until) - aheadMs);
  if (renewAt(access.tokenExpiresAt) > now()) {
    await postpone(renewAt(access.tokenExpiresAt));
    return 'postponed';
  }
  const soonest = later(deps, againMs);
  if (access.lock && access.lock.until > now().getTime()) {
    // Another process renews it, or died; to wait would delay the others.
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
