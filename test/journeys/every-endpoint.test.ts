import { beforeAll, describe, expect, inject, test } from 'vitest';

import { cookieJar, type Answered, type CookieJar } from '../local/browser-like.ts';
import { refusalIn } from './answers.ts';
import { endpoints, placesOf, requestFor, type Belongings, type NamedEndpoint } from './endpoints.ts';
import { guests } from './guests.ts';
import { settled } from './person.ts';
import { pairNumber } from './table.ts';

// Made from the contracts alone: an endpoint that is added is tried here without a word more.
const guest = guests('everyEndpoint');
type Settled = Awaited<ReturnType<typeof somebody>>;
let me: Settled;
let stranger: Settled;
const before = new Map<Settled, unknown>();

/** Somebody who has one of everything. */
async function somebody() {
  const person = await settled(guest());
  const { id } = await person.whoAmI();
  return { ...person, ...(await pairNumber({ workspaceId: person.trigger.workspaceId, userId: id })) };
}

beforeAll(async () => {
  [me, stranger] = [await somebody(), await somebody()];
  for (const person of [me, stranger]) before.set(person, await stateOf(person));
});

const belongingsOf = ({ trigger, instanceId, groupId }: Settled): Belongings => ({
  workspace: trigger.workspaceId,
  trigger: trigger.id,
  instance: instanceId,
  group: groupId,
});

/** All that somebody could notice of a change; in the house, too. */
async function stateOf(person: Settled): Promise<unknown> {
  const [user, current, workspaces, triggers, runs, house, { expiresIn: _, ...amazon }, number, groups] =
    await Promise.all([
      person.whoAmI(),
      person.current(),
      person.workspaces(),
      person.triggers(),
      person.history(person.trigger.id),
      person.house.look(),
      person.amazon(),
      person.get('/api/zapbox-instances/current').then((answer) => answer.json()),
      person.get('/api/whatsapp-groups').then((answer) => answer.json()),
    ]);
  const whatsapp = { number, groups };
  return { user, current, workspaces, triggers, runs, amazon, whatsapp, devices: house.devices, events: house.events };
}

async function ask(browser: CookieJar, request: ReturnType<typeof requestFor>, headers = {}): Promise<Answered> {
  const { method, path, body } = request;
  return browser.hop(path, { method, body, headers: { ...request.headers, ...headers } });
}

const signedInOnly = endpoints.filter(({ endpoint }) => endpoint.access === 'session');
const writes = endpoints.filter(
  ({ endpoint }) => endpoint.access !== 'key' && endpoint.method !== 'GET' && endpoint.method !== 'HEAD',
);
const named = ({ name, endpoint }: NamedEndpoint) => `${name} (${endpoint.method} ${endpoint.path})`;

test('no endpoint is left out: each function with routes has some, and each asks for a session, a key or nothing', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(25);
  expect(new Set(endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size).toBe(endpoints.length);
  expect(signedInOnly.length).toBeGreaterThanOrEqual(16);
});

describe('what belongs to somebody else is 404, and nothing happens', () => {
  const cases = signedInOnly.flatMap((one) => {
    const places = placesOf(one.endpoint);
    const each = places.map((place) => ({ ...one, foreign: [place] }));
    return places.length > 1 ? [...each, { ...one, foreign: places }] : each;
  });

  test.each(cases.map((one) => [`${named(one)} with a foreign ${one.foreign.join(' and ')}`, one] as const))(
    '%s',
    async (_, { endpoint, foreign }) => {
      const request = requestFor(endpoint, (place) => {
        if (foreign.includes(place)) return belongingsOf(stranger);
        return place === 'header' ? undefined : belongingsOf(me);
      });
      const answer = await ask(me.browser, request);
      expect(refusalIn(answer)).toMatchObject({ status: 404, errorKey: expect.stringMatching(/\.notFound$/) });
      const after = await Promise.all([stateOf(stranger), stateOf(me)]);
      expect(after).toEqual([before.get(stranger), before.get(me)]);
    },
  );
});

describe('who is not signed in gets 401, and nothing happens', () => {
  test.each(signedInOnly.map((one) => [named(one), one] as const))('%s', async (_, { endpoint }) => {
    const nobody = cookieJar(inject('stack').appUrl);
    const request = requestFor(endpoint, () => belongingsOf(stranger));
    expect(refusalIn(await ask(nobody, request))).toEqual({ status: 401, errorKey: 'auth.sessionExpired' });
    expect(await stateOf(stranger)).toEqual(before.get(stranger));
  });
});

describe('a write that another site sends along with my cookie is 403, and nothing happens', () => {
  test.each(writes.map((one) => [named(one), one] as const))('%s', async (_, { endpoint }) => {
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
    expect(await stateOf(me)).toEqual(before.get(me));
  });

  test('our own page is no other site', async () => {
    const { appUrl } = inject('stack');
    const headers = { origin: appUrl, 'sec-fetch-site': 'same-origin' };
    const { workspaceId } = me.trigger;
    const answer = await me.send('POST', '/api/workspaces/switch', { workspaceId }, headers);
    expect(answer.json()).toMatchObject({ id: workspaceId });
  });
});

describe('what is no endpoint is nothing at all', () => {
  const methods = ['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'];
  const byPath = Map.groupBy(endpoints, ({ endpoint }) => endpoint.path);
  const others = [...byPath].map(([path, known]) => {
    const used = new Set<string>(known.map(({ endpoint }) => endpoint.method));
    return [path, methods.filter((method) => !used.has(method))] as const;
  });
  // A path such as /api/workspaces/current is also one of /api/workspaces/{id}: both then have their say.
  const isAlsoAnother = (path: string, method: string): boolean =>
    endpoints.some(
      ({ endpoint }) =>
        endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );

  test.each(others)('%s knows no %j', async (path, unused) => {
    for (const method of unused) {
      const to = path.replaceAll(/\{\w+\}/g, '1');
      if (isAlsoAnother(to, method)) continue;
      const answer = await me.browser.hop(to, { method });
      expect([answer.status, answer.text]).toEqual([404, '{"message":"Not Found"}']);
    }
  });

  test.each(['/api', '/api/', '/api/unknown', '/api/triggers/', '/api/users', '/prod/trigger', '/prod/unknown'])(
    '%s',
    async (path) => {
      const answer = await me.browser.hop(path);
      expect([answer.status, answer.text]).toEqual([404, '{"message":"Not Found"}']);
    },
  );
});
