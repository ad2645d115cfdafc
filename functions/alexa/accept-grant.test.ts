import { expect, test } from 'vitest';

import { aClock } from '#test/support/a-clock.ts';

import { acceptGrant, type AcceptGrantDeps } from './accept-grant.ts';

/** Amazon and the table, where finding out who it is and exchanging the code take as long as told. */
function aSkill({ userMs = 0, exchangeMs = 0 } = {}) {
  const clock = aClock();
  const limits: number[] = [];
  const stored: string[] = [];
  const deps: AcceptGrantDeps = {
    async tokenToUser() {
      clock.pass(userMs);
      return { outcome: 'user', amazonUserId: 'amzn1.ana' };
    },
    messagingClient: async () => ({ clientId: 'skill', clientSecret: 'hush' }),
    login: {
      async exchangeCode({ timeoutMs }) {
        limits.push(timeoutMs);
        clock.pass(Math.min(exchangeMs, timeoutMs));
        if (exchangeMs > timeoutMs) return { outcome: 'unavailable' };
        return { outcome: 'tokens', accessToken: 'a', refreshToken: 'r', expiresInSeconds: 3600 };
      },
    },
    seal: { seal: async (plain) => `sealed:${plain}` },
    links: { find: async () => undefined },
    grants: {
      async accept({ amazonUserId }) {
        stored.push(amazonUserId);
        return 'accepted';
      },
    },
    region: 'NA',
    now: clock.now,
  };
  const start = clock.now().getTime();
  const accept = (ms = 6_500) => acceptGrant(deps, { granteeToken: 'token', code: 'code' }, start + ms);
  return { accept, deps, limits, stored, spent: () => clock.now().getTime() - start };
}

test('an exchange gets three seconds', async () => {
  const skill = aSkill();
  expect(await skill.accept()).toBe('detached');
  expect(skill.limits).toEqual([3_000]);
});

test('after Amazon was slow, what is left but a second to keep the grant', async () => {
  const skill = aSkill({ userMs: 4_000, exchangeMs: 10_000 });
  expect(await skill.accept()).toBe('unavailable');
  expect(skill.limits).toEqual([1_500]);
  expect(skill.spent()).toBeLessThanOrEqual(5_500);
});

test('with too little time the code is not spent, so that nothing is kept after a failure was told', async () => {
  const skill = aSkill({ userMs: 4_600 });
  expect(await skill.accept()).toBe('unavailable');
  expect(skill.limits).toEqual([]);
  expect(skill.stored).toEqual([]);
});

test('nor is it spent once Amazon has not said in time who it is', async () => {
  const skill = aSkill();
  skill.deps.tokenToUser = () => Promise.withResolvers<never>().promise;
  expect(await skill.accept(2_010)).toBe('unavailable');
  expect(skill.limits).toEqual([]);
});
