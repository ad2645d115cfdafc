import { expect, test } from 'vitest';

import type { LinkItem } from '#functions/data/alexa/amazon-link-store.ts';
import type { Connecting } from '#functions/data/alexa/connecting-store.ts';
import { deadlineAt } from '#functions/platform/time/deadline.ts';
import { aClock } from '#test/support/worlds/a-clock.ts';

import { acceptGrant, type AcceptGrantDeps } from './accept-grant.ts';

function aSkill({ userMs = 0, exchangeMs = 0 } = {}) {
  const clock = aClock();
  const limits: number[] = [];
  const stored: string[] = [];
  const logged: unknown[] = [];
  const alexa: { link?: LinkItem; chain?: Connecting | undefined; clears: number } = { clears: 0 };
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
    links: { find: async () => alexa.link },
    connecting: {
      find: async () => alexa.chain,
      end: async () => void (alexa.chain = undefined),
    },
    enablingRefused: { succeeded: async () => void (alexa.clears += 1) },
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
  return { accept, alexa, deps, limits, stored, logged, clock, spent: () => clock.now().getTime() - start };
}

test('limits an exchange to three seconds', async () => {
  const skill = aSkill();
  expect(await skill.accept()).toBe('detached');
  expect(skill.limits).toEqual([3_000]);
});

test('limits an exchange to the time left minus a second to store the grant when Amazon was slow', async () => {
  const skill = aSkill({ userMs: 4_000, exchangeMs: 10_000 });
  expect(await skill.accept()).toBe('unavailable');
  expect(skill.limits).toEqual([1_500]);
  expect(skill.spent()).toBeLessThanOrEqual(5_500);
});

test('does not spend the code when too little time is left, so that nothing is stored after a failure', async () => {
  const skill = aSkill({ userMs: 4_600 });
  expect(await skill.accept()).toBe('unavailable');
  expect(skill.limits).toEqual([]);
  expect(skill.stored).toEqual([]);
});

test('does not spend the code when Amazon does not return the user in time', async () => {
  const skill = aSkill();
  skill.deps.tokenToUser = () => Promise.withResolvers<never>().promise;
  expect(await skill.accept(2_010)).toBe('unavailable');
  expect(skill.limits).toEqual([]);
});

test.each(['invalidClient', 'misconfigured'] as const)(
  'raises an alarm when the exchange returns %s',
  async (outcome) => {
    const skill = aSkill();
    skill.deps.login = { exchangeCode: async () => ({ outcome }) };
    expect(await skill.accept()).toBe(outcome);
    expect(skill.logged).toEqual([['gateway.misconfigured', { reason: outcome, secret: 'alexa' }]]);
  },
);

test('raises an alarm for a missing secret, but not for a used code', async () => {
  const skill = aSkill();
  skill.deps.messagingClient = async () => undefined;
  expect(await skill.accept()).toBe('notConfigured');
  expect(skill.logged).toEqual([['gateway.misconfigured', { reason: 'notConfigured', secret: 'alexa' }]]);
  const used = aSkill();
  used.deps.login = { exchangeCode: async () => ({ outcome: 'invalidGrant' }) };
  expect(await used.accept()).toBe('codeRefused');
  expect(used.logged).toEqual([]);
});

test('returns unavailable in time when the table does not answer', async () => {
  const skill = aSkill({ userMs: 3_900 });
  skill.deps.grants = { accept: () => Promise.withResolvers<never>().promise };
  expect(await skill.accept()).toBe('unavailable');
});

test('does not try to store the grant again after the deadline', async () => {
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

const account = { amazonUserId: 'amzn1.ana', workspaceId: 7, link: 3 };
const link: LinkItem = { ...account, type: 'link', createdAt: '2026-11-20T12:00:00.000Z' };
const awaited: Connecting = {
  ...account,
  type: 'connecting',
  chainId: 'chain',
  step: 'grant',
  since: '2026-11-20T12:00:00.000Z',
  expiresAt: 0,
};

test('clears the stage-wide refusal once when a connection was waiting for the grant', async () => {
  const skill = aSkill();
  skill.alexa.link = link;
  skill.alexa.chain = awaited;
  expect(await skill.accept()).toBe('attached');
  expect(skill.alexa).toMatchObject({ clears: 1, chain: undefined });
  expect(await skill.accept()).toBe('attached');
  expect(skill.alexa.clears).toBe(1);
});

test.each<[string, Partial<Connecting> | undefined]>([
  ['no connection is in progress', undefined],
  ['Alexa was not asked yet', { step: 'enable' }],
  ['Alexa refused', { problem: 'amazon.enablementRefused' }],
  ['an earlier link was connecting', { link: 2 }],
  ['another account was connecting', { amazonUserId: 'amzn1.bia' }],
])('keeps a refusal of the stage when %s', async (_case, change) => {
  const skill = aSkill();
  skill.alexa.link = link;
  skill.alexa.chain = change && { ...awaited, ...change };
  expect(await skill.accept()).toBe('attached');
  expect(skill.alexa.clears).toBe(0);
});

test('accepts the grant when the stage-wide refusal cannot be cleared', async () => {
  const skill = aSkill();
  skill.alexa.link = link;
  skill.alexa.chain = awaited;
  skill.deps.enablingRefused = { succeeded: () => Promise.reject(new Error('table down')) };
  expect(await skill.accept()).toBe('attached');
  expect(skill.logged).toEqual([['enablement.notNoted', { workspaceId: 7 }]]);
});

test('accepts the grant in time when clearing the stage-wide refusal hangs', async () => {
  const skill = aSkill({ userMs: 3_900 });
  skill.alexa.link = link;
  skill.deps.connecting = { ...skill.deps.connecting, find: () => Promise.withResolvers<never>().promise };
  expect(await skill.accept()).toBe('attached');
});
