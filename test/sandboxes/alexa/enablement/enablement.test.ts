import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { startSandboxes, type Sandboxes } from '../../index.ts';
import { dig } from '../check.ts';
import { sampleEndpoint, samplePress, sampleSkill } from '../sample-skill.ts';
import { anAlexa, callback } from './an-alexa.ts';

const { state, skill } = sampleSkill(() => sandboxes.url);
let sandboxes: Sandboxes;
let alexa: ReturnType<typeof anAlexa>;
let clock = new Date('2026-11-20T12:00:00Z');
let grantees: string[] = [];
let answering: Promise<unknown> | undefined;
let pause = (_ms: number) => Promise.resolve();

beforeAll(async () => {
  sandboxes = await startSandboxes({
    appUrl: 'http://app.test',
    now: () => clock,
    pause: (ms) => pause(ms),
    skillEndpoint: async (event, signal) => {
      const grantee = dig(event, 'directive', 'payload', 'grantee', 'token');
      if (typeof grantee === 'string') grantees.push(sandboxes.amazon.personOf(grantee) ?? '');
      await answering;
      return skill(event, signal);
    },
    skillEvents: () => Promise.resolve(null),
  });
  alexa = anAlexa(sandboxes.url);
});
beforeEach(async () => {
  clock = new Date('2026-11-20T12:00:00Z');
  grantees = [];
  answering = undefined;
  pause = () => Promise.resolve();
  Object.assign(state, { refuseGrants: false, endpoints: [sampleEndpoint('trg-1', 'Boa noite')] });
  for (const name of ['alexa', 'amazon']) await alexa.client.json(`/${name}/_reset`, {});
});
afterAll(() => sandboxes.close());

const refused = { status: 400, body: { message: 'Invalid account linking credentials' } };
const linked = { status: 201, body: { accountLink: { status: 'LINKED' }, status: 'ENABLED' } };
const enabled = { skillEnabled: true, accountLinked: true };
const off = { skillEnabled: false, accountLinked: false, devices: [] };
const heardCodes = async () => {
  const calls = z
    .array(z.object({ method: z.string(), path: z.string(), body: z.unknown() }))
    .parse((await alexa.client.get('/alexa/_heard')).body);
  const posts = calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/enablement'));
  return posts.map(({ body }) => dig(body, 'accountLinkRequest', 'authCode'));
};

describe('enabling', () => {
  test('redeems the code, sends AcceptGrant, answers 201 and then discovers devices', async () => {
    const token = await alexa.linkingToken();
    expect((await alexa.get({ token })).status).toBe(404);
    const authCode = await alexa.authCode();
    expect(await alexa.post({ token }, authCode)).toMatchObject(linked);
    expect(grantees).toEqual(['ana']);
    expect(sandboxes.amazon.findCode(authCode)).toBeUndefined();
    await expect.poll(() => alexa.home()).toMatchObject({ ...enabled, devices: [{ deviceId: 'trg-1' }] });
    expect(await alexa.get({ token })).toMatchObject({ ...linked, status: 200 });
    const pressed = await alexa.client.json('/alexa/v3/events', samplePress(state.token, 'trg-1', clock), {
      authorization: `Bearer ${state.token}`,
    });
    expect(pressed.status).toBe(202);
  });

  test('enables the skill in the home of the token and links the account of the code', async () => {
    const token = await alexa.linkingToken('bruno');
    expect(await alexa.post({ token }, await alexa.authCode('ana'))).toMatchObject(linked);
    expect(grantees[0]).toBe('ana');
    expect(await alexa.home('bruno')).toMatchObject(enabled);
    expect(await alexa.home('ana')).toMatchObject(off);
    expect(sandboxes.amazon.personOf(state.token)).toBe('bruno');
  });

  test.each([
    ['already used', async () => spent(await alexa.authCode())],
    ['expired', async () => late(await alexa.authCode())],
    ['unknown', () => Promise.resolve('nonsense')],
    ['for another scope', () => alexa.authCode('ana', { scope: 'profile:user_id' })],
    ['bound to PKCE', () => alexa.authCode('ana', alexa.pkce)],
    [
      "the skill's own",
      () => alexa.authCode('ana', { client_id: 'local-skill-client', scope: 'alexa::skills:account_linking' }),
    ],
  ])('changes nothing when the code is %s', async (_, codeOf) => {
    const authCode = await codeOf();
    const token = await alexa.linkingToken();
    expect(await alexa.post({ token }, authCode)).toEqual(refused);
    expect(await alexa.home()).toMatchObject(off);
    expect(grantees).toEqual([]);
  });
  const spent = async (code: string) => {
    await alexa.post({ token: await alexa.linkingToken('bruno') }, code);
    grantees = [];
    return code;
  };
  const late = (code: string) => {
    clock = new Date(clock.getTime() + 301_000);
    return code;
  };

  test('changes nothing when the redirect address differs from that of the code', async () => {
    const token = await alexa.linkingToken();
    const accountLinkRequest = { redirectUri: `${callback}2`, authCode: await alexa.authCode(), type: 'AUTH_CODE' };
    expect(await alexa.post({ token }, '', { accountLinkRequest })).toEqual(refused);
    expect(await alexa.home()).toMatchObject(off);
  });

  test('fails while Login with Amazon does not answer Alexa', async () => {
    const [token, authCode] = [await alexa.linkingToken(), await alexa.authCode()];
    await alexa.client.json('/amazon/_misbehave', { status: 503, person: 'ana' });
    expect(await alexa.post({ token }, authCode)).toEqual(refused);
  });

  test('reverts when the skill refuses the grant, and succeeds on retry', async () => {
    state.refuseGrants = true;
    const token = await alexa.linkingToken();
    const failed = { status: 201, body: { accountLink: { status: 'NOT_LINKED' }, status: 'ENABLING_FAILED' } };
    expect(await alexa.post({ token }, await alexa.authCode())).toMatchObject(failed);
    expect(await alexa.home()).toMatchObject({ ...off, everEnabled: false });
    state.refuseGrants = false;
    expect(await alexa.post({ token }, await alexa.authCode())).toMatchObject(linked);
  });

  test('reverts when the skill throws instead of replying', async () => {
    answering = Promise.reject(new Error('the skill broke'));
    answering.catch(() => undefined);
    const failed = { status: 201, body: { status: 'ENABLING_FAILED' } };
    expect(await alexa.post({ token: await alexa.linkingToken() }, await alexa.authCode())).toMatchObject(failed);
    expect(await alexa.home()).toMatchObject(off);
  });

  test('takes effect immediately and responds late when ordered', async () => {
    await alexa.order('misbehave', { match: 'POST /alexa/v1', delayMs: 150 });
    const [token, authCode] = [await alexa.linkingToken(), await alexa.authCode()];
    const seen: unknown[] = [];
    pause = async (ms) => void seen.push(ms, await alexa.home());
    expect(await alexa.post({ token }, authCode)).toMatchObject(linked);
    expect(seen).toMatchObject([150, enabled]);
  });

  test('stays disabled when the user disables the skill before it accepts the grant', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answering = promise;
    const enabling = alexa.post({ token: await alexa.linkingToken() }, await alexa.authCode());
    await expect.poll(() => grantees).toEqual(['ana']);
    await alexa.act('disable');
    resolve();
    await enabling;
    expect(await alexa.home()).toMatchObject(off);
  });
});

describe('refused calls', () => {
  test('answers 400 for a lower-case bearer and a malformed message', async () => {
    const token = await alexa.linkingToken();
    const path = '/alexa/v1/alexaApiEndpoint';
    expect((await alexa.client.get(path, { authorization: `bearer ${token}` })).status).toBe(400);
    expect((await alexa.endpoints(token)).status).toBe(200);
    expect((await alexa.post({ token }, 'x', { accountLinkRequest: { type: 'AUTH_CODE' } })).status).toBe(400);
  });

  test('answers 401 without a valid token', async () => {
    expect((await alexa.client.get('/alexa/v1/alexaApiEndpoint')).status).toBe(401);
    const token = await alexa.linkingToken();
    clock = new Date(clock.getTime() + 3_600_000);
    expect((await alexa.get({ token })).status).toBe(401);
  });

  test('answers 403 for a token of the other client or for events only', async () => {
    for (const [client, scope] of [
      ['local-web-client', 'profile'],
      ['local-skill-client', 'alexa::async_event:write'],
    ] as const) {
      const token = sandboxes.amazon.grant('ana', client, scope).access.token;
      expect((await alexa.get({ token })).status).toBe(403);
      expect((await alexa.post({ token }, await alexa.authCode())).status).toBe(403);
      expect((await alexa.endpoints(token)).status).toBe(403);
    }
  });

  test('answers 404 for another skill or stage, a PUT, and a missing account link request', async () => {
    const token = await alexa.linkingToken();
    expect((await alexa.get({ token, skillId: 'amzn1.ask.skill.other' })).status).toBe(404);
    expect((await alexa.post({ token }, await alexa.authCode(), { stage: 'certified' })).status).toBe(404);
    expect((await alexa.put({ token })).status).toBe(404);
    expect((await alexa.post({ token }, '', { accountLinkRequest: undefined })).status).toBe(404);
    expect((await alexa.delete({ token })).status).toBe(404);
    expect(await alexa.home()).toMatchObject(off);
  });

  test('answers incorrectEndpoint in the wrong region and does not redeem the code', async () => {
    await alexa.act('region', { region: 'EU' });
    const [token, authCode] = [await alexa.linkingToken(), await alexa.authCode()];
    const wrong = { status: 400, body: { code: 'incorrectEndpoint' } };
    for (const region of ['', '/fe'] as const) {
      expect(await alexa.post({ token, region }, authCode)).toMatchObject(wrong);
      expect(await alexa.get({ token, region })).toMatchObject(wrong);
      expect(await alexa.delete({ token, region })).toMatchObject(wrong);
    }
    expect(await alexa.post({ token, region: '/eu' }, authCode)).toMatchObject(linked);
  });

  test.each([
    ['invalidCredentials', 400],
    ['badRequest', 400],
    ['incorrectEndpoint', 400],
    ['unauthorized', 401],
    ['forbidden', 403],
    ['notFound', 404],
    ['conflict', 409],
    ['tooManyRequests', 429],
    ['internalError', 500],
    ['unavailable', 503],
  ])('answers %s when ordered and changes nothing', async (code, status) => {
    const [token, authCode] = [await alexa.linkingToken(), await alexa.authCode()];
    for (const order of [{ code }, { status }]) {
      await alexa.order('misbehave', { ...order, match: 'POST /alexa/v1', person: 'ana' });
      expect((await alexa.get({ token })).status).toBe(404);
      const answer = await alexa.post({ token }, authCode);
      expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
    }
    for (const call of [() => alexa.get({ token }), () => alexa.delete({ token }), () => alexa.endpoints(token)]) {
      await alexa.order('misbehave', { code });
      expect((await call()).status).toBe(status);
    }
    expect(await alexa.home()).toMatchObject(off);
    expect(await alexa.post({ token }, authCode)).toMatchObject(linked);
  });

  test('cuts the connection before or after the effect and records every code', async () => {
    const token = await alexa.linkingToken();
    const [first, second] = [await alexa.authCode(), await alexa.authCode()];
    await alexa.order('misbehave', { match: 'POST /alexa/v1', cut: 'before' });
    await expect(alexa.post({ token }, first)).rejects.toThrow('fetch failed');
    expect(await alexa.home()).toMatchObject(off);
    await alexa.order('misbehave', { match: 'POST /alexa/v1', cut: 'after' });
    await expect(alexa.post({ token }, second)).rejects.toThrow('fetch failed');
    await expect.poll(() => alexa.home()).toMatchObject({ ...enabled, devices: [{ deviceId: 'trg-1' }] });
    expect(await heardCodes()).toEqual([second, first]);
  });
});

describe('alexaApiEndpoint', () => {
  const host = () => new URL(sandboxes.url).host;

  test('returns the region of the home on every base address', async () => {
    const token = await alexa.linkingToken();
    expect((await alexa.endpoints(token)).body).toEqual({ endpoints: [`${host()}/alexa`] });
    await alexa.act('region', { region: 'FE' });
    expect((await alexa.endpoints(token, '/eu')).body).toEqual({ endpoints: [`${host()}/alexa/fe`] });
  });

  test('returns several regions when ordered', async () => {
    await alexa.order('enablement', { person: 'ana', endpoints: ['NA', 'EU'] });
    const token = await alexa.linkingToken();
    expect((await alexa.endpoints(token)).body).toEqual({ endpoints: [`${host()}/alexa`, `${host()}/alexa/eu`] });
  });
});

describe('disabling', () => {
  test('ends link, tokens, consent, grant and devices, by API call or in the home', async () => {
    const byCall = (token: string) => alexa.delete({ token });
    const inHouse = () => alexa.act('disable');
    for (const [disable, status] of [
      [byCall, 204],
      [inHouse, 200],
    ] as const) {
      const token = await alexa.linkingToken();
      await alexa.post({ token }, await alexa.authCode());
      expect((await disable(token)).status).toBe(status);
      expect(await alexa.home()).toMatchObject(off);
      expect((await alexa.get({ token })).status).toBe(401);
      expect(sandboxes.amazon.hasConsent('ana', 'local-skill-client', 'alexa::skills:account_linking')).toBe(false);
      const { refresh } = sandboxes.amazon.snapshot();
      expect(refresh.filter(({ token: one }) => sandboxes.amazon.rotate(one, 'local-skill-client'))).toEqual([]);
      const press = samplePress(state.token, 'trg-1', clock);
      const sent = await alexa.client.json('/alexa/v3/events', press, { authorization: `Bearer ${state.token}` });
      expect(sent.body).toMatchObject({ payload: { code: 'SKILL_DISABLED_EXCEPTION' } });
    }
  });

  test('creates another user id for the same person on enabling again', async () => {
    const users = [];
    for (let i = 0; i < 2; i += 1) {
      await alexa.post({ token: await alexa.linkingToken() }, await alexa.authCode());
      users.push((await alexa.home())['userId']);
      await alexa.act('disable');
    }
    expect(users).toEqual([
      expect.stringMatching(/^amzn1\.ask\.account\./),
      expect.stringMatching(/^amzn1\.ask\.account\./),
    ]);
    expect(users[0]).not.toBe(users[1]);
  });
});

test('keeps the skill enabled when the grant is revoked at Amazon, and sends a new grant on new linking', async () => {
  await alexa.post({ token: await alexa.linkingToken() }, await alexa.authCode());
  await alexa.client.json('/amazon/_revoke', { person: 'ana', client: 'skill' });
  const token = await alexa.linkingToken();
  expect(await alexa.get({ token })).toMatchObject({ status: 200, body: { status: 'ENABLED' } });
  const before = state.token;
  expect(await alexa.post({ token }, await alexa.authCode())).toMatchObject(linked);
  expect(state.token).not.toBe(before);
  expect(sandboxes.amazon.findAccess(state.token)).toBeDefined();
});
