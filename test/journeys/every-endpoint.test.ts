import { beforeAll, describe, expect, inject, test } from 'vitest';

import { methodsOf } from '#shared/contracts/endpoint.ts';
import { isPreflight } from '#shared/rules/cross-origin.ts';

import { cookieJar, type Answered, type CookieJar } from '../local/browser-like.ts';
import { refusalIn } from './kit/answers.ts';
import { belongingsOf, ownerOfAll, stateOf, type OwnerOfAll } from './kit/belongings.ts';
import { endpoints, placesOf, requestFor, type OwnedThings, type NamedEndpoint } from './kit/endpoints.ts';
import { guests } from './kit/guests.ts';
import { fire } from './kit/webhook-call.ts';

// Generated from the contracts, so a new endpoint is covered automatically.
const guest = guests('everyEndpoint');
let me: OwnerOfAll;
let stranger: OwnerOfAll;
const before = new Map<OwnerOfAll, unknown>();

beforeAll(async () => {
  [me, stranger] = [await ownerOfAll(guest()), await ownerOfAll(guest())];
  for (const person of [me, stranger]) before.set(person, await stateOf(person));
});

/** Runs once after a table of calls, since any change would still be visible. */
function nothingHappened(): void {
  test('changes nothing of either user', async () => {
    expect(await stateOf(stranger)).toEqual(before.get(stranger));
    expect(await stateOf(me)).toEqual(before.get(me));
  });
}

/** Unused ids in the format of real ones. */
const nobodys: OwnedThings = {
  workspace: 281_474_976_700_001,
  trigger: '00000000-0000-4000-8000-000000000001',
  plan: '00000000-0000-4000-8000-000000000002',
  accessKey: 'AAAAAAAAAAAAAAAAAAAA',
  instance: 281_474_976_700_002,
  group: 281_474_976_700_003,
  session: 'AAAAAAAAAAAAAAAAAAAAAA',
};

async function ask(browser: CookieJar, request: ReturnType<typeof requestFor>, headers = {}): Promise<Answered> {
  const { method, path, body } = request;
  return browser.hop(path, { method, body, headers: { ...request.headers, ...headers } });
}

const signedInOnly = endpoints.filter(({ endpoint }) => endpoint.access === 'session');
const writes = endpoints.filter(
  ({ endpoint }) => endpoint.access !== 'key' && endpoint.method !== 'GET' && endpoint.method !== 'HEAD',
);
const named = ({ name, endpoint }: NamedEndpoint) => `${name} (${endpoint.method} ${endpoint.path})`;

test('covers every endpoint and requires a session, a key or nothing', { tags: ['spec-233.1', 'spec-233.2'] }, () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(85);
  expect(new Set(endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size).toBe(endpoints.length);
  expect(signedInOnly.length).toBeGreaterThanOrEqual(67);
});

/** Request id and time reveal nothing. */
function learned({ status, text, headers }: Answered): unknown {
  const own = new Set(['date', 'x-request-id', 'apigw-requestid']);
  return { status, text, headers: [...headers].filter(([name]) => !own.has(name)) };
}

describe('ids of other users', () => {
  const cases = signedInOnly.flatMap((one) => {
    const places = placesOf(one.endpoint);
    const each = places.map((place) => ({ ...one, foreign: [place] }));
    return places.length > 1 ? [...each, { ...one, foreign: places }] : each;
  });

  test.each(cases.map((one) => [`${named(one)} with a foreign ${one.foreign.join(' and ')}`, one] as const))(
    'answers 404 for %s',
    {
      tags: [
        'spec-173.1',
        'spec-225.1',
        'spec-233.1',
        'spec-233.2',
        'spec-242.1',
        'spec-250.1',
        'spec-255.1',
        'spec-288.1',
        'threat-foreign-id',
      ],
    },
    async (_, { endpoint, foreign }) => {
      const naming = (whose: OwnedThings) =>
        requestFor(endpoint, (place) => {
          if (foreign.includes(place)) return whose;
          return place === 'header' ? undefined : belongingsOf(me);
        });
      const answer = await ask(me.browser, naming(belongingsOf(stranger)));
      expect(refusalIn(answer)).toMatchObject({ status: 404, errorKey: expect.stringMatching(/\.notFound$/) });
      expect(learned(answer)).toEqual(learned(await ask(me.browser, naming(nobodys))));
    },
  );

  nothingHappened();
});

describe('endpoints without a session', () => {
  test(
    "fires only triggers of the token's workspace and answers alike for all others",
    { tags: 'threat-foreign-id' },
    async () => {
      const { workspaceToken } = await me.current();
      const { appUrl } = inject('stack');
      const aim = (workspaceId: number, deviceId: string) =>
        `${appUrl}/prod/trigger/${workspaceId}/${deviceId}?token=${workspaceToken}`;
      const [mine, foreign] = [me.trigger, stranger.trigger];
      const unknown = await fire(aim(281_474_976_700_001, `trg-${nobodys.trigger}`));
      expect(refusalIn(unknown)).toEqual({ status: 404, errorKey: 'trigger.notFound' });
      for (const address of [
        aim(foreign.workspaceId, foreign.deviceId),
        aim(mine.workspaceId, foreign.deviceId),
        aim(foreign.workspaceId, mine.deviceId),
      ]) {
        for (const method of ['GET', 'POST'])
          expect(learned(await fire(address, { method }))).toEqual(learned(unknown));
      }
      expect(await stateOf(stranger)).toEqual(before.get(stranger));
    },
  );

  test('refuses to link a workspace of another user', async () => {
    const begin = (workspace: string | number) => me.browser.hop(`/api/auth/amazon?workspace=${workspace}`);
    const foreign = await begin(stranger.trigger.workspaceId);
    expect(foreign.headers.get('location')).toBe(`${inject('stack').appUrl}/amazon-auth?error=workspace.notFound`);
    expect(learned(foreign)).toEqual(learned(await begin(nobodys.workspace)));
    expect(foreign.headers.getSetCookie()).toEqual([]);
    expect(await stateOf(stranger)).toEqual(before.get(stranger));
  });
});

describe('requests without a session', () => {
  test.each(signedInOnly.map((one) => [named(one), one] as const))(
    'answers 401 for %s without a session',
    async (_, { endpoint }) => {
      const nobody = cookieJar(inject('stack').appUrl);
      const request = requestFor(endpoint, () => belongingsOf(stranger));
      expect(refusalIn(await ask(nobody, request))).toEqual({ status: 401, errorKey: 'auth.sessionExpired' });
    },
  );

  nothingHappened();
});

describe("cross-site requests with the user's cookie", () => {
  test.each(writes.map((one) => [named(one), one] as const))(
    'answers 403 for %s from another site',
    { tags: 'threat-csrf' },
    async (_, { endpoint }) => {
      const { appUrl } = inject('stack');
      const request = requestFor(endpoint, () => belongingsOf(me));
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${appUrl}.evil.example` },
        { origin: appUrl.replace('http:', 'https:') },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { origin: appUrl, 'sec-fetch-site': 'cross-site' },
      ]) {
        const answer = await ask(me.browser, request, headers);
        expect(refusalIn(answer)).toEqual({ status: 403, errorKey: 'request.foreignOrigin' });
      }
    },
  );

  nothingHappened();

  test('accepts requests from our own page', { tags: ['spec-242.1', 'threat-csrf'] }, async () => {
    const { appUrl } = inject('stack');
    const headers = { origin: appUrl, 'sec-fetch-site': 'same-origin' };
    const { workspaceId } = me.trigger;
    const answer = await me.send('POST', '/api/workspaces/switch', { workspaceId }, headers);
    expect(answer.json()).toMatchObject({ id: workspaceId });
  });
});

describe('unknown endpoints', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const byPath = Map.groupBy(endpoints, ({ endpoint }) => endpoint.path);
  const others = [...byPath].map(([path, known]) => {
    const used = new Set<string>(known.flatMap(({ endpoint }) => methodsOf(endpoint)));
    return { path, used, unused: methods.filter((method) => !used.has(method)) };
  });
  const isPublic = ({ path }: { path: string }) => path.startsWith('/prod/');
  const filled = (path: string) => path.replaceAll(/\{\w+\}/g, '1');
  // A path such as /api/workspaces/current also matches /api/workspaces/{id}.
  const isAlsoAnother = (path: string, method: string): boolean =>
    endpoints.some(
      ({ endpoint }) =>
        methodsOf(endpoint).some((each) => each === method) &&
        new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );

  test.each(others.filter((each) => !isPublic(each)))('answers 404 for $unused on $path', async ({ path, unused }) => {
    for (const method of unused) {
      const to = filled(path);
      if (isAlsoAnother(to, method)) continue;
      const answer = await me.browser.hop(to, { method });
      expect([answer.status, answer.text]).toEqual([404, method === 'HEAD' ? '' : '{"message":"Not Found"}']);
    }
  });

  test.each(others.filter(isPublic))(
    'answers 405 for $unused on $path and allows $used',
    async ({ path, used, unused }) => {
      const to = filled(path);
      for (const method of unused) {
        // These are preflight requests of browsers.
        if (isPreflight(method, to)) continue;
        const answer = await me.browser.hop(to, { method });
        const allow = answer.headers.get('allow')?.split(', ');
        expect([answer.status, allow, answer.headers.get('cache-control')]).toEqual([
          405,
          [...used].toSorted(),
          'no-store',
        ]);
        expect(answer.text).toContain(method === 'HEAD' ? '' : '"errorKey":"request.methodNotAllowed"');
      }
      for (const method of used) expect((await me.browser.hop(to, { method })).status).not.toBe(405);
    },
  );

  test.each(others.filter(({ path }) => isPreflight('OPTIONS', filled(path))))(
    'offers only existing methods in the preflight response of $path',
    async ({ path }) => {
      const offer = await me.browser.hop(filled(path), { method: 'OPTIONS' });
      const offered = offer.headers.get('access-control-allow-methods')?.split(', ') ?? [];
      expect(offered).toEqual(methods.filter((method) => method !== 'OPTIONS'));
      for (const method of offered) {
        const { status, text } = await me.browser.hop(filled(path), { method });
        expect([status, text]).not.toEqual([404, '{"message":"Not Found"}']);
      }
    },
  );

  test('answers HEAD like GET without a body on public endpoints', async () => {
    const readable = endpoints.filter(({ endpoint }) => methodsOf(endpoint).length > 1);
    expect(readable.map(({ name }) => name)).toEqual(expect.arrayContaining(['health', 'status', 'passPage']));
    for (const { endpoint } of readable) {
      const head = await me.browser.hop(filled(endpoint.path), { method: 'HEAD' });
      const got = await me.browser.hop(filled(endpoint.path), { method: 'GET' });
      // A chat app that previews an address by HEAD must learn nothing about a webhook.
      const status = endpoint.path.startsWith('/prod/trigger/') ? 204 : got.status;
      expect([endpoint.path, head.status, head.text]).toEqual([endpoint.path, status, '']);
    }
  });

  test.each(['/api', '/api/', '/api/unknown', '/api/triggers/', '/api/users', '/prod/trigger', '/prod/unknown'])(
    'answers 404 on the unknown path %s',
    async (path) => {
      const answer = await me.browser.hop(path);
      expect([answer.status, answer.text]).toEqual([404, '{"message":"Not Found"}']);
    },
  );
});
