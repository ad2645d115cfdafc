import type { SendDeps } from '#functions/alexa/events/send-to-gateway.ts';
import { createTokenMemory } from '#functions/alexa/events/token-memory.ts';
import type { AccessItem, GrantItem } from '#functions/data/items/grant-item.ts';
import type { GatewayReply } from '#functions/providers/alexa-events.ts';
import type { TokenOutcome } from '#functions/providers/amazon-login.ts';

const shared = {
  amazonUserId: 'amzn1.ana',
  region: 'NA',
  state: 'valid',
  grantedAt: '2026-11-01T00:00:00.000Z',
} as const;

/** An access token that is valid for an hour from `now`. The fake seal adds the prefix `sealed:`. */
export const anAccess = (now: Date, changes: Partial<AccessItem> = {}): AccessItem => ({
  ...shared,
  type: 'access',
  version: 1,
  sealed: 'sealed:access-1',
  tokenExpiresAt: new Date(now.getTime() + 3_600_000).toISOString(),
  ...changes,
});

export const aGrantItem = (changes: Partial<GrantItem> = {}): GrantItem => ({
  ...shared,
  type: 'grant',
  version: 1,
  sealedRefresh: 'sealed:refresh-1',
  workspaceId: 7,
  ...changes,
});

type GatewayWorldOptions = {
  now?: Date;
  access?: Partial<AccessItem>;
  grant?: Partial<GrantItem> | 'none';
  /** The gateway's replies in order. The last one repeats. */
  gateway?: readonly GatewayReply['outcome'][];
  refresh?: TokenOutcome;
  regions?: SendDeps['gateway']['regions'];
};

const freshTokens: TokenOutcome = { outcome: 'tokens', accessToken: 'access-2', expiresInSeconds: 3600 };

export function aGatewayWorld(wanted: GatewayWorldOptions = {}) {
  let clock = wanted.now ?? new Date('2026-11-20T12:00:00.000Z');
  let access: AccessItem | undefined = anAccess(clock, wanted.access);
  let grant = wanted.grant === 'none' ? undefined : aGrantItem(wanted.grant);
  const replies = [...(wanted.gateway ?? ['accepted'])];
  const world = {
    refresh: wanted.refresh ?? freshTokens,
    duringRefresh: undefined as (() => void) | undefined,
    duringPause: undefined as (() => void) | undefined,
    gatewayChecks: [] as { workspaceId: number; dueAt: Date }[],
    sent: [] as { region: string; token: string; message: object; timeoutMs: number }[],
    refreshes: [] as string[],
    logged: [] as string[],
    access: () => access,
    grant: () => grant,
    setAccess: (changes: Partial<AccessItem> | undefined) =>
      void (access = changes && access && { ...access, ...changes }),
    advance: (ms: number) => void (clock = new Date(clock.getTime() + ms)),
    now: () => clock,
  };
  const isSeen = (version: number): boolean => access?.version === version && access.state === 'valid';
  const deps: SendDeps = {
    tokens: {
      findAccess: () => Promise.resolve(access),
      takeLock(_, version, lock) {
        if (!access) return Promise.resolve({ outcome: 'gone' });
        if (!isSeen(version)) return Promise.resolve({ outcome: 'moved', access });
        if (access.lock && access.lock.until > clock.getTime()) return Promise.resolve({ outcome: 'held', access });
        access = { ...access, lock };
        return Promise.resolve({ outcome: 'taken' });
      },
      releaseLock(_, __, id) {
        if (access?.lock?.id === id) access = { ...access, lock: undefined };
        return Promise.resolve();
      },
      complete(_, version, renewed) {
        if (renewed.rotated && grant) grant = { ...grant, sealedRefresh: renewed.rotated.sealedRefresh };
        if (!access || !isSeen(version) || access.lock?.id !== renewed.lockId) return Promise.resolve('overtaken');
        const tokenExpiresAt = renewed.tokenExpiresAt.toISOString();
        access = { ...access, sealed: renewed.sealedAccess, tokenExpiresAt, version: version + 1, lock: undefined };
        return Promise.resolve('stored');
      },
      revoke(_, { version }, { as } = {}) {
        if (!access || !isSeen(version)) return Promise.resolve('overtaken');
        access = { ...access, state: 'revoked', revokedAs: as };
        return Promise.resolve('revoked');
      },
      setKnown(_, { version }, isKnown) {
        if (access && isSeen(version)) access = { ...access, unknownAt: isKnown ? undefined : clock.toISOString() };
        return Promise.resolve();
      },
      scheduleGatewayCheck(workspaceId, _, dueAt) {
        world.gatewayChecks.push({ workspaceId, dueAt });
        return Promise.resolve();
      },
      setRegion(_, __, region) {
        if (access) access = { ...access, region };
        return Promise.resolve();
      },
    },
    grants: { findGrant: () => Promise.resolve(grant) },
    seal: {
      seal: (plain) => Promise.resolve(`sealed:${plain}`),
      open: (sealed) => Promise.resolve(sealed.replace('sealed:', '')),
    },
    memory: createTokenMemory({ open: (sealed) => Promise.resolve(sealed.replace('sealed:', '')) }),
    login: {
      refresh({ refreshToken }) {
        world.refreshes.push(refreshToken);
        world.duringRefresh?.();
        return Promise.resolve(world.refresh);
      },
    },
    client: () => Promise.resolve({ clientId: 'skill', clientSecret: 'hush' }),
    gateway: {
      regions: wanted.regions ?? ['NA', 'EU', 'FE'],
      send(call) {
        world.sent.push(call);
        const outcome = (replies.length > 1 ? replies.shift() : replies[0]) ?? 'accepted';
        return Promise.resolve({ outcome, ...(outcome === 'throttled' && { retryAfterSeconds: 7 }) });
      },
    },
    log: (event) => void world.logged.push(event),
    now: () => clock,
    newId: () => `id-${world.sent.length}-${world.refreshes.length}`,
    pause(ms) {
      world.advance(ms);
      world.duringPause?.();
      return Promise.resolve();
    },
  };
  return { ...world, world, deps };
}
