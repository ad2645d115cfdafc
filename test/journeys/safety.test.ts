import { beforeAll, describe, expect, inject, test } from 'vitest';

import { sendRaw, type RawAnswer } from '../hostile/raw-http.ts';
import { cookieJar, type Answered } from '../local/browser-like.ts';
import { refusalIn } from './kit/answers.ts';
import { endpoints, fieldsOf, type NamedEndpoint } from './kit/endpoints.ts';
import { anAttacker, rightRequest, type Attacker } from './kit/fuzz-world.ts';
import { guests } from './kit/guests.ts';
import { newcomer, type JourneyPerson } from './kit/person.ts';
import { upToCallback, type SignInProvider } from './kit/trip.ts';

const guest = guests('safety');
const newBrowser = () => cookieJar(inject('stack').appUrl);
const sessionIn = (answer: Answered): string | undefined =>
  answer.headers
    .getSetCookie()
    .map((line) => /^session=([^;]+)/.exec(line)?.[1])
    .find((id) => id !== undefined);

describe('session fixation', () => {
  test.each(['google', 'amazon'] as const satisfies readonly SignInProvider[])(
    'replaces a chosen session id on sign-in with %s and ends the previous session',
    { tags: 'threat-session-fixation' },
    async (provider) => {
      const name = guest();
      const chosen = 'c'.repeat(43);
      const browser = newBrowser();
      const first = await upToCallback(browser, provider, name);
      const cookie = `session=${chosen}; ${browser.cookies()}`;
      const id = sessionIn(await browser.hop(first.href, { headers: { cookie } })) ?? '';
      expect(id).toMatch(/^[\w-]{43}$/);
      expect(id).not.toBe(chosen);
      const asWhom = (session: string) => newBrowser().get('/api/auth/user', { cookie: `session=${session}` });
      expect(refusalIn(await asWhom(chosen))).toEqual({ status: 401, errorKey: 'auth.sessionExpired' });
      expect((await asWhom(id)).status).toBe(200);

      const again = await upToCallback(browser, provider, name);
      const second = sessionIn(await browser.hop(again.href)) ?? '';
      expect(new Set([chosen, id, second]).size).toBe(3);
      expect(refusalIn(await asWhom(id))).toEqual({ status: 401, errorKey: 'auth.sessionExpired' });
      expect((await asWhom(second)).status).toBe(200);
    },
  );

  test('ignores a session id in an address, a header or a body', { tags: 'threat-session-fixation' }, async () => {
    const person = await newcomer(guest());
    const session = /session=([\w-]+)/.exec(person.browser.cookies())?.[1] ?? '';
    const nobody = newBrowser();
    for (const answer of [
      await nobody.get(`/api/auth/user?session=${session}`),
      await nobody.get('/api/auth/user', { authorization: `Bearer ${session}`, 'x-session': session }),
      await nobody.send('POST', '/api/workspaces', { name: 'x', session }),
    ]) {
      expect(refusalIn(answer)).toEqual({ status: 401, errorKey: 'auth.sessionExpired' });
    }
  });
});

describe('invalid UTF-8', () => {
  let ana: JourneyPerson;
  beforeAll(async () => void (ana = await newcomer(guest())));
  const json = Buffer.from('{"name":"Caf\u00e9","userId":""}', 'latin1');
  test.each([
    ['in a body', 'POST', '/api/workspaces', 'application/json', json],
    ['escaped in a query', 'GET', '/api/zapbox-instances?workspaceId=1%FF', undefined, undefined],
    ['escaped in an unused query', 'GET', '/api/workspaces?from=caf%E9', undefined, undefined],
    ['unescaped in a query', 'GET', '/api/workspaces?from=caf\u00e9', undefined, undefined],
    ['escaped in a path', 'GET', '/api/workspaces/7%FF', undefined, undefined],
    ['unescaped in a path', 'GET', '/api/workspaces/7\u00ff', undefined, undefined],
  ])(
    'answers 400 for invalid UTF-8 %s and stores nothing',
    { tags: 'threat-hostile-body' },
    async (_, method, target, type, body) => {
      const { appUrl } = inject('stack');
      const answer = await sendRaw(appUrl, {
        method,
        target,
        headers: [
          ['host', new URL(appUrl).host],
          ['cookie', ana.browser.cookies()],
          ...(type === undefined ? [] : ([['content-type', type]] as const)),
          ...(body === undefined ? [] : ([['content-length', String(body.length)]] as const)),
        ],
        body,
      });
      expect(answer?.status).toBe(400);
      const { text } = await ana.browser.get('/api/workspaces');
      expect(text).not.toContain('Caf');
    },
  );
});

const named = (all: readonly NamedEndpoint[]) =>
  all.map((one) => [`${one.name} (${one.endpoint.method} ${one.endpoint.path})`, one] as const);

/** Without the query; for a provider's page with the return address. */
function placeOf(answer: Answered): string {
  const to = new URL(answer.headers.get('location') ?? '');
  const back = to.searchParams.get('redirect_uri');
  return `${to.origin}${to.pathname}${back === null ? '' : ` for ${back}`}`;
}

describe('open redirects', () => {
  const targets = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example/..',
    '\r\nlocation: https://evil.example',
    '@evil.example',
  ] as const;
  const usual = ['redirect', 'redirect_uri', 'redirectTo', 'returnTo', 'return_url', 'next', 'url', 'continue', 'host'];
  const redirecting = endpoints.filter(({ endpoint }) => endpoint.reply === 'redirect');

  test.each(named(redirecting))(
    'redirects %s only to the provider or to our own pages for any query',
    { tags: 'threat-open-redirect' },
    async (_, { endpoint }) => {
      const { appUrl, sandboxUrl = '' } = inject('stack');
      const back = (provider: SignInProvider) => `${appUrl}/api/auth/${provider}/callback`;
      const allowed = [
        ...['/login', '/amazon-auth', '/dashboard'].map((page) => `${appUrl}${page}`),
        `${sandboxUrl}/amazon/ap/oa for ${back('amazon')}`,
        `${sandboxUrl}/google/o/oauth2/v2/auth for ${back('google')}`,
      ];
      const names = [...new Set([...fieldsOf(endpoint.query), ...usual])];
      // Each name with one target, and each target under all names at once.
      const queries = [
        ...names.map((name) => new URLSearchParams({ [name]: targets[0] })),
        ...targets.map((target) => new URLSearchParams(names.map((name): [string, string] => [name, target]))),
      ];
      for (const params of queries) {
        const answer = await newBrowser().hop(`${endpoint.path}?${params.toString()}`);
        expect(answer.status).toBe(302);
        expect(allowed).toContain(placeOf(answer));
      }
    },
  );

  test('covers at least four redirecting endpoints', () => expect(redirecting.length).toBeGreaterThanOrEqual(4));
});

describe('a user with all kinds of data', () => {
  let world: Promise<Attacker> | undefined;
  const theWorld = (): Promise<Attacker> => (world ??= anAttacker(guest()));

  const misleading = [
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'javascript'],
    ['x-forwarded-prefix', '/evil.example'],
    ['x-original-url', '/evil.example'],
    ['x-host', 'evil.example'],
    ['forwarded', 'host=evil.example'],
    ['referer', 'https://evil.example/'],
  ] as const;
  const withoutChance = (answer: RawAnswer | undefined): unknown => {
    const own = ['date', 'x-request-id', 'apigw-requestid', 'set-cookie', 'content-length'];
    const headers = [...(answer?.headers ?? [])].filter(([name]) => !own.includes(name)).flat(2);
    const body = answer?.body.toString().replaceAll(/[\w-]{20,}|\d{2,}/g, '…');
    return [answer?.status, headers.join('\n').replaceAll(/(?:state|nonce|code_challenge)=[\w-]+/g, '…'), body];
  };

  // Reads with a session; writes without one, so that they change nothing.
  test.each(named(endpoints.filter(({ endpoint }) => endpoint.access !== 'key')))(
    'answers %s alike for every Host header and caches only as its contract declares',
    { tags: 'threat-cache' },
    async (_, one) => {
      const { body: _body, ...right } = rightRequest(await theWorld(), one).right;
      const { appUrl } = inject('stack');
      const isRead = one.endpoint.method === 'GET';
      const headers = right.headers.filter(([name]) => isRead || name !== 'cookie');
      const reported = [
        ...headers.filter(([name]) => name !== 'host'),
        ['host', 'evil.example'] as const,
        ...misleading,
      ];
      const plain = await sendRaw(appUrl, { ...right, headers });
      const misled = await sendRaw(appUrl, { ...right, headers: reported });
      expect(withoutChance(misled)).toEqual(withoutChance(plain));
      expect(JSON.stringify([...(misled?.headers ?? [])]) + misled?.body.toString()).not.toContain('evil.example');
      for (const answer of [plain, misled]) {
        const { cacheSeconds } = one.endpoint;
        const kept = cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`;
        expect(answer?.headers.get('cache-control')).toEqual([kept]);
        expect(answer?.headers.has('etag')).toBe(false);
      }
    },
  );
});
