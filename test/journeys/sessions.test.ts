import { describe, expect, inject, test } from 'vitest';

import { cookieJar, type Answered, type CookieJar } from '../local/browser-like.ts';
import { endpoints, requestFor } from './kit/endpoints.ts';
import { guests } from './kit/guests.ts';
import { inboxOf } from './kit/inbox.ts';
import { soon } from './kit/soon.ts';
import { upToCallback } from './kit/trip.ts';

// Responses are compared with literals instead of the product's schemas.
const guest = guests('sessions');
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const sessionExpired = {
  status: 401,
  body: { error: 'Your session has expired. Please sign in again.', errorKey: 'auth.sessionExpired' },
};

type SignIn = { as: string; userAgent?: string; language?: string; browser?: CookieJar };

/** Signs in with a separate browser that has the given user agent and language. */
async function signedIn({ as, userAgent = chrome, language = 'en', browser }: SignIn): Promise<CookieJar> {
  const jar = browser ?? cookieJar(inject('stack').appUrl);
  const callback = await upToCallback(jar, 'google', as);
  await jar.hop(callback.href, { headers: { 'user-agent': userAgent, 'accept-language': language } });
  return jar;
}

const told = ({ status, json }: Answered) => ({ status, body: json() });
const whoIs = async (browser: CookieJar) => (await browser.get('/api/auth/user')).status;
const listed = async (browser: CookieJar): Promise<{ id: string; browser?: string; current: boolean }[]> =>
  JSON.parse((await browser.get('/api/sessions')).text);
const setCookies = (answer: Answered) => answer.headers.getSetCookie();
const mailOf = async (name: string) => inboxOf(`${name}@example.com`);

test('lists each browser with device and times, and without ids that could be used to sign in', async () => {
  const name = guest();
  const laptop = await signedIn({ as: name });
  await signedIn({ as: name, userAgent: firefox });
  const answer = await laptop.get('/api/sessions');
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const id = expect.stringMatching(/^[\w-]{22}$/);
  expect(told(answer)).toEqual({
    status: 200,
    body: [
      { id, browser: 'Chrome', system: 'Windows', createdAt: time, lastUsedAt: time, current: true },
      { id, browser: 'Firefox', system: 'Linux', createdAt: time, lastUsedAt: time, current: false },
    ],
  });
  const cookie = laptop.cookies();
  for (const value of cookie.split('; ').map((pair) => pair.split('=')[1] ?? ''))
    expect(answer.text).not.toContain(value);
  const thief = cookieJar(inject('stack').appUrl);
  for (const session of await listed(laptop)) {
    expect((await thief.get('/api/auth/user', { cookie: `session=${session.id}` })).status).toBe(401);
  }
});

test(
  'rejects every endpoint from a session that was ended in another browser',
  { tags: 'threat-hidden-session' },
  async () => {
    const name = guest();
    const [laptop, phone] = [await signedIn({ as: name }), await signedIn({ as: name, userAgent: firefox })];
    const theirs = (await listed(laptop)).find(({ browser }) => browser === 'Firefox');
    expect(await whoIs(phone)).toBe(200);
    const ended = await laptop.send('DELETE', `/api/sessions/${theirs?.id}`);
    expect([ended.status, ended.text, setCookies(ended)]).toEqual([204, '', []]);

    const protectedOnes = endpoints.filter(({ endpoint }) => endpoint.access === 'session');
    expect(protectedOnes.length).toBeGreaterThan(25);
    for (const { endpoint } of protectedOnes) {
      const { method, path, body, headers } = requestFor(endpoint, () => undefined);
      const answer = await phone.hop(path, { method, body, headers });
      expect({ method, path, ...told(answer) }).toEqual({ method, path, ...sessionExpired });
    }
    expect(await whoIs(laptop)).toBe(200);
    expect(told(await laptop.send('DELETE', `/api/sessions/${theirs?.id}`))).toEqual({
      status: 404,
      body: { error: expect.any(String), errorKey: 'request.notFound' },
    });
  },
);

test('returns null without an error as the user of an ended session', async () => {
  const name = guest();
  const [laptop, phone] = [await signedIn({ as: name }), await signedIn({ as: name })];
  await laptop.send('DELETE', '/api/sessions?which=others');
  expect(told(await phone.get('/api/auth/user?orNobody=1'))).toEqual({ status: 200, body: null });
  expect(await whoIs(laptop)).toBe(200);
});

test('clears the cookie when a user ends the current session or all sessions', async () => {
  const name = guest();
  const [laptop, phone] = [await signedIn({ as: name }), await signedIn({ as: name })];
  const [own] = await listed(laptop);
  const gone = [expect.stringMatching(/^session=;.*Max-Age=0/)];
  const one = await laptop.send('DELETE', `/api/sessions/${own?.id}`);
  expect([one.status, setCookies(one)]).toEqual([204, gone]);
  expect([await whoIs(laptop), await whoIs(phone)]).toEqual([401, 200]);
  await signedIn({ as: name, browser: laptop });
  const all = await phone.send('DELETE', '/api/sessions?which=all');
  expect([all.status, setCookies(all)]).toEqual([204, gone]);
  expect([await whoIs(laptop), await whoIs(phone)]).toEqual([401, 401]);
});

test.each(['', '?which=', '?which=mine', '?all=1'])(
  'ends no session with the query "%s", which does not name any',
  async (query) => {
    const browser = await signedIn({ as: guest() });
    expect(told(await browser.send('DELETE', `/api/sessions${query}`))).toEqual({
      status: 400,
      body: { error: expect.any(String), errorKey: 'request.invalid', fields: { which: 'request.invalid' } },
    });
    expect(await whoIs(browser)).toBe(200);
  },
);

test('refuses to end sessions for another site', async () => {
  const browser = await signedIn({ as: guest() });
  for (const path of ['/api/sessions?which=all', `/api/sessions/${(await listed(browser))[0]?.id}`]) {
    for (const [name, value] of Object.entries({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })) {
      expect((await browser.send('DELETE', path, undefined, { [name]: value })).status).toBe(403);
    }
  }
  expect(await whoIs(browser)).toBe(200);
});

describe('the mail about a new device', () => {
  test(
    'sends one mail about a new browser, in the previous language and with instructions',
    { tags: 'threat-hidden-session' },
    async () => {
      const name = guest();
      const { appUrl } = inject('stack');
      const laptop = await signedIn({ as: name, language: 'es-MX' });
      const year = () => new Date().getUTCFullYear();
      const before = year();
      const phone = await signedIn({ as: name, userAgent: firefox, language: 'pt-BR' });
      const years = `(${before}|${year()})`;
      await expect.poll(() => mailOf(name), soon).toHaveLength(1);
      const [mail] = await mailOf(name);
      expect(mail?.subject).toBe('Recado: inicio de sesión en un dispositivo nuevo');
      const lines = (mail?.text ?? '').split('\n').filter((line) => line !== '');
      expect(lines).toEqual([
        'Hola:',
        'Alguien inició sesión en tu cuenta en un dispositivo o navegador nuevo:',
        expect.stringMatching(new RegExp(`^- Firefox en Linux, \\d{1,2} de [a-z]+ de ${years}.* UTC$`)),
        'Si fuiste tú, no tienes que hacer nada.',
        `Si no fuiste tú, abre ${appUrl}/account, elige “Cerrar sesión en todos” y cambia la contraseña de tu cuenta de Google, con la que se inicia sesión aquí.`,
        'Recado',
      ]);
      for (const known of [laptop, phone]) {
        await known.send('POST', '/api/auth/logout');
        await signedIn({ as: name, browser: known });
      }
      // This sign-in causes a mail. Mails about the earlier sign-ins would have arrived before it.
      await signedIn({ as: name });
      await expect.poll(async () => (await mailOf(name)).length, soon).toBeGreaterThan(1);
      expect(await mailOf(name)).toHaveLength(2);
    },
  );

  test('ends all sessions as the mail suggests, and sends another mail at the next sign-in', async () => {
    const name = guest();
    const mine = await signedIn({ as: name });
    const theirs = await signedIn({ as: name, userAgent: firefox });
    await expect.poll(() => mailOf(name), soon).toHaveLength(1);
    expect((await mine.send('DELETE', '/api/sessions?which=all')).status).toBe(204);
    expect([await whoIs(mine), await whoIs(theirs)]).toEqual([401, 401]);
    await signedIn({ as: name, userAgent: firefox, browser: theirs });
    await expect.poll(() => mailOf(name), soon).toHaveLength(2);
  });

  test('marks the browser with a cookie that scripts cannot read, other sites cannot send and sign-outs keep', async () => {
    const name = guest();
    const browser = cookieJar(inject('stack').appUrl);
    const callback = await upToCallback(browser, 'google', name);
    const back = await browser.hop(callback.href);
    const mark = setCookies(back).find((line) => line.startsWith('browser='));
    expect(mark).toMatch(/^browser=[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    const out = await browser.send('POST', '/api/auth/logout');
    expect(setCookies(out).filter((line) => line.startsWith('browser='))).toEqual([]);
    expect(browser.cookies()).toContain('browser=');
  });
});
