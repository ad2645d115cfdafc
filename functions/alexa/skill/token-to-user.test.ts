import { expect, test, vi } from 'vitest';

import type { ProfileOutcome, TokenInfoOutcome } from '#functions/providers/amazon-login.ts';

import { createTokenToUser, type TokenUser } from './token-to-user.ts';

type World = { info?: TokenInfoOutcome | Promise<TokenInfoOutcome>; profile?: ProfileOutcome; setUp?: boolean };

function aDoor({ info, profile, setUp = true }: World = {}) {
  let at = Date.parse('2026-11-20T12:00:00.000Z');
  const now = (): Date => new Date(at);
  const table = new Map<string, { amazonUserId: string; expiresAt: Date }>();
  const calls: number[] = [];
  const logged: unknown[] = [];
  let keeping: () => Promise<void> = () => Promise.resolve();
  const asks =
    <Outcome>(answer: Outcome | Promise<Outcome>) =>
    (_: string, timeoutMs: number): Promise<Outcome> => {
      calls.push(timeoutMs);
      return Promise.resolve(answer);
    };
  const aCaller = () =>
    createTokenToUser({
      known: {
        find: (hash) => {
          const found = table.get(hash);
          return Promise.resolve(found && found.expiresAt > now() ? found : undefined);
        },
        keep: (hash, amazonUserId, expiresAt) =>
          keeping().then(() => void table.set(hash, { amazonUserId, expiresAt })),
      },
      login: {
        tokenInfo: asks<TokenInfoOutcome>(info ?? { outcome: 'token', aud: 'ours' }),
        profile: asks<ProfileOutcome>(profile ?? { outcome: 'profile', userId: 'ana', name: '', email: '' }),
      },
      client: () => Promise.resolve(setUp ? { clientId: 'ours', clientSecret: 'secret' } : undefined),
      log: (event, details) => void logged.push([event, details]),
      now,
    });
  /** Returns the user once it is stored. */
  const aProcess = () => {
    const tokenToUser = aCaller();
    return async (token: string) => {
      const user = await tokenToUser(token);
      if (user.outcome !== 'user') return user;
      const { storing, ...known } = user;
      await storing;
      return known;
    };
  };
  const advance = (minutes: number): void => void (at += minutes * 60_000);
  return {
    aCaller,
    aProcess,
    calls,
    table,
    logged,
    advance,
    keepBy: (how: () => Promise<void>) => void (keeping = how),
  };
}

const anaIs = { outcome: 'user', amazonUserId: 'ana' };

test('asks Amazon once, with at most two seconds for each call', async () => {
  const { aProcess, calls } = aDoor();
  const tokenToUser = aProcess();
  expect(await tokenToUser('Atza|token')).toEqual(anaIs);
  expect(await tokenToUser('Atza|token')).toEqual(anaIs);
  expect(calls).toEqual([2000, 2000]);
});

test('asks Amazon for the client and the user at once', async () => {
  const waiting = Promise.withResolvers<TokenInfoOutcome>();
  const { aProcess, calls } = aDoor({ info: waiting.promise });
  const asked = aProcess()('Atza|token');
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  waiting.resolve({ outcome: 'token', aud: 'ours' });
  expect(await asked).toEqual(anaIs);
});

test('asks the table instead of Amazon in a cold function', async () => {
  const { aProcess, calls } = aDoor();
  await aProcess()('Atza|token');
  expect(await aProcess()('Atza|token')).toEqual(anaIs);
  expect(calls).toHaveLength(2);
});

test('asks Amazon again after 50 minutes, when both caches have expired', async () => {
  const { aProcess, calls, advance } = aDoor();
  const warm = aProcess();
  await warm('Atza|token');
  advance(51);
  await warm('Atza|token');
  expect(calls).toHaveLength(4);
});

test('never stores the token itself in the table', async () => {
  const { aProcess, table } = aDoor();
  await aProcess()('Atza|token');
  expect(JSON.stringify([...table])).not.toContain('Atza');
});

test.each<[World, TokenUser['outcome'], number]>([
  [{ info: { outcome: 'tokenRefused' } }, 'refused', 2],
  [{ info: { outcome: 'unavailable' } }, 'unavailable', 2],
  [{ info: { outcome: 'token', aud: 'another' } }, 'foreign', 2],
  [{ profile: { outcome: 'tokenRefused' } }, 'refused', 2],
  [{ profile: { outcome: 'unavailable' } }, 'unavailable', 2],
])('for %j, returns %s and stores nothing', async (world, outcome, asked) => {
  const { aProcess, calls, table } = aDoor(world);
  expect(await aProcess()('Atza|token')).toEqual({ outcome });
  expect(calls).toHaveLength(asked);
  expect(table.size).toBe(0);
});

test.each<[World, string, number]>([
  [{ setUp: false }, 'notConfigured', 0],
  [{ info: { outcome: 'misconfigured' } }, 'invalidClient', 2],
  [{ profile: { outcome: 'misconfigured' } }, 'invalidClient', 2],
])('for %j, raises an alarm about our configuration', async (world, reason, asked) => {
  const { aProcess, calls, logged } = aDoor(world);
  expect(await aProcess()('Atza|token')).toEqual({ outcome: 'unavailable' });
  expect(calls).toHaveLength(asked);
  expect(logged).toEqual([['gateway.misconfigured', { reason, secret: 'amazon' }]]);
});

test('returns the user while the table stores it', async () => {
  const { aCaller, table, logged, keepBy } = aDoor();
  const stored = Promise.withResolvers<void>();
  keepBy(() => stored.promise);
  const user = await aCaller()('Atza|token');
  expect(user).toMatchObject(anaIs);
  expect([table.size, logged]).toEqual([0, []]);
  stored.resolve();
  await (user.outcome === 'user' && user.storing);
  expect(table.size).toBe(1);
});

test.each([
  ['cannot', () => Promise.reject(new Error('table down'))],
  ['takes too long to', () => Promise.withResolvers<never>().promise],
])('returns the user when the table %s store it', async (_, how) => {
  const { aProcess, calls, logged, keepBy } = aDoor();
  keepBy(how);
  const tokenToUser = aProcess();
  expect(await tokenToUser('Atza|token')).toEqual(anaIs);
  expect(await tokenToUser('Atza|token')).toEqual(anaIs);
  expect(calls).toHaveLength(2);
  expect(logged).toHaveLength(1);
});
