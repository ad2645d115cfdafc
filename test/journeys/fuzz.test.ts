import { readFile } from 'node:fs/promises';

import fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';

import { fuzzRun, replay } from '../hostile/fuzz-run.ts';
import { bytesOf, sendBytes, type RawRequest } from '../hostile/raw-http.ts';
import { cookieJar } from '../local/browser-like.ts';
import { isDeep } from '../support/depth.ts';
import { stateOf } from './kit/belongings.ts';
import { endpoints, type NamedEndpoint } from './kit/endpoints.ts';
import { eachFieldChanged, faultsOf, shots, type HostileRequest, type Sides } from './kit/fuzz-requests.ts';
import { anAttacker, aStranger, rightRequest } from './kit/fuzz-world.ts';
import { guests } from './kit/guests.ts';

// Generated from the contracts, so a new endpoint is covered automatically.
const guest = guests('fuzz');
type World = Sides & { before: unknown };
let made: Promise<World> | undefined;

/** Created by the first test that runs, because pairing a phone takes longer than the timeout of a hook. */
const theWorld = (): Promise<World> => (made ??= makeWorld().catch(startOver));

/** Lets a retried test create the world again. */
function startOver(error: unknown): never {
  made = undefined;
  throw error;
}

async function makeWorld(): Promise<World> {
  const [me, stranger] = [await anAttacker(guest()), await aStranger(guest())];
  return { me, stranger, before: await stateOf(stranger) };
}

beforeAll(() => console.log(`Hostile requests: ${replay}`));

/** Calls that end something come last. */
const order = ({ name, endpoint: { method } }: NamedEndpoint): number => {
  if (method === 'GET' || method === 'HEAD') return 0;
  return method === 'DELETE' || /^(?:unlink|logout|update)/.test(name) ? 2 : 1;
};
const cases = endpoints.toSorted((a, b) => order(a) - order(b));

test.each(cases.map((one) => [`${one.name} (${one.endpoint.method} ${one.endpoint.path})`, one] as const))(
  'answers %s properly for any input and neither reveals nor changes data of others',
  { tags: ['threat-hostile-request', 'threat-fake-delivery'], timeout: fuzzRun.cases * 2_000 + 60_000 },
  async (_, one) => {
    const { seed, cases: numRuns } = fuzzRun;
    const world = await theWorld();
    const { me, stranger, before } = world;
    const asked = async (shot: HostileRequest): Promise<void> => {
      expect(await faultsOf(world, one, shot)).toEqual([]);
    };
    if ((await me.get('/api/auth/user')).status === 401) await me.browser.signIn('google', me.name);
    for (const some of sixEach(eachFieldChanged(world, one))) await Promise.all(some.map(asked));
    await fc.assert(fc.asyncProperty(shots(world, one), asked), { seed, numRuns, endOnFailure: true });
    // The gate compares once, after all requests: comparing after each endpoint would take a quarter of the time.
    expect(isDeep ? await stateOf(stranger) : before).toEqual(before);
  },
);

const sixEach = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / 6) }, (_, at) => all.slice(at * 6, at * 6 + 6));

describe('oversized bodies', () => {
  const writes = cases.filter(({ endpoint: { method } }) => method !== 'GET' && method !== 'HEAD');
  const named = (those: typeof writes) =>
    those.map((one) => [`${one.name} (${one.endpoint.method} ${one.endpoint.path})`, one] as const);
  const unread = ['/prod/trigger/', '/prod/pass/'];
  const limits = { '/prod/whatsapp/': 1024 * 1024 };

  async function sends(one: NamedEndpoint, length: number, body?: Buffer) {
    const { me } = await theWorld();
    const { right } = rightRequest(me, one);
    const headers: RawRequest['headers'] = [
      ...right.headers,
      ['content-length', String(length)],
      ['connection', 'close'],
    ];
    return sendBytes(inject('stack').appUrl, bytesOf({ ...right, headers, body }));
  }

  test.each(named(writes.filter(({ endpoint: { path } }) => !unread.some((start) => path.startsWith(start)))))(
    'rejects an oversized body for %s',
    async (_, one) => {
      const limit = Object.entries(limits).find(([path]) => one.endpoint.path.startsWith(path))?.[1] ?? 16 * 1024;
      const long = await sends(one, limit + 1, Buffer.alloc(limit + 1, ' '));
      // A signed Stripe request is read at any length that the gateway allows.
      expect(long?.status).toBe(one.endpoint.path.startsWith('/prod/stripe/') ? 400 : 413);
    },
  );

  // Rejected by its headers, so no body has to be sent.
  test.each(named(writes))('rejects an oversized body at the gateway before %s', async (_, one) => {
    expect((await sends(one, 10 * 1024 * 1024 + 1))?.status).toBe(413);
  });
});

describe('after all hostile requests', () => {
  test("has not changed another user's data", { tags: 'threat-hostile-request' }, async () => {
    const { stranger, before } = await theWorld();
    expect(await stateOf(stranger)).toEqual(before);
  });

  test(
    'keeps the product running and the attacking session signed in',
    { tags: 'threat-hostile-request' },
    async () => {
      const health = await cookieJar(inject('stack').appUrl).get('/api/health');
      expect([health.status, health.text]).toEqual([200, '{"status":"ok"}']);
      const { stranger } = await theWorld();
      expect((await stranger.triggers()).map(({ name }) => name)).toEqual(['Tangerine Lighthouse']);
    },
  );

  test('logs only lines in the known format without injected lines or secrets', { tags: 'threat-logs' }, async () => {
    const { me } = await theWorld();
    const text = await readFile(inject('functionLog'), 'utf8');
    // The last line may be incomplete.
    const lines = text.slice(0, text.lastIndexOf('\n')).split('\n');
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => !isOurs(line))).toEqual([]);
    const log = lines.join('\n');
    const words = [
      'Tangerine',
      'Marmalade',
      'walrus',
      me.token,
      me.pass,
      me.inbound.key,
      me.inbound.path.split('/').at(-1) ?? '',
    ];
    expect(words.filter((word) => log.includes(word))).toEqual([]);
    // oxlint-disable-next-line no-control-regex -- the test searches for control characters
    expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(log)).toBe(false);
  });
});

function isOurs(line: string): boolean {
  try {
    const said: unknown = JSON.parse(line);
    return typeof said === 'object' && said !== null && ('event' in said || '_aws' in said);
  } catch {
    return false;
  }
}
