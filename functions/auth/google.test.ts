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

/** A whole sign-in with Google, whose ID token is changed in one way. */
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
  test('asks for openid, e-mail and name with PKCE, state and nonce, and passes on who probably signs in', async () => {
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

  test('makes the person with the default workspace', async () => {
    const { end, browser, records } = await signInWith();
    expect(end).toBe('/dashboard null');
    const user = JSON.parse((await browser.call('GET /api/auth/user')).body ?? '');
    expect(user).toMatchObject({ name: 'Ana Souza', email: 'ana@example.com', signedInWith: 'google' });
    expect([...records.workspaces.values()]).toMatchObject([{ name: 'Casa' }]);
  });

  /** https://developers.google.com/identity/openid-connect/reference */
  test('takes the issuer without its scheme, in the token and in the directory, as legacy implementations get it', async () => {
    expect((await signInWith({ iss: 'google.test' })).end).toBe('/dashboard null');
    const world = await aSignIn();
    world.providers.googleDiscovery = () => anAnswer(200, { ...addresses, issuer: 'google.test' });
    expect((await signInWith({}, {}, world)).end).toBe('/dashboard null');
  });

  test('takes an address that Google verified in the words of its older endpoints', async () => {
    const { browser } = await signInWith({ email_verified: 'true' });
    expect(JSON.parse((await browser.call('GET /api/auth/user')).body ?? '').email).toBe('ana@example.com');
  });

  test.each([[false], [undefined], ['false'], ['yes']])(
    'keeps no address that Google did not verify: %s',
    async (verified) => {
      const { end, browser } = await signInWith({ email_verified: verified });
      expect(end).toBe('/dashboard null');
      expect(JSON.parse((await browser.call('GET /api/auth/user')).body ?? '')).not.toHaveProperty('email');
    },
  );

  test('keeps no address that Google vouches for no longer', async () => {
    const { world } = await signInWith();
    const { browser } = await signInWith({ email_verified: false }, {}, world);
    expect(JSON.parse((await browser.call('GET /api/auth/user')).body ?? '')).not.toHaveProperty('email');
  });

  test('keeps a name without what moves a cursor or turns text around', async () => {
    const { browser } = await signInWith({ name: 'Ana\u001b]0;x\u0007 \u202eSouza\ud83d' });
    expect(JSON.parse((await browser.call('GET /api/auth/user')).body ?? '').name).toBe('Ana ]0;x Souza\ufffd');
  });

  test('shortens a name of 6,000 letters and keeps no address of 3,000', async () => {
    const { end, browser } = await signInWith({ name: '🏠'.repeat(6000), email: `${'a'.repeat(3000)}@example.com` });
    expect(end).toBe('/dashboard null');
    const user = JSON.parse((await browser.call('GET /api/auth/user')).body ?? '');
    expect(user).toMatchObject({ name: '🏠'.repeat(110) });
    expect(user).not.toHaveProperty('email');
  });

  test('never finds the person who signed in at Amazon with the same e-mail', async () => {
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

  test('does not accept the same return twice', async () => {
    const { browser, back } = await signInWith();
    const page = await browser.go(callback, back);
    expect(page.searchParams.get('error')).toBe('auth.stateInvalid');
  });
});

describe('an ID token is refused', () => {
  test.each<[string, Changes | ((at: Date) => Changes)]>([
    ['of another issuer', { iss: 'https://evil.test' }],
    ['of an issuer over plain http', { iss: 'http://google.test' }],
    ['of an issuer at another path', { iss: 'google.test/other' }],
    ['for another client', { aud: 'their-client' }],
    ['for several clients without saying which one asked', { aud: ['our-client', 'their-client'] }],
    ['for us but asked for by another client', { azp: 'their-client' }],
    ['with the nonce of another attempt', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['without an expiry', { exp: undefined }],
    ['that expired', (at) => ({ iat: seconds(at) - 7200, exp: seconds(at) - 3600 })],
    ['that expired a minute ago', (at) => ({ exp: seconds(at) - 60 })],
    ['that is not valid yet', (at) => ({ nbf: seconds(at) + 3600 })],
    ['for nobody', { sub: '' }],
    ['without a subject', { sub: undefined }],
    ['with a subject of 256 letters', { sub: 'a'.repeat(256) }],
  ])('%s', async (_, changes) => {
    const { end, records } = await signInWith(changes);
    expect(end).toBe('/login auth.providerRefused');
    expect(records.users.size).toBe(0);
  });

  test('without a signature', async () => {
    expect((await signInWith({}, { alg: 'none' })).end).toBe('/login auth.providerRefused');
  });

  test('that is signed with the public key as if it were a shared secret', { tags: 'threat-id-token' }, async () => {
    const { google } = await aSignIn();
    const publicKey = await importJWK(google.publicJwk, 'RS256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('an RSA key was expected');
    const key = new TextEncoder().encode(await exportSPKI(publicKey));
    expect((await signInWith({}, { alg: 'HS256', key })).end).toBe('/login auth.providerRefused');
  });

  test("that is signed by another algorithm, though with Google's own key", async () => {
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

  test("that is signed by another party under the name of Google's key, or under an unknown one", async () => {
    const { privateKey: key } = await generateKeyPair('RS256');
    expect((await signInWith({}, { key })).end).toBe('/login auth.providerRefused');
    expect((await signInWith({}, { key, kid: 'unknown' })).end).toBe('/login auth.providerRefused');
  });

  test('that is none', async () => {
    const { browser, providers } = await aSignIn();
    const ana = browser();
    const page = await ana.go(begin);
    providers.googleToken = () => anAnswer(200, { id_token: 'not-a-token' });
    const end = await ana.go(callback, { code: 'a-code', state: page.searchParams.get('state') ?? '' });
    expect(end.searchParams.get('error')).toBe('auth.providerRefused');
  });
});

describe('when Google fails', () => {
  test.each([
    ['does not know the code', 400, { error: 'invalid_grant' }, 'auth.providerRefused'],
    ['does not know us', 401, { error: 'invalid_client' }, 'auth.googleNotConfigured'],
    ['has too many requests', 429, {}, 'auth.providerUnavailable'],
    ['has trouble', 500, {}, 'auth.providerUnavailable'],
    ['sends no ID token', 200, { access_token: 'only' }, 'auth.providerUnavailable'],
  ])('and %s, the sign-in fails', async (_, status, body, key) => {
    const { browser, providers, platform } = await aSignIn();
    const ana = browser();
    const page = await ana.go(begin);
    providers.googleToken = () => anAnswer(status, body);
    const end = await ana.go(callback, { code: 'a-code', state: page.searchParams.get('state') ?? '' });
    expect(end.searchParams.get('error')).toBe(key);
    expect(platform.sessions.all.size).toBe(0);
  });

  test('with keys that cannot be read, the token is neither accepted nor refused', async () => {
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
    ['does not answer', () => ({ outcome: 'lost' as const })],
    ['is somebody else', () => anAnswer(200, { ...addresses, issuer: 'https://evil.test' })],
    [
      'sends people over plain http',
      () => anAnswer(200, { ...addresses, authorization_endpoint: 'http://google.test' }),
    ],
  ])('and its directory %s, the browser is not redirected to it', async (_, directory) => {
    const { browser, providers } = await aSignIn();
    providers.googleDiscovery = directory;
    const page = await browser().go(begin);
    expect(page.href).toBe(`${appUrl}/login?error=auth.providerUnavailable`);
  });

  test('its addresses are asked for once an hour, its keys once', async () => {
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
