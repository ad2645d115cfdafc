import { createHash, randomBytes } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { startSandboxes, type Sandboxes } from '../index.ts';
import { redirected, sandboxClient, textOf, type SandboxClient } from '../sandbox-client.ts';
import { defaultClients } from '../world.ts';

const linkingScope = 'alexa::skills:account_linking';
const callback = 'http://app.test/api/auth/amazon/callback';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const web = { client_id: 'local-web-client', client_secret: 'local-web-secret' };
const skillClient = { client_id: 'local-skill-client', client_secret: 'local-skill-secret' };
const wanted = {
  client_id: 'local-web-client',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'profile',
  state: 'my-state',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

let sandboxes: Sandboxes;
let client: SandboxClient;
let clock = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  sandboxes = await startSandboxes({ appUrl: 'http://app.test', now: () => clock });
  client = sandboxClient(sandboxes.url);
});
beforeEach(async () => {
  clock = new Date('2026-11-20T12:00:00Z');
  await client.json('/amazon/_reset', {});
});
afterAll(() => sandboxes.close());

const authorize = (more: Record<string, string> = {}) =>
  client.get(`/amazon/ap/oa?${new URLSearchParams({ ...wanted, ...more }).toString()}`);
const token = (fields: Record<string, string>) => client.form('/amazon/auth/o2/token', fields);
const codeOf = async (person = 'ana') => redirected(await authorize({ login_hint: person }), 'code') ?? '';
const trade = (code: string, more: Record<string, string> = {}) =>
  token({ grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...web, ...more });
const renew = (refresh: string, more: Record<string, string> = {}) =>
  token({ grant_type: 'refresh_token', refresh_token: refresh, ...web, ...more });
const profileWith = (access: string) => client.get('/amazon/user/profile', { authorization: `Bearer ${access}` });

const refused = (name: string) => ({
  status: 400,
  body: { error: 'invalid_grant', error_description: expect.stringContaining(`: ${name}`) },
});

describe('pages', () => {
  test('lists users, asks for consent the first time and never again', async () => {
    const request = new URLSearchParams(wanted).toString();
    expect((await authorize()).text).toMatch(/Ana Souza[^]*Bruno Lima[^]*Carla Reis[^]*Davi Nunes[^]*Cancel/);
    expect((await client.form('/amazon/ap/signin', { request, person: 'ana' })).text).toContain('Ana, allow access?');
    const allowed = await client.form('/amazon/ap/signin', { request, person: 'ana', answer: 'allow' });
    expect(allowed.location.startsWith(callback)).toBe(true);
    expect(redirected(allowed, 'state')).toBe('my-state');
    expect(redirected(await client.form('/amazon/ap/signin', { request, person: 'ana' }), 'code')).toBeTruthy();
  });

  test('lets a user withdraw consent for each client', async () => {
    const refresh = textOf(await trade(await codeOf()), 'refresh_token');
    await trade(await codeOf('bruno'));
    expect((await client.get('/amazon/permissions/ana')).text).toContain('Remove app.test');
    const removed = await client.form('/amazon/permissions/ana', { client: 'local-web-client' });
    expect(removed.location).toMatch(/\/amazon\/permissions\/ana$/);
    expect((await client.get('/amazon/permissions/ana')).text).toContain('Nothing is allowed');
    expect(await renew(refresh)).toMatchObject(refused('refresh_token'));
    expect((await client.get('/amazon/permissions/bruno')).text).toContain('Remove app.test');
    expect((await client.get('/amazon/permissions/nobody')).status).toBe(404);
  });

  test('redirects with access_denied when the user cancels', async () => {
    const request = new URLSearchParams(wanted).toString();
    const cancelled = await client.form('/amazon/ap/signin', { request, answer: 'cancel' });
    expect(redirected(cancelled, 'error')).toBe('access_denied');
    expect(redirected(cancelled, 'state')).toBe('my-state');
  });

  test('keeps a user signed in on request until the sign-out, unless a login_hint is given', async () => {
    const request = new URLSearchParams(wanted).toString();
    const signIn = (fields: Record<string, string>) =>
      fetch(`${sandboxes.url}/amazon/ap/signin`, {
        method: 'POST',
        body: new URLSearchParams({ request, person: 'ana', ...fields }),
        redirect: 'manual',
      });
    expect((await signIn({ answer: 'allow' })).headers.get('set-cookie')).toBeNull();
    const cookie = (await signIn({ keep: 'yes' })).headers.get('set-cookie')?.split(';')[0] ?? '';
    const straight = await client.get(`/amazon/ap/oa?${request}`, { cookie });
    expect((await trade(redirected(straight, 'code') ?? '')).status).toBe(200);
    const hinted = await client.get(`/amazon/ap/oa?${request}&login_hint=bruno`, { cookie });
    const access = textOf(await trade(redirected(hinted, 'code') ?? ''), 'access_token');
    expect((await profileWith(access)).body).toMatchObject({ name: 'Bruno Lima' });
    const out = await fetch(`${sandboxes.url}/amazon/sign-out`);
    expect(out.headers.get('set-cookie')).toMatch(/^amazon-sandbox-session=; Max-Age=0/);
    expect((await authorize()).text).toContain('Choose an account');
  });

  test('preserves the request to stay signed in on the consent page', async () => {
    const request = new URLSearchParams(wanted).toString();
    const asked = await client.form('/amazon/ap/signin', { request, person: 'carla', keep: 'yes' });
    expect(asked.text).toContain('name="keep"');
  });

  test.each([
    ['an unknown client', { client_id: 'someone' }],
    ['an unregistered return address', { redirect_uri: 'http://evil.test/' }],
  ])('does not redirect for %s', async (_, more) => {
    const answer = await authorize({ ...more, login_hint: 'ana' });
    expect(answer).toMatchObject({ status: 400, location: '' });
  });

  test.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'everything' }, 'invalid_scope'],
    [{ code_challenge_method: 'S512' }, 'invalid_request'],
    [{ code_challenge: 'short' }, 'invalid_request'],
    [{ client_id: 'local-skill-client' }, 'invalid_scope'],
    [{ scope: linkingScope }, 'invalid_scope'],
    [{ scope: `profile ${linkingScope}` }, 'invalid_scope'],
    [{ client_id: 'local-skill-client', scope: `profile ${linkingScope}` }, 'invalid_scope'],
  ])('redirects with an error for the invalid request %o', async (more, error) => {
    expect(redirected(await authorize(more), 'error')).toBe(error);
  });
});

describe("the skill's client", () => {
  const ofSkill = { client_id: 'local-skill-client', scope: linkingScope };
  const request = () => new URLSearchParams({ ...wanted, ...ofSkill }).toString();
  const sign = (fields: Record<string, string>) =>
    client.form('/amazon/ap/signin', { request: request(), person: 'ana', ...fields });

  test('asks for a separate consent whose page names the skill and the permissions', async () => {
    await authorize({ login_hint: 'ana' });
    const page = await sign({});
    expect(page.text).toMatch(/enable the skill Recado[^]*link that skill[^]*ana@example.com[^]*Allow[^]*Cancel/);
    expect(page.text).not.toContain('your e-mail');
    expect(redirected(await sign({ answer: 'allow' }), 'scope')).toBe(linkingScope);
    expect(redirected(await sign({}), 'code')).toBeTruthy();
  });

  test('redirects with an error when the user declines, and with a code of another account if chosen', async () => {
    expect(redirected(await sign({ answer: 'cancel' }), 'error')).toBe('access_denied');
    expect((await sign({ answer: 'other' })).text).toContain('Choose an account');
    const answer = await sign({ person: 'bruno', answer: 'allow' });
    expect(sandboxes.amazon.personOf(redirected(answer, 'code') ?? '')).toBe('bruno');
    expect((await sign({})).text).toContain('Ana, allow access?');
  });

  test('skips the page in a kept session with consent, and asks again after the consent is withdrawn', async () => {
    const { headers } = await fetch(`${sandboxes.url}/amazon/ap/signin`, {
      method: 'POST',
      body: new URLSearchParams({ request: request(), person: 'ana', answer: 'allow', keep: 'yes' }),
      redirect: 'manual',
    });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const again = () => client.get(`/amazon/ap/oa?${request()}`, { cookie });
    const code = redirected(await again(), 'code') ?? '';
    expect((await trade(code, skillClient)).status).toBe(200);
    await client.json('/amazon/_revoke', { person: 'ana', client: 'skill' });
    expect((await again()).text).toContain('Ana, allow access?');
  });

  test('exchanges the code with the verifier for tokens without profile access', async () => {
    const codeForSkill = async () => redirected(await authorize({ ...ofSkill, login_hint: 'ana' }), 'code') ?? '';
    expect(await trade(await codeForSkill())).toMatchObject(refused('code'));
    const without = { grant_type: 'authorization_code', code: await codeForSkill(), redirect_uri: callback };
    expect(await token({ ...without, ...skillClient })).toMatchObject(refused('code_verifier'));
    const access = textOf(await trade(await codeForSkill(), skillClient), 'access_token');
    expect((await profileWith(access)).status).toBe(403);
    const info = await client.get(`/amazon/auth/o2/tokeninfo?access_token=${encodeURIComponent(access)}`);
    expect(info.body).toMatchObject({ aud: 'local-skill-client' });
  });

  test('allows the profile scope after a setting is changed', async () => {
    await client.json('/amazon/_settings', { skillMayAskProfile: true });
    const scope = `profile ${linkingScope}`;
    const both = { client_id: 'local-skill-client', scope };
    const page = await client.form('/amazon/ap/signin', {
      request: new URLSearchParams({ ...wanted, ...both }).toString(),
      person: 'ana',
    });
    expect(page.text).toMatch(/enable the skill Recado[^]*your e-mail: ana@example.com/);
    const code = redirected(await authorize({ ...both, login_hint: 'ana' }), 'code') ?? '';
    const access = textOf(await trade(code, skillClient), 'access_token');
    expect((await profileWith(access)).body).toMatchObject({ name: 'Ana Souza' });
    expect(await client.json('/amazon/_settings', { skillMayAskProfil: true })).toMatchObject({ status: 400 });
    expect(await client.json('/amazon/_authorization', { person: 'ana', error: 'made_up' })).toMatchObject({
      status: 400,
    });
  });

  test('uses its own redirect addresses', async () => {
    const { amazonWeb, amazonSkill } = defaultClients;
    const own = { ...amazonSkill, redirectUris: ['http://app.test/skill'] };
    const other = await startSandboxes({ appUrl: 'http://app.test', clients: { amazonWeb, amazonSkill: own } });
    const at = (more: Record<string, string>) =>
      sandboxClient(other.url).get(
        `/amazon/ap/oa?${new URLSearchParams({ ...wanted, ...more, login_hint: 'ana' }).toString()}`,
      );
    expect((await at({ ...ofSkill, redirect_uri: 'http://app.test/skill' })).status).toBe(303);
    expect((await at(ofSkill)).status).toBe(400);
    expect((await at({ redirect_uri: 'http://app.test/skill' })).status).toBe(400);
    expect((await at({})).status).toBe(303);
    await other.close();
  });
});

test('limits an order for one user to that user and records whose call each was', async () => {
  const access = async (person: string) => textOf(await trade(await codeOf(person)), 'access_token');
  const [ofAna, ofBruno] = [await access('ana'), await access('bruno')];
  await client.json('/amazon/_misbehave', { status: 503, person: 'bruno' });
  await client.json('/amazon/_misbehave', { status: 500, person: 'carla' });
  expect((await profileWith(ofAna)).status).toBe(200);
  expect((await profileWith(ofBruno)).status).toBe(503);
  await client.json('/amazon/_misbehave', { next: 0, person: 'carla' });
  const carla = await codeOf('carla');
  expect((await trade(carla)).status).toBe(200);
  const heard = z.array(z.object({ path: z.string(), person: z.optional(z.string()) }));
  const calls = heard.parse((await client.get('/amazon/_heard')).body);
  expect(calls.filter(({ path }) => path !== '/amazon/ap/oa').map((one) => one.person)).toEqual([
    'carla',
    'bruno',
    'ana',
    'bruno',
    'ana',
  ]);
});

describe('tokens', () => {
  test("returns tokens that open the user's profile and name their client", async () => {
    const tokens = await trade(await codeOf());
    expect(tokens.body).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    const access = textOf(tokens, 'access_token');
    expect(access).toMatch(/^Atza\|.{344,}$/);
    expect(textOf(tokens, 'refresh_token')).toMatch(/^Atzr\|/);
    const profile = { name: 'Ana Souza', email: 'ana@example.com' };
    expect((await profileWith(access)).body).toMatchObject(profile);
    const info = await client.get(`/amazon/auth/o2/tokeninfo?access_token=${encodeURIComponent(access)}`);
    expect(info.body).toMatchObject({ aud: 'local-web-client', exp: 3600 });
  });

  test('exchanges a code once, within five minutes, with the right verifier, address and client', async () => {
    const code = await codeOf();
    expect(await trade(code, { code_verifier: verifier.toUpperCase() })).toMatchObject(refused('code_verifier'));
    expect(await trade(code, { redirect_uri: `${callback}2` })).toMatchObject(refused('redirect_uri'));
    expect(await trade(code, skillClient)).toMatchObject(refused('code'));
    expect((await trade(code)).status).toBe(200);
    expect(await trade(code)).toMatchObject(refused('code'));
    const late = await codeOf();
    clock = new Date(clock.getTime() + 301_000);
    expect(await trade(late)).toMatchObject(refused('code'));
  });

  test('rotates refresh tokens and accepts the previous one only for a grace period', async () => {
    const first = textOf(await trade(await codeOf()), 'refresh_token');
    const second = textOf(await renew(first), 'refresh_token');
    expect(second).not.toBe(first);
    clock = new Date(clock.getTime() + 9 * 60_000);
    expect((await renew(first)).status).toBe(200);
    clock = new Date(clock.getTime() + 2 * 60_000);
    expect((await renew(first)).body).toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining(': refresh_token. User may have revoked'),
    });
    expect((await renew(second)).status).toBe(200);
  });

  test('refuses tokens of the other client', async () => {
    const tokens = await trade(await codeOf());
    expect(await renew(textOf(tokens, 'refresh_token'), skillClient)).toMatchObject({ status: 400 });
  });

  test('exchanges AcceptGrant codes only without a redirect address', async () => {
    const scope = 'alexa::async_event:write';
    const code = sandboxes.amazon.newCode({ person: 'ana', clientId: 'local-skill-client', scope });
    const asked = { grant_type: 'authorization_code', code, ...skillClient };
    expect((await token({ ...asked, redirect_uri: callback })).body).toMatchObject({ error: 'invalid_grant' });
    const tokens = await token(asked);
    expect(tokens.status).toBe(200);
    expect((await profileWith(textOf(tokens, 'access_token'))).status).toBe(403);
  });

  test.each([
    ['a wrong secret', { client_secret: 'no' }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'no' }, 401, 'invalid_client'],
    ['an unknown grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['a missing code', { code: '' }, 400, 'invalid_request'],
  ])('refuses a request with %s', async (_, more, status, error) => {
    expect(await trade('x', more)).toMatchObject({ status, body: { error } });
  });

  test('refuses a body that is not a form', async () => {
    const asked = await client.json('/amazon/auth/o2/token', { grant_type: 'refresh_token' });
    expect(asked).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  test('ends tokens after an hour, by control, or with the grant', async () => {
    const tokens = await trade(await codeOf());
    const access = textOf(tokens, 'access_token');
    await client.json('/amazon/_expire', { person: 'bruno' });
    expect((await profileWith(access)).status).toBe(200);
    expect((await client.json('/amazon/_expire', { person: 'ana' })).body).toEqual({ expired: 1 });
    expect(await profileWith(access)).toMatchObject({ status: 400, body: { error: 'invalid_token' } });
    const next = await renew(textOf(tokens, 'refresh_token'));
    clock = new Date(clock.getTime() + 3_600_000);
    expect((await profileWith(textOf(next, 'access_token'))).status).toBe(400);
    expect((await client.json('/amazon/_revoke', { person: 'ana', client: 'web' })).body).toEqual({ revoked: 1 });
    expect((await renew(textOf(next, 'refresh_token'))).body).toMatchObject({ error: 'invalid_grant' });
  });
});
