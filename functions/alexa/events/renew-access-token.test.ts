import { describe, expect, test } from 'vitest';

import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { functions } from '#infra/functions.ts';
import { aGatewayWorld, anAccess } from '#test/support/worlds/a-grant.ts';

import { limitsMs, renewAccessToken } from './renew-access-token.ts';

type World = ReturnType<typeof aGatewayWorld>;

const holder = { workspaceId: 7 };
const expired = { tokenExpiresAt: '2026-11-20T11:00:00.000Z' };
const nearlyExpired = { tokenExpiresAt: '2026-11-20T12:03:00.000Z' };

const renew = (home: World, { refused = false, ms = 5_000 } = {}) => {
  const deadline = deadlineIn(home.now, ms);
  return renewAccessToken(home.deps, holder, home.access() ?? anAccess(home.now()), {
    deadline,
    refreshMs: 3_000,
    refused,
  });
};

test('stores new tokens sealed before it returns them', async () => {
  const home = aGatewayWorld({ access: expired });
  expect(await renew(home)).toMatchObject({ outcome: 'usable', token: 'access-2', access: { version: 2 } });
  expect(home.access()).toMatchObject({
    sealed: 'sealed:access-2',
    tokenExpiresAt: '2026-11-20T13:00:00.000Z',
    version: 2,
    lock: undefined,
  });
});

test('stores a new refresh token if Amazon issues one, and keeps the old one otherwise', async () => {
  const rotating = aGatewayWorld({
    access: expired,
    refresh: { outcome: 'tokens', accessToken: 'access-2', refreshToken: 'refresh-2', expiresInSeconds: 3600 },
  });
  await renew(rotating);
  expect(rotating.grant()?.sealedRefresh).toBe('sealed:refresh-2');
  const staying = aGatewayWorld({ access: expired });
  await renew(staying);
  expect(staying.grant()?.sealedRefresh).toBe('sealed:refresh-1');
});

describe('renewal by another process', () => {
  const lock = { id: 'other', until: new Date('2026-11-20T12:00:08.000Z').getTime() };

  test('waits for the new version while another process renews', async () => {
    const home = aGatewayWorld({ access: { ...expired, lock } });
    home.world.duringPause = () => home.setAccess({ version: 2, sealed: 'sealed:access-2', lock: undefined });
    expect(await renew(home)).toMatchObject({ outcome: 'usable', access: { version: 2 } });
    expect(home.refreshes).toEqual([]);
  });

  test('returns unavailable when the other process takes longer than the run has', async () => {
    const home = aGatewayWorld({ access: { ...expired, lock } });
    expect(await renew(home)).toEqual({ outcome: 'unavailable' });
    expect(home.now().getTime()).toBeLessThan(new Date('2026-11-20T12:00:05.000Z').getTime());
    expect(home.refreshes).toEqual([]);
  });

  test('returns the old token while it is valid and another process renews', async () => {
    const home = aGatewayWorld({ access: { ...nearlyExpired, lock } });
    expect(await renew(home)).toMatchObject({ outcome: 'usable', access: { version: 1 } });
  });

  test('does not return a token that Amazon refused', async () => {
    const home = aGatewayWorld({ access: { ...nearlyExpired, lock } });
    expect(await renew(home, { refused: true })).toEqual({ outcome: 'unavailable' });
  });

  test('returns revoked or gone when the grant ends during the wait', async () => {
    const revoked = aGatewayWorld({ access: { ...expired, lock } });
    revoked.world.duringPause = () => revoked.setAccess({ state: 'revoked' });
    expect(await renew(revoked)).toEqual({ outcome: 'revoked' });
    const gone = aGatewayWorld({ access: { ...expired, lock } });
    gone.world.duringPause = () => gone.setAccess(undefined);
    expect(await renew(gone)).toEqual({ outcome: 'gone' });
  });

  test('does not repeat a failed renewal at once', async () => {
    const home = aGatewayWorld({ access: { ...expired, lock } });
    home.world.duringPause = () => home.setAccess({ lock: undefined });
    expect(await renew(home)).toEqual({ outcome: 'unavailable' });
    expect(home.refreshes).toEqual([]);
  });

  test('takes over from a crashed holder once its lock has expired', async () => {
    const dead = { id: 'dead', until: new Date('2026-11-20T12:00:01.000Z').getTime() };
    const home = aGatewayWorld({ access: { ...expired, lock: dead } });
    expect(await renew(home)).toMatchObject({ outcome: 'usable', token: 'access-2' });
    expect(home.refreshes).toEqual(['refresh-1']);
  });

  test('polls soon at first, and then less often', async () => {
    const home = aGatewayWorld({ access: { ...expired, lock: { ...lock, until: lock.until + 60_000 } } });
    const looks: number[] = [];
    home.world.duringPause = () => void looks.push(home.now().getTime());
    await renew(home, { ms: 6_000 });
    const pauses = looks.slice(0, -1).map((at, index) => at - (looks[index - 1] ?? Date.parse('2026-11-20T12:00:00Z')));
    expect(pauses[0]).toBeLessThan(100);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect(looks.length).toBeLessThan(15);
  });
});

describe('lock', () => {
  const never = <T>(): Promise<T> => Promise.withResolvers<T>().promise;

  test.each([
    [undefined, '2026-11-20T12:00:15.000Z'],
    [60_000, '2026-11-20T12:01:05.000Z'],
  ])('holds the lock five seconds longer than a function of %s ms', async (limitMs, until) => {
    const home = aGatewayWorld({ access: expired });
    const seen: unknown[] = [];
    home.world.duringRefresh = () => void seen.push(home.access()?.lock?.until);
    const deadline = deadlineIn(home.now, 5_000);
    await renewAccessToken(home.deps, holder, anAccess(home.now(), expired), {
      deadline,
      refreshMs: 3_000,
      refused: false,
      ...(limitMs !== undefined && { limitMs }),
    });
    expect(seen).toEqual([Date.parse(until)]);
  });

  test.each(functions.filter(({ secrets }) => secrets.includes('alexa')))(
    'holds the lock for longer than $name runs',
    ({ name, seconds, source }) => {
      const isPerson = source === undefined || source === 'alexa';
      const limit = name === 'auth' ? 'signIn' : isPerson ? 'person' : 'background';
      expect(seconds * 1_000).toBeLessThanOrEqual(limitsMs[limit]);
    },
  );

  test('releases the lock when our own secret is not available in time', async () => {
    const home = aGatewayWorld({ access: expired });
    const deps = { ...home.deps, client: () => never<undefined>() };
    const limits = { deadline: deadlineIn(home.now, 20), refreshMs: 3_000, refused: false };
    expect(await renewAccessToken(deps, holder, anAccess(home.now(), expired), limits)).toEqual({
      outcome: 'unavailable',
    });
    expect(home.access()?.lock).toBeUndefined();
    expect(home.refreshes).toEqual([]);
  });

  test('returns unavailable when the new token is not stored before the lock ends', async () => {
    const home = aGatewayWorld({ access: expired });
    home.world.duringRefresh = () => home.advance(14_990);
    const deps = { ...home.deps, tokens: { ...home.deps.tokens, complete: () => never<'stored'>() } };
    const limits = { deadline: deadlineIn(home.now, 5_000), refreshMs: 3_000, refused: false };
    expect(await renewAccessToken(deps, holder, anAccess(home.now(), expired), limits)).toEqual({
      outcome: 'unavailable',
    });
    expect(home.logged).toEqual(['gateway.tokenNotRenewed']);
  });
});

test('returns the renewed token to a caller that read the old one', async () => {
  const home = aGatewayWorld({ access: { version: 2, sealed: 'sealed:access-2' } });
  const old = anAccess(home.now(), expired);
  const limits = { deadline: deadlineIn(home.now, 5_000), refreshMs: 3_000, refused: true };
  const found = await renewAccessToken(home.deps, holder, old, limits);
  expect(found).toMatchObject({ outcome: 'usable', access: { version: 2 } });
  expect(home.refreshes).toEqual([]);
});

describe('invalid_grant', () => {
  test('revokes the version that was sent when Amazon answers invalid_grant', async () => {
    const home = aGatewayWorld({ access: expired, refresh: { outcome: 'invalidGrant' } });
    expect(await renew(home)).toEqual({ outcome: 'revoked' });
    expect(home.access()?.state).toBe('revoked');
  });

  test('changes nothing when invalid_grant arrives late for an old token', async () => {
    const home = aGatewayWorld({ access: expired, refresh: { outcome: 'invalidGrant' } });
    home.world.duringRefresh = () => home.setAccess({ version: 9, sealed: 'sealed:granted-anew' });
    expect(await renew(home)).toMatchObject({ outcome: 'usable', access: { version: 9 } });
    expect(home.access()?.state).toBe('valid');
  });
});

describe('transient failures and misconfiguration', () => {
  test.each(['unavailable', 'invalidClient', 'misconfigured'] as const)(
    'after %s, keeps the grant, releases the lock and returns the old token while it is valid',
    async (outcome) => {
      const dead = aGatewayWorld({ access: expired, refresh: { outcome } });
      expect(await renew(dead)).toEqual({ outcome: 'unavailable' });
      expect(dead.access()).toMatchObject({ state: 'valid', version: 1, lock: undefined });
      const alive = aGatewayWorld({ access: nearlyExpired, refresh: { outcome } });
      expect(await renew(alive)).toMatchObject({ outcome: 'usable', access: { version: 1 } });
    },
  );

  test('raises an alarm only for our own mistakes', async () => {
    const ours = aGatewayWorld({ access: expired, refresh: { outcome: 'invalidClient' } });
    await renew(ours);
    expect(ours.logged).toEqual(['gateway.misconfigured']);
    const weather = aGatewayWorld({ access: expired, refresh: { outcome: 'unavailable' } });
    await renew(weather);
    expect(weather.logged).toEqual(['gateway.tokenNotRenewed']);
  });

  test('raises an alarm when the skill client is not set up', async () => {
    const home = aGatewayWorld({ access: expired });
    const deps = { ...home.deps, client: () => Promise.resolve(undefined) };
    const limits = { deadline: deadlineIn(home.now, 5_000), refreshMs: 3_000, refused: false };
    const found = await renewAccessToken(deps, holder, home.access() ?? anAccess(home.now()), limits);
    expect(found).toEqual({ outcome: 'unavailable' });
    expect(home.logged).toEqual(['gateway.misconfigured']);
  });

  test('returns unavailable when the refresh token cannot be opened', async () => {
    const home = aGatewayWorld({ access: expired });
    const seal = { ...home.deps.seal, open: () => Promise.reject(new Error('changed')) };
    const limits = { deadline: deadlineIn(home.now, 5_000), refreshMs: 3_000, refused: false };
    const seen = home.access() ?? anAccess(home.now());
    expect(await renewAccessToken({ ...home.deps, seal }, holder, seen, limits)).toEqual({ outcome: 'unavailable' });
    expect(home.access()?.lock).toBeUndefined();
  });
});

test('returns gone without a refresh token', async () => {
  expect(await renew(aGatewayWorld({ access: expired, grant: 'none' }))).toEqual({ outcome: 'gone' });
});

test('does not call Amazon when the run has no time left', async () => {
  const home = aGatewayWorld({ access: expired });
  expect(await renew(home, { ms: 0 })).toEqual({ outcome: 'unavailable' });
  expect(home.refreshes).toEqual([]);
});
