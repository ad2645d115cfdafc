import { describe, expect, test } from 'vitest';

import { days, minutes } from '#test/support/worlds/a-clock.ts';
import { appUrl } from '#test/support/worlds/a-platform.ts';
import { aSignIn, anAnswer, type Browser } from '#test/support/worlds/a-sign-in.ts';

const begin = 'GET /api/auth/amazon';
const callback = 'GET /api/auth/amazon/callback';

/** Goes to Amazon and says what the browser has to bring back. */
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

describe('going to Amazon', () => {
  test('asks for a code for our callback, with PKCE by S256 and a random state', async () => {
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

  test('passes on who probably signs in', async () => {
    const { browser } = await aSignIn();
    const { amazon } = await atAmazon(browser(), { login_hint: 'ana' });
    expect(amazon.searchParams.get('login_hint')).toBe('ana');
  });

  test('sends the verifier of the challenge with the code, and no token is kept', async () => {
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
    'makes the person and a default workspace of the wished name, and opens the dashboard',
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
    ['a name that is not seen', { defaultWorkspaceName: '\u3164' }],
    ['control characters', { defaultWorkspaceName: 'bell\u0007' }],
  ])('with %s calls it Workspace', async (_, query) => {
    const { browser, records } = await aSignIn();
    await signedInAtAmazon(browser(), query);
    expect([...records.workspaces.values()]).toMatchObject([{ name: 'Workspace' }]);
  });

  test.each(['GET /api/auth/amazon', 'GET /api/auth/google'] as const)(
    '%s keeps no more of a long name than fits, by whole characters, before it sends anybody away',
    async (start) => {
      const { browser, records } = await aSignIn();
      await browser().go(start, { defaultWorkspaceName: `  ${'x'.repeat(108)} 👨‍👩‍👧${'y'.repeat(3000)}` });
      expect([...records.states.values()]).toMatchObject([{ defaultWorkspaceName: 'x'.repeat(108) }]);
    },
  );

  test('with a name that is too long calls it by as much of that as fits', async () => {
    const { browser, records } = await aSignIn();
    await signedInAtAmazon(browser(), { defaultWorkspaceName: '💡'.repeat(111) });
    expect([...records.workspaces.values()]).toMatchObject([{ name: '💡'.repeat(110) }]);
  });

  test.each([
    ['is cleaned of what moves a cursor or turns text around', '\u202eAna\u0007 Souza\u2066', 'Ana Souza'],
    ['that shows nothing gives way to the e-mail', '\u3164\u200f', 'bia'],
  ])('a name of a person %s', async (_, told, name) => {
    const { browser, providers } = await aSignIn();
    providers.amazonProfile = () => anAnswer(200, { user_id: 'amzn1.account.X', name: told, email: 'bia@example.com' });
    const bia = browser();
    await signedInAtAmazon(bia);
    expect(await asked(bia)).toMatchObject({ name });
  });

  test('in two tabs at once makes one person', async () => {
    const { browser, records } = await aSignIn();
    const ana = browser();
    const [one, other] = [await atAmazon(ana), await atAmazon(ana)];
    const pages = await Promise.all([ana.go(callback, one.back), ana.go(callback, other.back)]);
    expect(pages.map((page) => page.pathname)).toEqual(['/dashboard', '/dashboard']);
    expect(records.users.size).toBe(1);
    expect(records.workspaces.size).toBe(1);
  });

  test('of a person without a name takes what stands before the @', async () => {
    const { browser, providers } = await aSignIn();
    providers.amazonProfile = () => anAnswer(200, { user_id: 'amzn1.account.X', email: 'bia@example.com' });
    const bia = browser();
    await signedInAtAmazon(bia);
    expect(await asked(bia)).toMatchObject({ name: 'bia' });
  });

  test('of a person without a name takes at most 110 letters from before the @', async () => {
    const { browser, providers } = await aSignIn();
    const email = `${'b'.repeat(200)}@example.com`;
    providers.amazonProfile = () => anAnswer(200, { user_id: 'amzn1.account.X', email });
    const bia = browser();
    await signedInAtAmazon(bia);
    expect(await asked(bia)).toMatchObject({ name: 'b'.repeat(110), email });
  });
});

describe('a later sign-in', () => {
  test('finds the same person, under the name that Amazon now gives', async () => {
    const { browser, providers, records } = await aSignIn();
    await signedInAtAmazon(browser());
    providers.amazonProfile = () => anAnswer(200, { user_id: 'amzn1.account.ANA', name: 'Ana S. Lima', email: '' });
    const later = browser();
    await signedInAtAmazon(later);
    expect(await asked(later)).toMatchObject({ name: 'Ana S. Lima', email: 'ana@example.com' });
    expect(records.users.size).toBe(1);
  });

  test('begins a new session and ends the one that the browser still had', async () => {
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
  'a browser that is sent to sign in again and again keeps a few attempts, the newest, and its requests stay small',
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

describe('coming back from Amazon', () => {
  test('a second time with the same address is refused', async () => {
    const { browser } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    await ana.go(callback, back);
    expect(errorOf(await ana.go(callback, back))).toBe('/login auth.stateInvalid');
  });

  test('twice at the same moment signs in once', async () => {
    const { browser, platform } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    const pages = await Promise.all([ana.go(callback, back), ana.go(callback, back)]);
    expect(pages.map(errorOf).sort()).toEqual(['/dashboard null', '/login auth.stateInvalid']);
    expect(platform.sessions.all.size).toBe(1);
  });

  test("in somebody else's browser is refused, and leaves the attempt to its own", async () => {
    const { browser, heard } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    expect(errorOf(await browser().go(callback, back))).toBe('/login auth.stateInvalid');
    expect(heard).toEqual([]);
    expect(errorOf(await ana.go(callback, back))).toBe('/dashboard null');
  });

  test('with the cookie of another attempt is refused', async () => {
    const { browser } = await aSignIn();
    const [ana, bruno] = [browser(), browser()];
    const { back } = await atAmazon(ana);
    await atAmazon(bruno);
    const [foreign = ''] = bruno.jar.values();
    for (const name of ana.jar.keys()) ana.jar.set(name, foreign);
    expect(errorOf(await ana.go(callback, back))).toBe('/login auth.stateInvalid');
  });

  test('after ten minutes is refused', async () => {
    const { browser, platform } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    platform.clock.pass(minutes(10));
    expect(errorOf(await ana.go(callback, back))).toBe('/login auth.stateInvalid');
  });

  test('to the callback of the other provider is refused', async () => {
    const { browser } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    expect(errorOf(await ana.go('GET /api/auth/google/callback', back))).toBe('/login auth.stateInvalid');
  });

  test.each([
    ['without a state', {}],
    ['with a made-up state', { code: 'a-code', state: 'made-up' }],
    ['with a made-up refusal', { error: 'access_denied' }],
  ])('%s is refused', async (_, query) => {
    const { browser } = await aSignIn();
    expect(errorOf(await browser().go(callback, query))).toBe('/login auth.stateInvalid');
  });

  test.each([
    ['access_denied', 'auth.cancelled'],
    ['temporarily_unavailable', 'auth.providerUnavailable'],
    ['invalid_scope', 'auth.providerRefused'],
  ])('with the error %s says %s', async (error, key) => {
    const { browser } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    expect(errorOf(await ana.go(callback, { state: back.state, error }))).toBe(`/login ${key}`);
  });

  test.each([
    ['a code that Amazon does not know', 400, { error: 'invalid_grant' }, 'auth.providerRefused'],
    ['a secret of ours that is wrong', 401, { error: 'invalid_client' }, 'auth.amazonNotConfigured'],
    ['a request of ours that is wrong', 400, { error: 'invalid_request' }, 'auth.amazonNotConfigured'],
    ['too many requests', 429, { error: 'invalid_grant' }, 'auth.providerUnavailable'],
    ['trouble at Amazon', 503, 'Service Unavailable', 'auth.providerUnavailable'],
    ['a page of some box in between', 403, '<html>', 'auth.providerUnavailable'],
  ])('with %s says so', async (_, status, body, key) => {
    const { browser, providers, platform } = await aSignIn();
    providers.amazonToken = () => anAnswer(status, body);
    expect(errorOf(await signedInAtAmazon(browser()))).toBe(`/login ${key}`);
    // It blocks every sign-in, so it has to raise an alarm.
    const alarms = platform.logged.filter((line) => line.includes('"level":"ERROR"'));
    expect(alarms).toHaveLength(key === 'auth.amazonNotConfigured' ? 1 : 0);
    expect(alarms.every((line) => line.includes('gateway.misconfigured'))).toBe(true);
  });

  test.each([
    ['refuses its own token', 400, { error: 'invalid_token' }, 'auth.providerRefused'],
    ['has trouble', 500, {}, 'auth.providerUnavailable'],
    ['names nobody', 200, { name: 'Ana' }, 'auth.providerUnavailable'],
  ])('when the profile %s creates no user', async (_, status, body, key) => {
    const { browser, providers, records } = await aSignIn();
    providers.amazonProfile = () => anAnswer(status, body);
    expect(errorOf(await signedInAtAmazon(browser()))).toBe(`/login ${key}`);
    expect(records.users.size).toBe(0);
  });

  test.each(['lost', 'notSent'] as const)('when the call was %s says that Amazon does not answer', async (outcome) => {
    const { browser, providers } = await aSignIn();
    providers.amazonToken = () => ({ outcome });
    expect(errorOf(await signedInAtAmazon(browser()))).toBe('/login auth.providerUnavailable');
  });

  test('when our table does not answer ends on the login page, not on JSON', async () => {
    const { browser, records } = await aSignIn();
    records.stateStore.take = () => Promise.reject(Object.assign(new Error('late'), { name: 'TimeoutError' }));
    expect(errorOf(await signedInAtAmazon(browser()))).toBe('/login server.busy');
  });
});

describe('no request decides where the browser goes', () => {
  const evil = 'https://evil.test/';
  test.each(['redirect', 'redirect_uri', 'returnTo', 'next', 'url', 'state', 'defaultWorkspaceName', 'login_hint'])(
    'not by %s when it leaves',
    async (name) => {
      const { browser } = await aSignIn();
      const { amazon } = await atAmazon(browser(), { [name]: evil });
      expect(amazon.origin).toBe('https://lwa.test');
      expect(amazon.searchParams.get('redirect_uri')).toBe(`${appUrl}/api/auth/amazon/callback`);
    },
  );

  test.each(['redirect', 'redirect_uri', 'returnTo', 'next', 'url'])('not by %s when it comes back', async (name) => {
    const { browser } = await aSignIn();
    const ana = browser();
    const { back } = await atAmazon(ana);
    expect((await ana.go(callback, { ...back, [name]: evil })).origin).toBe(appUrl);
  });

  test.each([evil, '//evil.test', '/\\evil.test', 'javascript:alert(1)', 'a\r\nlocation: https://evil.test'])(
    'not by an error that reads %s',
    async (error) => {
      const { browser } = await aSignIn();
      const ana = browser();
      const { back } = await atAmazon(ana);
      const page = await ana.go(callback, { state: back.state, error });
      expect(page.href).toBe(`${appUrl}/login?error=auth.providerRefused`);
    },
  );

  test('not by the Host header', async () => {
    const { browser } = await aSignIn();
    const ana = browser();
    const reply = await ana.call(begin, {}, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
    expect(String(reply.headers?.['location'])).not.toContain('evil.test');
  });
});

describe('signed in or not', () => {
  test('without a session a request for the person is refused', async () => {
    const { browser } = await aSignIn();
    const reply = await browser().call('GET /api/auth/user');
    expect(reply.statusCode).toBe(401);
    expect(JSON.parse(reply.body ?? '')).toMatchObject({ errorKey: 'auth.sessionExpired' });
  });

  test('a caller that accepts an answer without a user is not refused, and a signed-in one gets the user', async () => {
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

  test('a person whose account is about to be deleted is told when, and nobody else has such a field', async () => {
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

  test('signing out ends the session itself, and is harmless without one', async () => {
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

  test('another site cannot sign anybody out', { tags: 'threat-csrf' }, async () => {
    const { browser } = await aSignIn();
    const ana = browser();
    await signedInAtAmazon(ana);
    expect((await ana.call('POST /api/auth/logout', {}, { origin: 'https://evil.test' })).statusCode).toBe(403);
    expect((await ana.call('GET /api/auth/user')).statusCode).toBe(200);
  });

  test('a session ends after 90 days', async () => {
    const { browser, platform } = await aSignIn();
    const ana = browser();
    await signedInAtAmazon(ana);
    for (let day = 0; day < 90; day += 10) {
      expect((await ana.call('GET /api/auth/user')).statusCode).toBe(200);
      platform.clock.pass(days(10));
    }
    expect((await ana.call('GET /api/auth/user')).statusCode).toBe(401);
  });

  test('sign-in that is not set up says so', async () => {
    const { browser, secrets } = await aSignIn();
    secrets.amazon = undefined;
    expect(errorOf(await browser().go(begin))).toBe('/login auth.amazonNotConfigured');
    secrets.google = undefined;
    expect(errorOf(await browser().go('GET /api/auth/google'))).toBe('/login auth.googleNotConfigured');
  });
});
