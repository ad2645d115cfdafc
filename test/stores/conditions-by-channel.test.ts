import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createGroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';
import { channels, type Channel } from '#shared/rules/channels.ts';
import { conditions as conditionsShape, type Conditions } from '#shared/rules/conditions/conditions.ts';

import { pass, testedChannels, type TestedChannel } from '../faults/channels.ts';
import { aHome, type Firing, type Home } from '../faults/home.ts';
import { originSecret } from '../faults/injected/secret-faults.ts';
import { localCredentials } from '../local/table/dynamodb.ts';
import { aTable } from '../support/worlds/a-table.ts';
import { anEvent } from '../support/worlds/an-event.ts';
import { setAttributes } from '../support/worlds/set-attributes.ts';

// Plays every channel under each condition, through its own entry point and the product's own wiring. The condition is
// on the trigger, and also on the key if the entry takes one.

const hourMs = 3_600_000;
const [inside, outside] = ['203.0.113.7', '198.51.100.7'];
const nobody = '000000000000';

type Condition = keyof Conditions;
type Now = { at: number; channel: Channel; person: string };
type Case = {
  allowed: (now: Now) => Conditions;
  refused: (now: Now) => Conditions;
  /** Result of the refused run; absent if the channel ignores the condition. */
  outcome: (channel: Channel) => string | undefined;
  /** Another run precedes the refused one. */
  runsBefore?: true;
  waitsMs?: number;
  /** Address of the caller of the refused run. */
  from?: string;
  /** Result when the condition is on a key, if it differs. */
  ofKey?: string;
};

const iso = (at: number): string => new Date(at).toISOString();
const clock = (at: number): string => iso(at).slice(11, 16);
const days = [1, 2, 3, 4, 5, 6, 7];
const addressed: readonly Channel[] = ['webhook', 'click'];

const cases: Record<Condition, Case> = {
  coolDownSeconds: {
    allowed: () => ({ coolDownSeconds: 3600 }),
    refused: () => ({ coolDownSeconds: 3600 }),
    outcome: () => 'coolingDown',
    runsBefore: true,
    waitsMs: 600_000,
  },
  hours: {
    allowed: ({ at }) => ({ hours: [{ days, from: clock(at - hourMs), to: clock(at + 2 * hourMs) }] }),
    refused: ({ at }) => ({ hours: [{ days, from: clock(at + hourMs), to: clock(at + 2 * hourMs) }] }),
    outcome: () => 'notNow',
  },
  channels: {
    allowed: ({ channel }) => ({ channels: [channel] }),
    refused: ({ channel }) => ({ channels: channels.filter((other) => other !== channel) }),
    outcome: () => 'notHere',
  },
  people: {
    allowed: ({ person }) => ({ people: [person] }),
    refused: () => ({ people: [nobody] }),
    outcome: (channel) => (channel === 'group' ? 'notYou' : undefined),
  },
  networks: {
    allowed: () => ({ networks: [`${inside}/24`] }),
    refused: () => ({ networks: [`${inside}/24`] }),
    outcome: (channel) => (addressed.includes(channel) ? 'notHere' : undefined),
    from: outside,
  },
  from: {
    allowed: ({ at }) => ({ from: iso(at - hourMs) }),
    refused: ({ at }) => ({ from: iso(at + hourMs) }),
    outcome: () => 'notNow',
  },
  until: {
    allowed: ({ at }) => ({ until: iso(at + 2 * hourMs) }),
    refused: ({ at }) => ({ until: iso(at + hourMs) }),
    outcome: () => 'notNow',
    waitsMs: hourMs,
    ofKey: 'accessKey.ended',
  },
};

const named = (wanted: string): TestedChannel => {
  const found = testedChannels.find(({ name }) => name === wanted);
  if (!found) throw new Error(`There is no channel ${wanted}.`);
  return found;
};

type Way = { name: string; entry: TestedChannel; by: 'itself' | 'address' | 'page'; on: 'trigger' | 'key' };
const ways: readonly Way[] = [
  ...['webhook', 'click', 'voice', 'group', 'schedule'].map((name) => {
    return { name, entry: named(name), by: 'itself', on: 'trigger' } as const;
  }),
  { name: 'webhook with a key', entry: named('webhook'), by: 'address', on: 'trigger' },
  { name: 'webhook with a key that is under it', entry: named('webhook'), by: 'address', on: 'key' },
  { name: 'page of a guest', entry: pass, by: 'page', on: 'trigger' },
  { name: 'page of a guest whose key is under it', entry: pass, by: 'page', on: 'key' },
];

let home: Home;
let table: Table;
let person: string;
const keys: Partial<Record<Way['by'], { id: string; secret: string }>> = {};

/** Calls the API as a page of the app does. */
async function call(route: string, body: object, id?: string): Promise<unknown> {
  const event = anEvent({
    route,
    ...(id !== undefined && { params: { id } }),
    body,
    cookies: [home.cookie.split(';')[0] ?? ''],
    headers: { 'x-origin-secret': originSecret, 'x-workspace-id': String(home.workspaceId) },
  });
  const { statusCode = 0, body: said = '' } = await home.well().process.click(event);
  if (statusCode >= 300) throw new Error(`${route} answers ${statusCode}: ${said}`);
  return JSON.parse(said);
}

const setOn = (conditions: Conditions, { by, on }: Pick<Way, 'by' | 'on'>): Promise<unknown> =>
  on === 'key'
    ? call('PATCH /api/access-keys/{id}', { conditions }, keys[by]?.id)
    : call('PATCH /api/triggers/{id}', { conditions }, home.newFiring().triggerId);

async function fire({ entry, by }: Pick<Way, 'entry' | 'by'>, address = inside) {
  home.spoil();
  await home.renewGrant('plain');
  const secret = keys[by]?.secret;
  const firing: Firing = { ...home.newFiring(), address, ...(secret !== undefined && { token: secret }) };
  const before = home.heard();
  const { process, lines } = home.well();
  const { word, undeclared } = await entry.fire(process, lines, home, firing);
  return { word, events: home.heard() - before, ...(undeclared !== undefined && { undeclared }) };
}

beforeAll(async () => {
  // The product reads its credentials from the environment, as on AWS.
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  table = await aTable();
  home = await aHome(table, inject('dynamodbUrl'), { withGroup: true });
  await setAttributes(table, workspaceKey(home.workspaceId), { timeZone: 'UTC' });
  const made = z.object({ id: z.string(), secret: z.string() });
  const wish = { name: 'Hubitat', right: 'fire', triggers: [home.newFiring().triggerId] };
  keys.address = made.parse(await call('POST /api/access-keys', wish));
  keys.page = made.parse(await call('POST /api/access-keys', { ...wish, page: true }));
  // A refused run lists the member with the id that conditions use.
  await setOn({ people: [nobody] }, { by: 'itself', on: 'trigger' });
  await fire({ entry: named('group'), by: 'itself' });
  const people = await createGroupPersonStore(table, home.clock.now).list(home.workspaceId);
  person = people[0]?.person ?? '';
});

afterAll(() => home.close());

/** Where the previous test set its conditions. */
let last: Way | undefined;

/** Each test runs long after the previous one, with only the tested conditions. */
beforeEach(async () => {
  home.pause();
  home.clock.advance(2 * hourMs);
  if (last) await setOn({}, last);
});

async function run(way: Way, conditions: Conditions, { runsBefore = false, waitsMs = 0, from = inside }) {
  last = way;
  await setOn(conditions, way);
  if (runsBefore) await fire(way);
  home.clock.advance(waitsMs);
  return fire(way, from);
}

const nowFor = ({ entry: { channel } }: Way): Now => ({ at: home.clock.now().getTime(), channel, person });

test('covers every channel and every condition of the product', () => {
  expect(new Set(ways.map(({ entry }) => entry.channel))).toEqual(new Set(channels));
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(conditionsShape.shape).toSorted());
});

// A condition that refuses a run here would also refuse it alone.
test.each(ways)('sends the event of a run by the $name that meets all conditions', async (way) => {
  const conditions = Object.values(cases).map(({ allowed }) => allowed(nowFor(way)));
  const fulfilled = { runsBefore: true, waitsMs: hourMs };
  expect(await run(way, Object.assign({}, ...conditions), fulfilled)).toEqual({ word: 'sent', events: 1 });
});

describe.each(Object.entries(cases))('condition %s', (_, { refused, outcome, ofKey, ...given }) => {
  test.each(ways)('refuses a run by the $name without an event if the channel checks the condition', async (way) => {
    const word = outcome(way.entry.channel);
    const ofWay = way.on === 'key' ? (ofKey ?? word) : word;
    expect(await run(way, refused(nowFor(way)), given)).toEqual(
      ofWay === undefined ? { word: 'sent', events: 1 } : { word: ofWay, events: 0 },
    );
  });
});
