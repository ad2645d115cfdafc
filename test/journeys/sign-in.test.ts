import { expect, inject, test } from 'vitest';

import { cookieJar } from '../local/browser-like.ts';
import { refusalIn } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { misbehave } from './kit/orders.ts';
import { newcomer, personAt } from './kit/person.ts';
import { begin, pageOf, upToCallback, upToCancelled, type SignInProvider } from './kit/trip.ts';

const guest = guests('signIn');
const newBrowser = () => cookieJar(inject('stack').appUrl);
const providers = ['google', 'amazon'] as const satisfies readonly SignInProvider[];
const sessionExpired = { status: 401, errorKey: 'auth.sessionExpired' };

test(
  'creates a user with one default workspace at the first sign-in and finds both later',
  { tags: ['spec-8.1', 'spec-8.2', 'spec-257.1'] },
  async () => {
    const first = await newcomer(guest(), { defaultWorkspaceName: 'Minha casa' });
    const again = await newcomer(first.name, { defaultWorkspaceName: 'Another name' });
    expect(await again.whoAmI()).toEqual(await first.whoAmI());
    expect(await again.workspaces()).toEqual([
      expect.objectContaining({ name: 'Minha casa', defaultWorkspace: true, status: 'ATIVO' }),
    ]);
  },
);

test(
  'creates one user with one workspace for two concurrent first sign-ins',
  { tags: ['spec-8.1', 'spec-8.2'] },
  async () => {
    const name = guest();
    const [one, two] = await Promise.all([newcomer(name), newcomer(name)]);
    expect((await one.whoAmI()).id).toBe((await two.whoAmI()).id);
    expect(await one.workspaces()).toHaveLength(1);
    expect(await two.workspaces()).toEqual(await one.workspaces());
  },
);

test('treats the same e-mail at Amazon and at Google as two users', async () => {
  const name = guest();
  const [atGoogle, atAmazon] = [await newcomer(name), await newcomer(name, { provider: 'amazon' })];
  const [google, amazon] = [await atGoogle.whoAmI(), await atAmazon.whoAmI()];
  expect(google.email).toBe(amazon.email);
  expect(google.id).not.toBe(amazon.id);
});

test.each(providers)(
  'redirects to the sign-in page without a session when the user cancels at %s',
  async (provider) => {
    const browser = newBrowser();
    const callback = await upToCancelled(browser, provider);
    expect(pageOf(await browser.hop(callback.href))).toBe('/login?error=auth.cancelled');
    expect(refusalIn(await browser.get('/api/auth/user'))).toEqual(sessionExpired);
  },
);

test.each(providers)('accepts a callback of %s only once', { tags: 'spec-7.1' }, async (provider) => {
  const browser = newBrowser();
  const callback = await upToCallback(browser, provider, guest());
  expect(pageOf(await browser.hop(callback.href))).toBe('/dashboard');
  const replayed = await browser.hop(callback.href);
  expect(pageOf(replayed)).toBe('/login?error=auth.stateInvalid');
  expect(replayed.headers.getSetCookie().filter((line) => line.startsWith('session='))).toEqual([]);
});

test.each(providers)(
  'accepts a callback of %s only in the browser that started',
  { tags: 'threat-login-csrf' },
  async (provider) => {
    const [mine, other] = [newBrowser(), newBrowser()];
    const callback = await upToCallback(mine, provider, guest());
    expect(pageOf(await other.hop(callback.href))).toBe('/login?error=auth.stateInvalid');
    expect(refusalIn(await other.get('/api/auth/user'))).toEqual(sessionExpired);
    expect(pageOf(await mine.hop(callback.href))).toBe('/dashboard');
  },
);

test('rejects callbacks of another provider and callbacks with an invented state', async () => {
  const browser = newBrowser();
  const callback = await upToCallback(browser, 'google', guest());
  const crossed = callback.href.replace('/google/callback', '/amazon/callback');
  expect(pageOf(await browser.hop(crossed))).toBe('/login?error=auth.stateInvalid');
  for (const query of ['', '?code=x', '?code=x&state=made-up']) {
    expect(pageOf(await browser.hop(`/api/auth/google/callback${query}`))).toBe('/login?error=auth.stateInvalid');
  }
});

test.each(providers)(
  'rejects an invented code with a valid state from %s',
  { tags: 'spec-331.1' },
  async (provider) => {
    const browser = newBrowser();
    const { authorize } = await begin(browser, `/api/auth/${provider}`);
    const query = new URLSearchParams({ code: 'made-up', state: authorize.searchParams.get('state') ?? '' });
    const back = await browser.hop(`/api/auth/${provider}/callback?${query.toString()}`);
    expect(pageOf(back)).toBe('/login?error=auth.providerRefused');
  },
);

test.each([
  ['was issued by another issuer', { iss: 'https://accounts.example.com' }],
  ['was made for another client', { aud: 'another-client' }],
  [
    'was made for several clients and requested by another',
    { aud: ['local-google-client', 'another'], azp: 'another' },
  ],
  ['belongs to another attempt', { nonce: 'another-attempt' }],
  ['belongs to no attempt', { nonce: null }],
  ['has expired', { exp: Math.floor(Date.now() / 1000) - 7200, iat: Math.floor(Date.now() / 1000) - 10_800 }],
  ['never expires', { exp: null }],
  ['has no subject', { sub: null }],
  ['is not signed', { alg: 'none' }],
  ['is signed with the public key as a password', { alg: 'HS256' }],
  ['is signed by a key that Google never published', { key: 'unknown' }],
  ['names a key of Google that did not sign it', { key: 'forged' }],
])('rejects an ID token that %s', { tags: ['spec-331.1', 'threat-id-token'] }, async (_, idToken) => {
  const browser = newBrowser();
  const callback = await upToCallback(browser, 'google', 'davi');
  const code = new URLSearchParams({ code: callback.searchParams.get('code') ?? '' }).toString();
  await misbehave('google', { match: '/token', matchBody: code, idToken });
  expect(pageOf(await browser.hop(callback.href))).toBe('/login?error=auth.providerRefused');
  expect(refusalIn(await browser.get('/api/auth/user'))).toEqual(sessionExpired);
});

test.each([
  ['google', '/token'],
  ['amazon', '/auth/o2/token'],
] as const)(
  'reports a transient failure at %s and starts no session',
  { tags: 'spec-331.1' },
  async (provider, match) => {
    const browser = newBrowser();
    const callback = await upToCallback(browser, provider, 'davi');
    const matchBody = new URLSearchParams({ code: callback.searchParams.get('code') ?? '' }).toString();
    await misbehave(provider, { match, matchBody, status: 503 });
    expect(pageOf(await browser.hop(callback.href))).toBe('/login?error=auth.providerUnavailable');
    expect(refusalIn(await browser.get('/api/auth/user'))).toEqual(sessionExpired);
  },
);

test.each(providers)(
  'never redirects to another site when signing in with %s',
  { tags: ['spec-256.1', 'spec-257.1'] },
  async (provider) => {
    const { appUrl, sandboxUrl } = inject('stack');
    const elsewhere = 'https://evil.example';
    const names = ['redirect_uri', 'redirect', 'returnTo', 'return_to', 'next', 'url', 'callback', 'state'];
    const query = new URLSearchParams(Object.fromEntries(names.map((name) => [name, elsewhere])));
    query.set('login_hint', 'davi');
    query.set('defaultWorkspaceName', '//evil.example');
    const browser = newBrowser();
    const begun = await browser.hop(`/api/auth/${provider}?${query.toString()}`, {
      headers: { 'x-forwarded-host': 'evil.example', referer: `${elsewhere}/` },
    });
    const authorize = new URL(begun.headers.get('location') ?? '');
    expect(authorize.origin).toBe(sandboxUrl);
    expect(authorize.searchParams.get('redirect_uri')).toBe(`${appUrl}/api/auth/${provider}/callback`);
    expect(authorize.searchParams.get('state')).not.toContain('evil');
    const consented = await browser.hop(authorize.href);
    const callback = new URL(consented.headers.get('location') ?? '');
    for (const name of names) if (name !== 'state') callback.searchParams.append(name, elsewhere);
    expect(pageOf(await browser.hop(callback.href))).toBe('/dashboard');
  },
);

test(
  'requests a code with PKCE and a new state and nonce for each authorization',
  { tags: 'threat-login-csrf' },
  async () => {
    const asked = await Promise.all(
      [1, 2].map(async () => (await begin(newBrowser(), '/api/auth/google')).authorize.searchParams),
    );
    for (const query of asked) {
      expect(query.get('response_type')).toBe('code');
      expect(query.get('code_challenge_method')).toBe('S256');
    }
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [one, two] = asked.map((query) => query.get(name) ?? '');
      expect(one?.length).toBeGreaterThanOrEqual(43);
      expect(two).not.toBe(one);
    }
  },
);

test('protects the session cookie from scripts and other sites and replaces it at each sign-in', async () => {
  const browser = newBrowser();
  const name = guest();
  const lines: string[] = [];
  for (let round = 1; round <= 2; round += 1) {
    const callback = await upToCallback(browser, 'google', name);
    const back = await browser.hop(callback.href);
    lines.push(...back.headers.getSetCookie().filter((line) => line.startsWith('session=')));
  }
  const [first = '', second = ''] = lines;
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split('; ');
    expect(pair.length).toBeGreaterThanOrEqual('session='.length + 43);
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']));
    expect(line).not.toMatch(/Domain=/i);
  }
  const cookieOf = (line: string): string => line.split(';')[0] ?? '';
  expect(cookieOf(second)).not.toBe(cookieOf(first));
  // The earlier cookie of this browser is invalid.
  const old = await newBrowser().get('/api/auth/user', { cookie: cookieOf(first) });
  expect(refusalIn(old)).toEqual(sessionExpired);
  expect((await newBrowser().get('/api/auth/user', { cookie: cookieOf(second) })).status).toBe(200);
});

test(
  'ends the session for every holder of its cookie on sign-out, and accepts a sign-out without a session',
  { tags: ['spec-173.2', 'spec-247.1', 'threat-session-end'] },
  async () => {
    const browser = newBrowser();
    const callback = await upToCallback(browser, 'google', guest());
    const back = await browser.hop(callback.href);
    const cookie =
      back.headers
        .getSetCookie()
        .find((line) => line.startsWith('session='))
        ?.split(';')[0] ?? '';
    expect((await newBrowser().get('/api/auth/user', { cookie })).status).toBe(200);

    const out = await browser.send('POST', '/api/auth/logout');
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=;.*Max-Age=0/)]);
    expect(refusalIn(await browser.get('/api/auth/user'))).toEqual(sessionExpired);
    expect(refusalIn(await newBrowser().get('/api/auth/user', { cookie }))).toEqual(sessionExpired);
    expect((await newBrowser().send('POST', '/api/auth/logout')).status).toBe(204);
  },
);

test('keeps the session of another browser when a user signs out', { tags: 'spec-173.2' }, async () => {
  const [phone, laptop] = [newBrowser(), newBrowser()];
  const name = guest();
  await phone.signIn('google', name);
  await laptop.signIn('google', name);
  await phone.send('POST', '/api/auth/logout');
  expect(await personAt(laptop, name).whoAmI()).toMatchObject({ email: `${name}@example.com` });
});

test.each(['session=made-up', 'session=', 'session=%00', `session=${'a'.repeat(3000)}`, '__Host-session=made-up'])(
  'rejects the invented cookie %#',
  async (cookie) => {
    expect(refusalIn(await newBrowser().get('/api/auth/user', { cookie }))).toEqual(sessionExpired);
  },
);

test.each([
  ['empty', ''],
  ['only spaces', '   '],
  ['only invisible fillers', '\u3164\u3164\u3164'],
])('replaces the requested default workspace name when it is %s', async (_, wanted) => {
  const person = await newcomer(guest(), { defaultWorkspaceName: wanted });
  expect((await person.current()).name).toBe('Workspace');
});

test('cuts an overlong default workspace name between two characters', async () => {
  const person = await newcomer(guest(), { defaultWorkspaceName: `${'a'.repeat(108)}👨‍👩‍👧${'b'.repeat(400)}` });
  expect((await person.current()).name).toBe('a'.repeat(108));
});
