import { describe, expect, test } from 'vitest';

import { days, minutes } from '#test/support/worlds/a-clock.ts';
import { appUrl } from '#test/support/worlds/a-platform.ts';
import { aSignIn, anAnswer, type Browser } from '#test/support/worlds/a-sign-in.ts';

const begin = 'GET /api/auth/amazon';
const callback = 'GET /api/auth/amazon/callback';

/** Redirects to Amazon and returns the query of the callback. */
async function atAmazon(browser: Browser, query: Record<string, string> = {}) {
  const amazon = await browser.go(begin, query);
  return { amazon, back: { code: 'a-code', state: amazon.searchParams.get('state') ?? '' } };
}

async function signedInAtAmazon(browser: Browser, query?: Record<string, string>): Promise<URL> {
  const { back } = await atAmazon(browser, query);
  return browser.go(callback, back);
}

const asked = async (browser: Browser) => JSON.parse((await browser.call('GET /api/auth/user')).body ?? '');
const errorOf = (page: URL): string => `${page.pathname} ${page.searchParams.get('error')}`;

describe('redirecting to Amazon', () => {
  test('requests a code for our callback with PKCE (S256) and a random state', async () => {
    const { browser } = await aSignIn();
    const { amazon } = await atAmazon(browser());
    expect(amazon.origin + amazon.pathname).toBe('https://lwa.test/authorize');
    const { state, code_challenge: challenge, ...rest } = Object.fromEntries(amazon.searchParams);
    expect(rest).toEqual({
      client_id: 'our-client',
      scope: 'profile',
      response_type: 'code',
      redirect_uri: `${appUrl}/api/auth/amazon/callback`,
      code_challenge_method: 'S256',
    });
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(challenge).toMatch(/^[\w-]{43}$/);
  });

  test('passes the login hint on', async () => {
    const { browser } = await aSignIn();
    const { amazon } = await atAmazon(browser(), { login_hint: 'ana' });
    expect(amazon.searchParams.get('login_hint')).toBe('ana');
  });

  test('sends the code verifier with the code, and stores no token', async () => {
    const { browser, heard, records, platform } = await aSignIn();
    await signedInAtAmazon(browser());
    const sent = new URLSearchParams(heard[0]?.body);
    expect(sent.get('code_verifier')).toMatch(/^[\w-]{43}$/);
    expect(sent.get('redirect_uri')).toBe(`${appUrl}/api/auth/amazon/callback`);
    const kept = JSON.stringify([...records.users, ...records.workspaces, ...records.states, ...platform.sessions.all]);
    expect(kept).not.toMatch(/Atz[ar]\|/);
  });
});

describe('the first sign-in', () => {
  test(
    'creates the user and a default workspace with the requested name, and opens the dashboard',
    { tags: 'spec-256.1' },
    async () => {
      const { browser, records } = await aSignIn();
      const ana = browser();
      expect((await signedInAtAmazon(ana, { defaultWorkspaceName: '  Minha   casa ' })).href).toBe(
        `${appUrl}/dashboard`,
      );
      expect(await asked(ana)).toMatchObject({ name: 'Ana Souza', trialUsed: false, signedInWith: 'amazon' });
      expect([...records.workspaces.values()]).toMatchObject([{ name: 'Minha casa', defaultWorkspace: true }]);
    },
  );

  test.each([
    ['no name', {}],
    ['an empty name', { defaultWorkspaceName: '   ' }],
    ['an invisible name', { defaultWorkspaceName: '\u3164' }],
    ['control characters', { defaultWorkspaceName: 'bell\u0007' }],
  ])('names the default workspace "Workspace" when the request has %s', async (_, query) => {
    const { browser, records } = await aSignIn();
    await signedInAtAmazon(browser(), query);
    expect([...records.workspaces.values()]).toMatchObject([{ name: 'Workspace' }]);
  });

  test.each(['GET /api/auth/amazon', 'GET /api/auth/google'] as const)(
    'shortens a long workspace name to whole characters before it stores the attempt of %s',
    async (start) => {
      const { browser, records } = await aSignIn();
      await browser().go(start, { defaultWorkspaceName: `  ${'x'.repeat(108)} 👨‍👩‍👧${'y'.repeat(3000)}` });
      expect([...records.states.values()]).toMatchObject([{ defaultWorkspaceName: 'x'.repeat(108) }]);
    },
  );

  test('shortens the name of the default workspace when it is too long', async () => {
    const { browser, records } = await aSignIn();
    await signedInAtAmazon(browser(), { defaultWorkspaceName: '💡'.repeat(111) });
    expect([...records.workspaces.values()]).toMatchObject([{ name: '💡'.repeat(110) }]);
  });

  test.each([
    [
      'removes control characters and bidi controls from the name of a user',
      '\u202eAna\u0007 Souza\u2066',
      'Ana Souza',
    ],
    ['uses the e-mail address when the name of a user is invisible', '\u3164\u200f', 'bia'],
  ])('%s', async (_, told, name) => {
    const { browser, providers } = await aSignIn();
    providers.amazonProfile = () => anAnswer(200, { user_id: 'amzn1.account.X', name: told, email: 'bia@example.com' });
    const bia = browser();
    await signedInAtAmazon(bia);
    expect(await asked(bia)).toMatchObject({ name });
  });

  test('creates one user when two tabs sign in at once', async () => {
    const { browser, records } = await aSignIn();
    const ana = browser();
    const [one, other] = [await atAmazon(ana), await atAmazon(ana)];
    const pages = await Promise.all([ana.go(callback, one.back), ana.go(callback, other.back)]);
    expect(pages.map((page) => page.pathname)).toEqual(['/dashboard', '/dashboard']);
    expect(records.users.size).toBe(1);
    expect(records.workspaces.size).toBe(1);
  });

  test('uses the text before the @ when the user has no name', async () => {
    const { browser, providers } = await aSignIn();
    providers.amazonProfile = () => anAnswer(200, { user_id: 'amzn1.account.X', email: 'bia@example.com' });
    const bia = browser();
    await signedInAtAmazon(bia);
    expect(await asked(bia)).toMatchObject({ name: 'bia' });
  });

  test('uses at most 110 characters before the @ when the user has no name', async () => {
    const { browser, providers } = await aSignIn();
    const email = `${'b'.repeat(200)}@example.com`;
    providers.amazonProfile = () => anAnswer(200, { user_id: 'amzn1.account.X', email });
    const bia = browser();
    await signedInAtAmazon(bia);
    expect(await asked(bia)).toMatchObject({ name: 'b'.repeat(110), email });
  });
});

describe('a later sign-in', () => {
  test('finds the same user, and stores the new name from Amazon', async () => {
    const { browser, providers, records } = await aSignIn();
    await signedInAtAmazon(browser());
    providers.amazonProfile = () => anAnswer(200, { user_id: 'amzn1.account.ANA', name: 'Ana S. Lima', email: '' });
    const later = browser();
    await signedInAtAmazon(later);
    expect(await asked(later)).toMatchObject({ name: 'Ana S. Lima', email: 'ana@example.com' });
    expect(records.users.size).toBe(1);
  });

  test('starts a new session and ends the previous one of the browser', async () => {
    const { browser, platform } = await aSignIn();
    const ana = browser();
    await signedInAtAmazon(ana);
    const before = ana.jar.get('__Host-session');
    await signedInAtAmazon(ana);
    expect(ana.jar.get('__Host-session')).not.toBe(before);
    expect(platform.sessions.all.size).toBe(1);
  });
});

test(
  'keeps only the cookies of the eight newest attempts when a browser starts many sign-ins',
  { tags: 'threat-cookie-flood' },
  async () => {
    const world = await aSignIn();
    const browser = world.browser();
    const first = await browser.go('GET /api/auth/amazon');
    for (let time = 0; time < 30; time += 1) await browser.call('GET /api/auth/google');
    const last = await browser.go('GET /api/auth/amazon');
    expect([...browser.jar.keys()].filter((name) => name.startsWith('__Host-signin-'))).toHaveLength(8);
    const back = (begun: URL) =>
      browser.go('GET /api/auth/amazon/callback', { code: 'x', state: begun.searchParams.get('state') ?? '' });
    expect((await back(first)).search).toBe('?error=auth.stateInvalid');
    expect((await back(last)).pathname).toBe('/dashboard');
  },
);

describe('returning from Amazon', () => {
  test('rejects a callback that was already used', async () => {
    const { browser } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    await ana.go(callback, back);
    expect(errorOf(await ana.go(callback, back))).toBe('/login auth.stateInvalid');
  });

  test('signs in once when the same callback arrives twice at once', async () => {
    const { browser, platform } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    const pages = await Promise.all([ana.go(callback, back), ana.go(callback, back)]);
    expect(pages.map(errorOf).sort()).toEqual(['/dashboard null', '/login auth.stateInvalid']);
    expect(platform.sessions.all.size).toBe(1);
  });

  test('rejects a callback in another browser and does not use up the attempt', async () => {
    const { browser, heard } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    expect(errorOf(await browser().go(callback, back))).toBe('/login auth.stateInvalid');
    expect(heard).toEqual([]);
    expect(errorOf(await ana.go(callback, back))).toBe('/dashboard null');
  });

  test('rejects a callback with the cookie of another attempt', async () => {
    const { browser } = await aSignIn();
    const [ana, bruno] = [browser(), browser()];
    const { back } = await atAmazon(ana);
    await atAmazon(bruno);
    const [foreign = ''] = bruno.jar.values();
    for (const name of ana.jar.keys()) ana.jar.set(name, foreign);
    expect(errorOf(await ana.go(callback, back))).toBe('/login auth.stateInvalid');
  });

  test('rejects a callback after ten minutes', async () => {
    const { browser, platform } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    platform.clock.pass(minutes(10));
    expect(errorOf(await ana.go(callback, back))).toBe('/login auth.stateInvalid');
  });

  test('rejects an attempt at the callback of the other provider', async () => {
    const { browser } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    expect(errorOf(await ana.go('GET /api/auth/google/callback', back))).toBe('/login auth.stateInvalid');
  });

  test.each([
    ['without a state', {}],
    ['with a forged state', { code: 'a-code', state: 'made-up' }],
    ['with a forged refusal', { error: 'access_denied' }],
  ])('rejects a callback %s', async (_, query) => {
    const { browser } = await aSignIn();
    expect(errorOf(await browser().go(callback, query))).toBe('/login auth.stateInvalid');
  });

  test.each([
    ['access_denied', 'auth.cancelled'],
    ['temporarily_unavailable', 'auth.providerUnavailable'],
    ['invalid_scope', 'auth.providerRefused'],
  ])('maps the error %s of Amazon to %s', async (error, key) => {
    const { browser } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    expect(errorOf(await ana.go(callback, { state: back.state, error }))).toBe(`/login ${key}`);
  });

  test.each([
    ['a code that Amazon does not know', 400, { error: 'invalid_grant' }, 'auth.providerRefused'],
    ['a wrong client secret', 401, { error: 'invalid_client' }, 'auth.amazonNotConfigured'],
    ['a wrong token request', 400, { error: 'invalid_request' }, 'auth.amazonNotConfigured'],
    ['too many requests', 429, { error: 'invalid_grant' }, 'auth.providerUnavailable'],
    ['an outage at Amazon', 503, 'Service Unavailable', 'auth.providerUnavailable'],
    ['an HTML page of a proxy', 403, '<html>', 'auth.providerUnavailable'],
  ])('reports the cause when the code exchange fails with %s', async (_, status, body, key) => {
    const { browser, providers, platform } = await aSignIn();
    providers.amazonToken = () => anAnswer(status, body);
    expect(errorOf(await signedInAtAmazon(browser()))).toBe(`/login ${key}`);
    // A misconfiguration blocks every sign-in, so it must raise an alarm.
    const alarms = platform.logged.filter((line) => line.includes('"level":"ERROR"'));
    expect(alarms).toHaveLength(key === 'auth.amazonNotConfigured' ? 1 : 0);
    expect(alarms.every((line) => line.includes('gateway.misconfigured'))).toBe(true);
  });

  test.each([
    ['is refused', 400, { error: 'invalid_token' }, 'auth.providerRefused'],
    ['fails', 500, {}, 'auth.providerUnavailable'],
    ['returns no user id', 200, { name: 'Ana' }, 'auth.providerUnavailable'],
  ])('creates no user when the request for the profile %s', async (_, status, body, key) => {
    const { browser, providers, records } = await aSignIn();
    providers.amazonProfile = () => anAnswer(status, body);
    expect(errorOf(await signedInAtAmazon(browser()))).toBe(`/login ${key}`);
    expect(records.users.size).toBe(0);
  });

  test.each(['lost', 'notSent'] as const)('reports Amazon as unavailable when the call was %s', async (outcome) => {
    const { browser, providers } = await aSignIn();
    providers.amazonToken = () => ({ outcome });
    expect(errorOf(await signedInAtAmazon(browser()))).toBe('/login auth.providerUnavailable');
  });

  test('redirects to the login page when the table does not answer', async () => {
    const { browser, records } = await aSignIn();
    records.stateStore.take = () => Promise.reject(Object.assign(new Error('late'), { name: 'TimeoutError' }));
    expect(errorOf(await signedInAtAmazon(browser()))).toBe('/login server.busy');
  });
});

describe('redirect targets', () => {
  const evil = 'https://evil.test/';
  test.each(['redirect', 'redirect_uri', 'returnTo', 'next', 'url', 'state', 'defaultWorkspaceName', 'login_hint'])(
    'ignores a foreign URL in %s when it redirects to Amazon',
    async (name) => {
      const { browser } = await aSignIn();
      const { amazon } = await atAmazon(browser(), { [name]: evil });
      expect(amazon.origin).toBe('https://lwa.test');
      expect(amazon.searchParams.get('redirect_uri')).toBe(`${appUrl}/api/auth/amazon/callback`);
    },
  );

  test.each(['redirect', 'redirect_uri', 'returnTo', 'next', 'url'])(
    'ignores a foreign URL in %s at the callback',
    async (name) => {
      const { browser } = await aSignIn();
      const ana = browser();
      const { back } = await atAmazon(ana);
      expect((await ana.go(callback, { ...back, [name]: evil })).origin).toBe(appUrl);
    },
  );

  test.each([evil, '//evil.test', '/\\evil.test', 'javascript:alert(1)', 'a\r\nlocation: https://evil.test'])(
    'does not redirect to the error %j of a callback',
    async (error) => {
      const { browser } = await aSignIn();
      const ana = browser();
      const { back } = await atAmazon(ana);
      const page = await ana.go(callback, { state: back.state, error });
      expect(page.href).toBe(`${appUrl}/login?error=auth.providerRefused`);
    },
  );

  test('ignores the Host header when it redirects to Amazon', async () => {
    const { browser } = await aSignIn();
    const ana = browser();
    const reply = await ana.call(begin, {}, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    expect(String(reply.headers?.['location'])).not.toContain('evil.test');
  });
});

describe('sessions', () => {
  test('rejects a request for the user without a session', async () => {
    const { browser } = await aSignIn();
    const reply = await browser().call('GET /api/auth/user');
    expect(reply.statusCode).toBe(401);
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ errorKey: 'auth.sessionExpired' });
  });

  test('returns null without a session, and the user with one, when the caller sends orNobody', async () => {
    const { browser } = await aSignIn();
    const stranger = await browser().call('GET /api/auth/user', { orNobody: '1' });
    expect([stranger.statusCode, stranger.body, stranger.headers?.['cache-control']]).toEqual([
      200,
      'null',
      'no-store',
    ]);
    expect((await browser().call('GET /api/auth/user', { orNobody: '0' })).statusCode).toBe(401);
    const ana = browser();
    await signedInAtAmazon(ana);
    const found = await ana.call('GET /api/auth/user', { orNobody: '1' });
    expect(JSON.parse(found.body ?? '')).toEqual(await asked(ana));
  });

  test('returns the due date of the deletion only while one is planned', async () => {
    const { browser, records } = await aSignIn();
    const ana = browser();
    await signedInAtAmazon(ana);
    const before = await asked(ana);
    expect(before).not.toHaveProperty('deletionDueAt');
    const dueAt = '2026-11-29T10:00:00.000Z';
    records.deletions.set(before.id, { dueAt });
    expect(await asked(ana)).toEqual({ ...before, deletionDueAt: dueAt });
    records.deletions.delete(before.id);
    expect(await asked(ana)).toEqual(before);
  });

  test('ends the session when the user signs out, and accepts a sign-out without a session', async () => {
    const { browser, platform } = await aSignIn();
    const ana = browser();
    await signedInAtAmazon(ana);
    const copied = new Map(ana.jar);
    expect((await ana.call('POST /api/auth/logout')).statusCode).toBe(204);
    expect(ana.jar.has('__Host-session')).toBe(false);
    expect(platform.sessions.all.size).toBe(0);
    for (const [name, value] of copied) ana.jar.set(name, value);
    expect((await ana.call('GET /api/auth/user')).statusCode).toBe(401);
    expect((await browser().call('POST /api/auth/logout')).statusCode).toBe(204);
  });

  test('rejects a sign-out from another site', { tags: 'threat-csrf' }, async () => {
    const { browser } = await aSignIn();
    const ana = browser();
    await signedInAtAmazon(ana);
    expect((await ana.call('POST /api/auth/logout', {}, { origin: 'https://evil.test' })).statusCode).toBe(403);
    expect((await ana.call('GET /api/auth/user')).statusCode).toBe(200);
  });

  test('ends a session after 90 days', async () => {
    const { browser, platform } = await aSignIn();
    const ana = browser();
    await signedInAtAmazon(ana);
    for (let day = 0; day < 90; day += 10) {
      expect((await ana.call('GET /api/auth/user')).statusCode).toBe(200);
      platform.clock.pass(days(10));
    }
    expect((await ana.call('GET /api/auth/user')).statusCode).toBe(401);
  });

  test('reports a provider as not configured when its client is missing', async () => {
    const { browser, secrets } = await aSignIn();
    secrets.amazon = undefined;
    expect(errorOf(await browser().go(begin))).toBe('/login auth.amazonNotConfigured');
    secrets.google = undefined;
    expect(errorOf(await browser().go('GET /api/auth/google'))).toBe('/login auth.googleNotConfigured');
  });
});
