import { readFile } from 'node:fs/promises';

import fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';

import { functions } from '#infra/functions.ts';

import { callDirectly, directCall, type DirectCall } from '../hostile/events.ts';
import { fuzzRun, replay } from '../hostile/fuzz-run.ts';
import { faults, reached } from '../hostile/judge.ts';
import { bytesOf, isWhole, sendBytes, sendRaw, type RawRequest } from '../hostile/raw-http.ts';
import { hostileRequest } from '../hostile/twists.ts';
import { cookieJar } from '../local/browser-like.ts';
import { belongingsOf, stateOf } from './belongings.ts';
import { endpoints, type NamedEndpoint } from './endpoints.ts';
import { anAttacker, aStranger, rightRequest, signed, type Attacker, type Stranger } from './fuzz-world.ts';
import { guests } from './guests.ts';

// Made from the contracts alone: an endpoint that is added is tried here without a word more.
const guest = guests('fuzz');
type World = { me: Attacker; stranger: Stranger; before: unknown };
let made: Promise<World> | undefined;

/** Made by whichever test runs first, since a phone is waited for and only tests can wait. */
const theWorld = (): Promise<World> => (made ??= makeWorld());

async function makeWorld(): Promise<World> {
  const [me, stranger] = [await anAttacker(guest()), await aStranger(guest())];
  return { me, stranger, before: await stateOf(stranger) };
}

beforeAll(() => console.log(`Hostile requests: ${replay}`));

/** What ends something comes last, so that there is something for all others. */
const order = ({ name, endpoint: { method } }: NamedEndpoint): number => {
  if (method === 'GET' || method === 'HEAD') return 0;
  return method === 'DELETE' || /^(?:unlink|logout|update)/.test(name) ? 2 : 1;
};
const cases = endpoints.toSorted((a, b) => order(a) - order(b));

type Shot = { request: RawRequest } | { call: DirectCall };

/** Hostile requests for one endpoint: half of them over the wire, half handed to the function. */
function shots({ me, stranger }: World, one: NamedEndpoint): fc.Arbitrary<Shot> {
  const { right, fields } = rightRequest(me, one);
  const row = functions.find(({ contracts = [] }) =>
    contracts.some((all) => Object.values(all).includes(one.endpoint)),
  );
  if (!row) throw new Error(`no function answers ${one.name}`);
  const { appUrl } = inject('stack');
  const ids = belongingsOf(stranger);
  const foreign = {
    userId: stranger.userId,
    workspaceId: ids.workspace,
    workspace: ids.workspace,
    id: ids.trigger,
    triggerId: ids.trigger,
    instanceId: ids.instance,
    referenceInstanceId: ids.instance,
    groupId: ids.group,
  };
  const material = { right, fields: right.body && { ...fields }, foreign, appUrl };
  const requests = fc
    .tuple(hostileRequest(material), fc.boolean())
    .map(([request, isSigned]) => (one.endpoint.access === 'key' && isSigned ? signed(me, request) : request));
  return fc.oneof(
    requests.map((request) => ({ request })),
    requests
      .chain((request) => directCall(row, one.endpoint, request, inject('originSecret')))
      .map((call) => ({ call })),
  );
}

async function faultsOf({ stranger }: World, { endpoint }: NamedEndpoint, shot: Shot): Promise<string[]> {
  const { appUrl } = inject('stack');
  if ('call' in shot) {
    const answer = await callDirectly(appUrl, shot.call);
    return answer === 'threw' ? ['the function threw'] : faults(endpoint, answer, stranger.secrets);
  }
  const { method, target } = shot.request;
  const answer = await sendRaw(appUrl, shot.request);
  if (!answer) return isWhole(shot.request) ? ['the connection ended without an answer'] : [];
  return faults(reached(method, target)?.endpoint, answer, stranger.secrets);
}

test.each(cases.map((one) => [`${one.name} (${one.endpoint.method} ${one.endpoint.path})`, one] as const))(
  '%s has a proper answer to whatever comes in, and shows and changes nothing of somebody else',
  async (_, one) => {
    const { seed, cases: numRuns } = fuzzRun;
    const world = await theWorld();
    const { me, stranger, before } = world;
    if ((await me.get('/api/auth/user')).status === 401) await me.browser.signIn('google', me.name);
    await fc.assert(
      fc.asyncProperty(shots(world, one), async (shot) => {
        expect(await faultsOf(world, one, shot)).toEqual([]);
      }),
      { seed, numRuns, endOnFailure: true },
    );
    expect(await stateOf(stranger)).toEqual(before);
  },
  fuzzRun.cases * 2_000 + 60_000,
);

describe('a body longer than anybody reads is refused by', () => {
  const writes = cases.filter(({ endpoint: { method } }) => method !== 'GET' && method !== 'HEAD');
  const limits = { '/prod/trigger/': 64 * 1024, '/prod/whatsapp/': 1024 * 1024 };

  test.each(writes.map((one) => [`${one.name} (${one.endpoint.method} ${one.endpoint.path})`, one] as const))(
    '%s',
    async (_, one) => {
      const { me } = await theWorld();
      const { appUrl } = inject('stack');
      const { right } = rightRequest(me, one);
      const limit = Object.entries(limits).find(([path]) => one.endpoint.path.startsWith(path))?.[1] ?? 16 * 1024;
      const saying = (length: number, body?: Buffer): RawRequest => ({
        ...right,
        headers: [...right.headers, ['content-length', String(length)], ['connection', 'close']],
        body,
      });
      const long = await sendBytes(appUrl, bytesOf(saying(limit + 1, Buffer.alloc(limit + 1, ' '))));
      // What Stripe signed is read however long it is, up to what the gateway lets through.
      expect(long?.status).toBe(one.endpoint.path.startsWith('/prod/stripe/') ? 400 : 413);
      // Refused by what it says, so that nothing of it has to be sent.
      const tooLong = await sendBytes(appUrl, bytesOf(saying(10 * 1024 * 1024 + 1)));
      expect(tooLong?.status).toBe(413);
    },
  );
});

describe('after all of this', () => {
  test('the product is up, and the person whose session sent it all is still somebody', async () => {
    const health = await cookieJar(inject('stack').appUrl).get('/api/health');
    expect([health.status, health.text]).toEqual([200, '{"status":"ok"}']);
    const { stranger } = await theWorld();
    expect((await stranger.triggers()).map(({ name }) => name)).toEqual(['Tangerine Lighthouse']);
  });

  test('every line of the log is one of ours: nothing that came in began another, and no secret is in it', async () => {
    const { me } = await theWorld();
    const lines = (await readFile(inject('functionLog'), 'utf8')).split('\n').filter((line) => line !== '');
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => !isOurs(line))).toEqual([]);
    const log = lines.join('\n');
    const words = [
      'Tangerine',
      'Marmalade',
      'walrus',
      me.token,
      me.inbound.key,
      me.inbound.path.split('/').at(-1) ?? '',
    ];
    expect(words.filter((word) => log.includes(word))).toEqual([]);
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
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
