import { describe, expect, test } from 'vitest';

import { deadlineIn } from '#functions/platform/time/deadline.ts';
import type { GatewayReply } from '#functions/providers/alexa-events.ts';
import { aGatewayWorld } from '#test/support/worlds/a-grant.ts';

import { sendToGateway, type SendDeps } from './send-to-gateway.ts';

type World = ReturnType<typeof aGatewayWorld>;

const holder = { workspaceId: 7 };
const send = (home: World, ms = 5_500) =>
  sendToGateway(home.deps, holder, (token) => ({ token }), deadlineIn(home.now, ms));
const tokens = ({ sent }: World): string[] => sent.map(({ token }) => token);

test('sends a message once with the stored token', async () => {
  const home = aGatewayWorld();
  expect(await send(home)).toMatchObject({ outcome: 'sent' });
  expect(tokens(home)).toEqual(['access-1']);
  expect(home.refreshes).toEqual([]);
});

test('returns skillNotEnabled without a grant, and sends nothing', async () => {
  const home = aGatewayWorld();
  home.setAccess(undefined);
  expect((await send(home)).outcome).toBe('skillNotEnabled');
  expect(home.sent).toEqual([]);
});

test('returns grantRevoked for a revoked grant, and sends nothing', async () => {
  const home = aGatewayWorld({ access: { state: 'revoked' } });
  expect((await send(home)).outcome).toBe('grantRevoked');
  expect(home.sent).toEqual([]);
});

describe('token near its end', () => {
  test.each([
    [299, ['refresh-1'], ['access-2']],
    [300, [], ['access-1']],
  ])('renews a token only below 300 seconds: %i', async (seconds, refreshes, used) => {
    const home = aGatewayWorld();
    home.setAccess({ tokenExpiresAt: new Date(home.now().getTime() + seconds * 1000).toISOString() });
    expect((await send(home)).outcome).toBe('sent');
    expect(home.refreshes).toEqual(refreshes);
    expect(tokens(home)).toEqual(used);
  });
});

describe('refused token', () => {
  test('renews a refused token once and sends the message again', async () => {
    const home = aGatewayWorld({ gateway: ['tokenRefused', 'accepted'] });
    expect((await send(home)).outcome).toBe('sent');
    expect(tokens(home)).toEqual(['access-1', 'access-2']);
    expect(home.access()?.state).toBe('valid');
  });

  test('ends the grant when the renewed token is refused as well', async () => {
    const home = aGatewayWorld({ gateway: ['tokenRefused'] });
    expect((await send(home)).outcome).toBe('grantRevoked');
    expect(tokens(home)).toEqual(['access-1', 'access-2']);
    // Amazon did not give a reason.
    expect(home.access()).toMatchObject({ state: 'revoked', revokedAs: 'accessEnded' });
  });

  test('ends the grant when the renewal returns invalid_grant', async () => {
    const home = aGatewayWorld({ gateway: ['tokenRefused'], refresh: { outcome: 'invalidGrant' } });
    expect((await send(home)).outcome).toBe('grantRevoked');
    expect(tokens(home)).toEqual(['access-1']);
    expect(home.access()?.state).toBe('revoked');
  });

  test.each(['unavailable', 'invalidClient', 'misconfigured'] as const)(
    'keeps the grant when the renewal is %s',
    async (outcome) => {
      const home = aGatewayWorld({ gateway: ['tokenRefused'], refresh: { outcome } });
      expect((await send(home)).outcome).toBe('unavailable');
      expect(home.access()).toMatchObject({ state: 'valid', lock: undefined });
    },
  );

  test('keeps a grant that was replaced in between', async () => {
    const home = aGatewayWorld({ gateway: ['tokenRefused'] });
    const late: typeof home.deps.tokens.revoke = () => Promise.resolve('overtaken');
    const deps = { ...home.deps, tokens: { ...home.deps.tokens, revoke: late } };
    const { outcome } = await sendToGateway(deps, holder, (token) => ({ token }), deadlineIn(home.now, 5_500));
    expect(outcome).toBe('unavailable');
  });
});

describe('other answers of the gateway', () => {
  test.each<[GatewayReply['outcome'], string, 'valid' | 'revoked']>([
    ['skillDisabled', 'grantRevoked', 'revoked'],
    ['noPermission', 'rejected', 'valid'],
    ['invalidMessage', 'rejected', 'valid'],
    ['reinstall', 'reinstallSkill', 'valid'],
    ['tooLarge', 'tooLarge', 'valid'],
    ['throttled', 'throttled', 'valid'],
    ['unavailable', 'unavailable', 'valid'],
    ['unknown', 'unknown', 'valid'],
  ])('after %s, returns %s with the grant %s and does not send again', async (reply, outcome, state) => {
    const home = aGatewayWorld({ gateway: [reply] });
    expect((await send(home)).outcome).toBe(outcome);
    expect(home.access()?.state).toBe(state);
    expect(home.sent).toHaveLength(1);
    expect(home.refreshes).toEqual([]);
  });

  test('stores that the skill was disabled', async () => {
    const home = aGatewayWorld({ gateway: ['skillDisabled'] });
    await send(home);
    expect(home.access()).toMatchObject({ state: 'revoked', revokedAs: 'skillDisabled' });
  });

  test('returns that the skill is off only if Amazon reported it', async () => {
    expect((await send(aGatewayWorld({ gateway: ['skillDisabled'] }))).skillIsOff).toBe(true);
    const refused = await send(aGatewayWorld({ gateway: ['tokenRefused', 'tokenRefused'] }));
    expect(refused).toMatchObject({ outcome: 'grantRevoked' });
    expect(refused).not.toHaveProperty('skillIsOff');
  });

  test.each([
    ['INVALID_REQUEST_EXCEPTION', 'malformed'],
    ['SOMETHING_NEW', 'rejected'],
  ])(
    'after status 400 with %s, returns %s, because only Amazon knows that a message can never succeed',
    async (code, outcome) => {
      const home = aGatewayWorld({ gateway: [] });
      home.deps.gateway.send = () => Promise.resolve({ outcome: 'invalidMessage', code, status: 400 });
      expect((await send(home)).outcome).toBe(outcome);
    },
  );

  test('raises an alarm for our own mistakes, but not for transient failures', async () => {
    const mistake = aGatewayWorld({ gateway: ['noPermission'] });
    await send(mistake);
    expect(mistake.logged).toEqual(['gateway.misconfigured']);
    const weather = aGatewayWorld({ gateway: ['unavailable'] });
    await send(weather);
    expect(weather.logged).toEqual(['gateway.notTaken']);
  });

  test('returns the retry delay that Amazon requests', async () => {
    expect(await send(aGatewayWorld({ gateway: ['throttled'] }))).toMatchObject({ retryAfterSeconds: 7 });
  });
});

describe('messages that did not arrive', () => {
  test('resends a message that cannot have arrived', async () => {
    const home = aGatewayWorld({ gateway: ['notSent', 'accepted'] });
    expect((await send(home)).outcome).toBe('sent');
    expect(home.sent).toHaveLength(2);
  });

  test('does not send a message a third time', async () => {
    const home = aGatewayWorld({ gateway: ['notSent'] });
    expect((await send(home)).outcome).toBe('unavailable');
    expect(home.sent).toHaveLength(2);
  });
});

describe('mayArrive', () => {
  test.each<[readonly GatewayReply['outcome'][], boolean[]]>([
    [['accepted'], [true]],
    [['unknown'], [true]],
    [['throttled'], [true, false]],
    [
      ['notSent', 'accepted'],
      [true, false, true],
    ],
    [
      ['tokenRefused', 'accepted'],
      [true, false, true],
    ],
    [
      ['neverEnabled', 'accepted'],
      [true, false, true],
    ],
  ])('notifies the caller whether a message may have arrived after %j', async (gateway, told) => {
    const home = aGatewayWorld({ gateway });
    const heard: boolean[] = [];
    const deadline = deadlineIn(home.now, 5_500);
    const options = { mayArrive: (may: boolean) => void heard.push(may) };
    await sendToGateway(home.deps, holder, (token) => ({ token }), deadline, options);
    expect(heard).toEqual(told);
  });
});

describe('ids for tracing', () => {
  test("logs the id of the run in every line, and returns Amazon's id of the last call", async () => {
    const home = aGatewayWorld();
    const lines: object[] = [];
    const replies: GatewayReply[] = [
      { outcome: 'tokenRefused', status: 401, requestId: 'amazon-1' },
      { outcome: 'throttled', status: 429, code: 'THROTTLING_EXCEPTION', requestId: 'amazon-2' },
    ];
    const deps: SendDeps = {
      ...home.deps,
      gateway: { regions: ['NA'], send: () => Promise.resolve(replies.shift() ?? { outcome: 'accepted' }) },
      log: (event, details) => void lines.push({ event, ...details }),
    };
    const deadline = deadlineIn(home.now, 5_500);
    const sent = await sendToGateway(deps, holder, (token) => ({ token }), deadline, { executionId: 'run-1' });
    expect(sent).toMatchObject({ outcome: 'throttled', amazonRequestId: 'amazon-2' });
    expect(lines).toMatchObject([
      { event: 'gateway.notTaken', executionId: 'run-1', amazonRequestId: 'amazon-1' },
      { event: 'gateway.notTaken', executionId: 'run-1', amazonRequestId: 'amazon-2' },
    ]);
  });
});

describe('deadlines', () => {
  test('limits a call to two and a half seconds, or to the time left', async () => {
    const home = aGatewayWorld();
    await send(home, 5_500);
    await send(home, 700);
    expect(home.sent.map(({ timeoutMs }) => timeoutMs)).toEqual([2500, 700]);
  });

  test('sends nothing after the deadline', async () => {
    const home = aGatewayWorld();
    expect((await send(home, 0)).outcome).toBe('unavailable');
    expect(home.sent).toEqual([]);
  });
});

describe('other regions', () => {
  test('tries the other regions, and stores the region that accepts the grant', async () => {
    const home = aGatewayWorld({ gateway: ['neverEnabled', 'neverEnabled', 'accepted'] });
    expect((await send(home)).outcome).toBe('sent');
    expect(home.sent.map(({ region }) => region)).toEqual(['NA', 'EU', 'FE']);
    expect(home.access()?.region).toBe('FE');
  });

  test.each([
    ['never ends', () => Promise.withResolvers<void>().promise],
    ['fails', () => Promise.reject(new Error('table down'))],
  ])('returns sent when storing the region %s', async (_, setRegion) => {
    const home = aGatewayWorld({ gateway: ['neverEnabled', 'accepted'] });
    const deps = { ...home.deps, tokens: { ...home.deps.tokens, setRegion } };
    const sent = await sendToGateway(deps, holder, (token) => ({ token }), deadlineIn(home.now, 20));
    expect(sent.outcome).toBe('sent');
    expect(home.sent).toHaveLength(2);
    expect(home.logged).toContain('gateway.regionNotKept');
  });

  test('returns the retry delay that another region requests', async () => {
    const home = aGatewayWorld({ gateway: ['neverEnabled', 'throttled'] });
    expect(await send(home)).toMatchObject({ outcome: 'throttled', retryAfterSeconds: 7 });
  });

  test('refreshes a grant that no region knows, and does not revoke it for this reason alone', async () => {
    const home = aGatewayWorld({ gateway: ['neverEnabled'] });
    expect((await send(home)).outcome).toBe('skillNotEnabled');
    expect(home.refreshes).toEqual(['refresh-1']);
    expect(home.access()?.state).toBe('valid');
  });

  test('ends a grant that no region knows when the refresh returns invalid_grant', async () => {
    const home = aGatewayWorld({ gateway: ['neverEnabled'], refresh: { outcome: 'invalidGrant' } });
    expect((await send(home)).outcome).toBe('grantRevoked');
  });

  test('does not refresh a grant within ten minutes of its creation', async () => {
    const home = aGatewayWorld({ gateway: ['neverEnabled'] });
    home.setAccess({ grantedAt: new Date(home.now().getTime() - 599_000).toISOString() });
    expect((await send(home)).outcome).toBe('skillNotEnabled');
    expect(home.refreshes).toEqual([]);
  });

  test('does not try regions without an address', async () => {
    const home = aGatewayWorld({ gateway: ['neverEnabled'], regions: ['NA'] });
    await send(home);
    expect(home.sent).toHaveLength(1);
  });

  test.each(['unknown', 'throttled', 'unavailable'] as const)(
    'stops at a region that answers %s, because it may be the right one',
    async (reply) => {
      const home = aGatewayWorld({ gateway: ['neverEnabled', reply] });
      expect((await send(home)).outcome).toBe(reply);
      expect(home.sent).toHaveLength(2);
    },
  );
});

describe('skill or account unknown to the gateway', () => {
  test.each<readonly GatewayReply['outcome'][]>([['reinstall'], ['neverEnabled']])(
    'stores that the skill is unknown after %s',
    async (reply) => {
      const home = aGatewayWorld({ gateway: [reply] });
      await send(home);
      expect(home.access()).toMatchObject({ state: 'valid', unknownAt: home.now().toISOString() });
    },
  );

  test('keeps the time at which the skill was first unknown', async () => {
    const home = aGatewayWorld({ gateway: ['reinstall'] });
    await send(home);
    const since = home.access()?.unknownAt;
    home.advance(60_000);
    await send(home);
    expect(home.access()?.unknownAt).toBe(since);
  });

  test.each<[string, readonly GatewayReply['outcome'][]]>([
    ['here', ['accepted']],
    ['in another region', ['neverEnabled', 'accepted']],
  ])('clears the mark when the next event is accepted %s', async (_, gateway) => {
    const home = aGatewayWorld({ gateway, access: { unknownAt: '2026-11-20T11:00:00.000Z' } });
    expect((await send(home)).outcome).toBe('sent');
    expect(home.access()).toMatchObject({ unknownAt: undefined });
  });

  test.each<[string, readonly GatewayReply['outcome'][], number]>([
    ['the grant may not be distributed yet', ['neverEnabled'], 599_000],
    ['the skill or account is unknown because the grant is new', ['reinstall'], 599_000],
    ['another region may be the right one', ['neverEnabled', 'throttled'], 3_600_000],
    ['there was an outage', ['unavailable'], 3_600_000],
    ['the message was refused', ['noPermission'], 3_600_000],
  ])('does not mark the skill as unknown when %s', async (_, gateway, ageMs) => {
    const home = aGatewayWorld({ gateway });
    home.setAccess({ grantedAt: new Date(home.now().getTime() - ageMs).toISOString() });
    await send(home);
    expect(home.access()?.unknownAt).toBeUndefined();
  });

  test.each<readonly GatewayReply['outcome'][]>([['reinstall'], ['neverEnabled']])(
    'queues a check ten minutes after a new permission when the answer is %s',
    async (reply) => {
      const home = aGatewayWorld({ gateway: [reply] });
      const grantedAt = new Date(home.now().getTime() - 240_000);
      home.setAccess({ grantedAt: grantedAt.toISOString() });
      await send(home);
      const dueAt = new Date(grantedAt.getTime() + 600_000);
      expect(home.gatewayChecks).toEqual([{ workspaceId: 7, dueAt }]);
      home.advance(360_000);
      await send(home);
      expect(home.gatewayChecks).toHaveLength(1);
      expect(home.access()).toMatchObject({ unknownAt: dueAt.toISOString() });
    },
  );

  test('queues no check when the gateway accepts a message of a new permission', async () => {
    const home = aGatewayWorld({ gateway: ['accepted'] });
    home.setAccess({ grantedAt: home.now().toISOString() });
    await send(home);
    expect(home.gatewayChecks).toEqual([]);
  });

  test('answers a run when the check cannot be queued', async () => {
    const home = aGatewayWorld({ gateway: ['reinstall'] });
    home.setAccess({ grantedAt: home.now().toISOString() });
    const scheduleGatewayCheck = () => Promise.reject(new Error('table down'));
    const deps = { ...home.deps, tokens: { ...home.deps.tokens, scheduleGatewayCheck } };
    const sent = await sendToGateway(deps, holder, (token) => ({ token }), deadlineIn(home.now, 5_500));
    expect(sent.outcome).toBe('reinstallSkill');
    expect(home.logged).toContain('gateway.knownNotKept');
  });

  test.each([
    ['takes too long', () => Promise.withResolvers<void>().promise],
    ['fails', () => Promise.reject(new Error('table down'))],
  ])('returns the same answer when storing the mark %s', async (_, setKnown) => {
    const home = aGatewayWorld({ gateway: ['reinstall'] });
    const deps = { ...home.deps, tokens: { ...home.deps.tokens, setKnown } };
    const sent = await sendToGateway(deps, holder, (token) => ({ token }), deadlineIn(home.now, 20));
    expect(sent.outcome).toBe('reinstallSkill');
    expect(home.logged).toContain('gateway.knownNotKept');
  });
});

describe('refusal without a reason', () => {
  test('tries the refresh token after a refusal without a reason, and keeps the grant if it works', async () => {
    const home = aGatewayWorld({ gateway: ['forbidden'] });
    expect((await send(home)).outcome).toBe('rejected');
    expect(home.refreshes).toEqual(['refresh-1']);
    expect(home.sent).toHaveLength(1);
  });

  test('ends the grant after a refusal without a reason only on invalid_grant', async () => {
    const home = aGatewayWorld({ gateway: ['forbidden'], refresh: { outcome: 'invalidGrant' } });
    expect((await send(home)).outcome).toBe('grantRevoked');
  });
});
