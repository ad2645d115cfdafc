import { expect, test } from 'vitest';

import { deadlineAt } from '#functions/platform/time/deadline.ts';
import { aClock } from '#test/support/worlds/a-clock.ts';

import { acceptGrant, type AcceptGrantDeps } from './accept-grant.ts';

function aSkill({ userMs = 0, exchangeMs = 0 } = {}) {
  const clock = aClock();
  const limits: number[] = [];
  const stored: string[] = [];
  const logged: unknown[] = [];
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
    log: (event, details) => void logged.push([event, details]),
    now: clock.now,
  };
  const start = clock.now().getTime();
  const accept = (ms = 6_500) =>
    acceptGrant(deps, { granteeToken: 'token', code: 'code' }, deadlineAt(clock.now, start + ms));
  return { accept, deps, limits, stored, logged, clock, spent: () => clock.now().getTime() - start };
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

test('with too little time the code is not spent, so that nothing is kept after a failure was answered', async () => {
  const skill = aSkill({ userMs: 4_600 });
  expect(await skill.accept()).toBe('unavailable');
  expect(skill.limits).toEqual([]);
  expect(skill.stored).toEqual([]);
});

test('the code is not spent when Amazon does not name the user in time', async () => {
  const skill = aSkill();
  skill.deps.tokenToUser = () => Promise.withResolvers<never>().promise;
  expect(await skill.accept(2_010)).toBe('unavailable');
  expect(skill.limits).toEqual([]);
});

test.each(['invalidClient', 'misconfigured'] as const)('%s at the exchange raises the alarm', async (outcome) => {
  const skill = aSkill();
  skill.deps.login = { exchangeCode: async () => ({ outcome }) };
  expect(await skill.accept()).toBe(outcome);
  expect(skill.logged).toEqual([['gateway.misconfigured', { reason: outcome, secret: 'alexa' }]]);
});

test('a missing secret raises the alarm, a used code does not', async () => {
  const skill = aSkill();
  skill.deps.messagingClient = async () => undefined;
  expect(await skill.accept()).toBe('notConfigured');
  expect(skill.logged).toEqual([['gateway.misconfigured', { reason: 'notConfigured', secret: 'alexa' }]]);
  const used = aSkill();
  used.deps.login = { exchangeCode: async () => ({ outcome: 'invalidGrant' }) };
  expect(await used.accept()).toBe('codeRefused');
  expect(used.logged).toEqual([]);
});

test('a table that does not answer is answered as a failure in time', async () => {
  const skill = aSkill({ userMs: 3_900 });
  skill.deps.grants = { accept: () => Promise.withResolvers<never>().promise };
  expect(await skill.accept()).toBe('unavailable');
});

test('after the deadline the grant is not tried to be kept again', async () => {
  const skill = aSkill({ userMs: 3_900 });
  let tries = 0;
  skill.deps.grants = {
    async accept() {
      tries += 1;
      skill.clock.pass(2_000);
      return 'linkChanged';
    },
  };
  expect(await skill.accept()).toBe('unavailable');
  expect(tries).toBe(2);
});
