import { exportJWK, exportSPKI, generateKeyPair, importJWK } from 'jose';
import { describe, expect, test } from 'vitest';

import { minutes } from '#test/support/worlds/a-clock.ts';
import { appUrl } from '#test/support/worlds/a-platform.ts';
import { aSignIn, anAnswer } from '#test/support/worlds/a-sign-in.ts';

const begin = 'GET /api/auth/google';
const callback = 'GET /api/auth/google/callback';

type Changes = Record<string, unknown>;
type Signing = Parameters<Awaited<ReturnType<typeof aSignIn>>['google']['idToken']>[1];

type World = Awaited<ReturnType<typeof aSignIn>>;

/** Runs a whole sign-in with Google with a changed ID token. */
async function signInWith(changes: Changes | ((at: Date) => Changes) = {}, signing: Signing = {}, before?: World) {
  const world = before ?? (await aSignIn());
  const { providers, google, platform } = world;
  const browser = world.browser();
  const page = await browser.go(begin, { defaultWorkspaceName: 'Casa' });
  const nonce = page.searchParams.get('nonce') ?? '';
  const now = platform.now();
  const changed = typeof changes === 'function' ? changes(now) : changes;
  providers.googleToken = async () =>
    anAnswer(200, { id_token: await google.idToken({ nonce, now, ...changed }, signing) });
  const back = { code: 'a-code', state: page.searchParams.get('state') ?? '' };
  const end = await browser.go(callback, back);
  return { ...world, world, browser, page, back, end: `${end.pathname} ${end.searchParams.get('error')}` };
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

describe('signing in with Google', () => {
  test('requests openid, e-mail and profile with PKCE, state and nonce, and passes the login hint on', async () => {
    const { browser } = await aSignIn();
    const page = await browser().go(begin, { login_hint: 'ana@example.com' });
    expect(page.origin + page.pathname).toBe('https://google.test/auth');
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      client_id: 'our-client',
      scope: 'openid email profile',
      response_type: 'code',
      redirect_uri: `${appUrl}/api/auth/google/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      login_hint: 'ana@example.com',
    });
  });

  test('creates the user with the default workspace', async () => {
    const { end, browser, records } = await signInWith();
    expect(end).toBe('/dashboard null');
    const user = JSON.parse((await browser.call('GET /api/auth/user')).body ?? '');
    expect(user).toMatchObject({ name: 'Ana Souza', email: 'ana@example.com', signedInWith: 'google' });
    expect([...records.workspaces.values()]).toMatchObject([{ name: 'Casa' }]);
  });

  /** https://developers.google.com/identity/openid-connect/reference */
  test('accepts the issuer without its scheme in the token and in the discovery document', async () => {
    expect((await signInWith({ iss: 'google.test' })).end).toBe('/dashboard null');
    const world = await aSignIn();
    world.providers.googleDiscovery = () => anAnswer(200, { ...addresses, issuer: 'google.test' });
    expect((await signInWith({}, {}, world)).end).toBe('/dashboard null');
  });

  test('accepts an e-mail address when email_verified is text, as in older endpoints', async () => {
    const { browser } = await signInWith({ email_verified: 'true' });
    expect(JSON.parse((await browser.call('GET /api/auth/user')).body ?? '').email).toBe('ana@example.com');
  });

  test.each([[false], [undefined], ['false'], ['yes']])(
    'stores no e-mail address when email_verified is %s',
    async (verified) => {
      const { end, browser } = await signInWith({ email_verified: verified });
      expect(end).toBe('/dashboard null');
      expect(JSON.parse((await browser.call('GET /api/auth/user')).body ?? '')).not.toHaveProperty('email');
    },
  );

  test('removes the e-mail address when it is no longer verified', async () => {
    const { world } = await signInWith();
    const { browser } = await signInWith({ email_verified: false }, {}, world);
    expect(JSON.parse((await browser.call('GET /api/auth/user')).body ?? '')).not.toHaveProperty('email');
  });

  test('removes control characters and bidi controls from a name', async () => {
    const { browser } = await signInWith({ name: 'Ana\u001b]0;x\u0007 \u202eSouza\ud83d' });
    expect(JSON.parse((await browser.call('GET /api/auth/user')).body ?? '').name).toBe('Ana ]0;x Souza\ufffd');
  });

  test('shortens a name of 6,000 characters and stores no e-mail address of 3,000 characters', async () => {
    const { end, browser } = await signInWith({ name: '🏠'.repeat(6000), email: `${'a'.repeat(3000)}@example.com` });
    expect(end).toBe('/dashboard null');
    const user = JSON.parse((await browser.call('GET /api/auth/user')).body ?? '');
    expect(user).toMatchObject({ name: '🏠'.repeat(110) });
    expect(user).not.toHaveProperty('email');
  });

  test('creates another user for an Amazon account with the same e-mail address', async () => {
    const world = await signInWith();
    const other = world.browser;
    other.jar.clear();
    const amazon = await other.go('GET /api/auth/amazon');
    await other.go('GET /api/auth/amazon/callback', {
      code: 'a-code',
      state: amazon.searchParams.get('state') ?? '',
    });
    expect([...world.records.users.values()].map(({ email }) => email)).toEqual(['ana@example.com', 'ana@example.com']);
  });

  test('rejects the same callback a second time', async () => {
    const { browser, back } = await signInWith();
    const page = await browser.go(callback, back);
    expect(page.searchParams.get('error')).toBe('auth.stateInvalid');
  });
});

describe('invalid ID tokens', () => {
  test.each<[string, Changes | ((at: Date) => Changes)]>([
    ['of another issuer', { iss: 'https://evil.test' }],
    ['of an issuer over plain http', { iss: 'http://google.test' }],
    ['of an issuer at another path', { iss: 'google.test/other' }],
    ['for another client', { aud: 'their-client' }],
    ['for several clients without an authorized party', { aud: ['our-client', 'their-client'] }],
    ['for us but requested by another client', { azp: 'their-client' }],
    ['with the nonce of another attempt', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['without an expiry', { exp: undefined }],
    ['that expired', (at) => ({ iat: seconds(at) - 7200, exp: seconds(at) - 3600 })],
    ['that expired a minute ago', (at) => ({ exp: seconds(at) - 60 })],
    ['that is not valid yet', (at) => ({ nbf: seconds(at) + 3600 })],
    ['with an empty subject', { sub: '' }],
    ['without a subject', { sub: undefined }],
    ['with a subject of 256 characters', { sub: 'a'.repeat(256) }],
  ])('rejects an ID token %s', async (_, changes) => {
    const { end, records } = await signInWith(changes);
    expect(end).toBe('/login auth.providerRefused');
    expect(records.users.size).toBe(0);
  });

  test('rejects an ID token without a signature', async () => {
    expect((await signInWith({}, { alg: 'none' })).end).toBe('/login auth.providerRefused');
  });

  test('rejects an ID token whose shared secret is the public key', { tags: 'threat-id-token' }, async () => {
    const { google } = await aSignIn();
    const publicKey = await importJWK(google.publicJwk, 'RS256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('an RSA key was expected');
    const key = new TextEncoder().encode(await exportSPKI(publicKey));
    expect((await signInWith({}, { alg: 'HS256', key })).end).toBe('/login auth.providerRefused');
  });

  test("rejects an ID token that is signed with Google's key but another algorithm", async () => {
    const world = await aSignIn();
    const { alg: _, ...anyAlgorithm } = world.google.publicJwk;
    const ana = world.browser();
    const page = await ana.go(begin);
    const facts = { nonce: page.searchParams.get('nonce') ?? '', now: world.platform.now() };
    const key = await importJWK(await exportJWK(world.google.privateKey), 'PS256');
    world.providers.googleKeys = () => anAnswer(200, { keys: [anyAlgorithm] });
    world.providers.googleToken = async () =>
      anAnswer(200, { id_token: await world.google.idToken(facts, { alg: 'PS256', key }) });
    const end = await ana.go(callback, { code: 'a-code', state: page.searchParams.get('state') ?? '' });
    expect(end.searchParams.get('error')).toBe('auth.providerRefused');
  });

  test("rejects an ID token of another signer with the id of Google's key or an unknown one", async () => {
    const { privateKey: key } = await generateKeyPair('RS256');
    expect((await signInWith({}, { key })).end).toBe('/login auth.providerRefused');
    expect((await signInWith({}, { key, kid: 'unknown' })).end).toBe('/login auth.providerRefused');
  });

  test('rejects an ID token that cannot be parsed', async () => {
    const { browser, providers } = await aSignIn();
    const ana = browser();
    const page = await ana.go(begin);
    providers.googleToken = () => anAnswer(200, { id_token: 'not-a-token' });
    const end = await ana.go(callback, { code: 'a-code', state: page.searchParams.get('state') ?? '' });
    expect(end.searchParams.get('error')).toBe('auth.providerRefused');
  });
});

describe('failures of Google', () => {
  test.each([
    ['does not know the code', 400, { error: 'invalid_grant' }, 'auth.providerRefused'],
    ['does not know our client', 401, { error: 'invalid_client' }, 'auth.googleNotConfigured'],
    ['is rate limiting', 429, {}, 'auth.providerUnavailable'],
    ['fails', 500, {}, 'auth.providerUnavailable'],
    ['sends no ID token', 200, { access_token: 'only' }, 'auth.providerUnavailable'],
  ])('fails the sign-in when Google %s', async (_, status, body, key) => {
    const { browser, providers, platform } = await aSignIn();
    const ana = browser();
    const page = await ana.go(begin);
    providers.googleToken = () => anAnswer(status, body);
    const end = await ana.go(callback, { code: 'a-code', state: page.searchParams.get('state') ?? '' });
    expect(end.searchParams.get('error')).toBe(key);
    expect(platform.sessions.all.size).toBe(0);
  });

  test('reports Google as unavailable when its keys cannot be fetched', async () => {
    const world = await aSignIn();
    world.providers.googleKeys = () => ({ outcome: 'notSent' });
    const ana = world.browser();
    const page = await ana.go(begin);
    const facts = { nonce: page.searchParams.get('nonce') ?? '', now: world.platform.now() };
    world.providers.googleToken = async () => anAnswer(200, { id_token: await world.google.idToken(facts) });
    const end = await ana.go(callback, { code: 'a-code', state: page.searchParams.get('state') ?? '' });
    expect(end.searchParams.get('error')).toBe('auth.providerUnavailable');
  });

  test.each([
    ['cannot be fetched', () => ({ outcome: 'lost' as const })],
    ['has another issuer', () => anAnswer(200, { ...addresses, issuer: 'https://evil.test' })],
    ['has a plain http address', () => anAnswer(200, { ...addresses, authorization_endpoint: 'http://google.test' })],
  ])('does not redirect to Google when the discovery document %s', async (_, directory) => {
    const { browser, providers } = await aSignIn();
    providers.googleDiscovery = directory;
    const page = await browser().go(begin);
    expect(page.href).toBe(`${appUrl}/login?error=auth.providerUnavailable`);
  });

  test('fetches the discovery document once an hour and the keys once', async () => {
    const { heard, browser, platform } = await signInWith();
    const count = (end: string) => heard.filter(({ url }) => url.endsWith(end)).length;
    await browser.go(begin);
    expect([count('openid-configuration'), count('/keys')]).toEqual([1, 1]);
    platform.clock.pass(minutes(61));
    await browser.go(begin);
    expect(count('openid-configuration')).toBe(2);
  });
});

const addresses = {
  issuer: 'https://google.test',
  authorization_endpoint: 'https://google.test/auth',
  token_endpoint: 'https://google.test/token',
  jwks_uri: 'https://google.test/keys',
};
