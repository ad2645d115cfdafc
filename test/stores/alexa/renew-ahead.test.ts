import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, test } from 'vitest';

import { createWarmTokenStore, type WarmTokenStore } from '#functions/data/alexa/warm-token-store.ts';
import { accessKey, duePartition, openRunPartition, tokensPartition, warmTokenKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { streamWorker } from '#functions/wiring/worker.ts';

import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld, type SteppedClock } from '../../support/worlds/alexa-world.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

const minute = 60_000;
const hour = 60 * minute;
const [home, ana, account] = [1, 'ana', 'amzn1.account.ana'];

let table: Table;
let clock: SteppedClock;
let world: AlexaWorld;
let warm: WarmTokenStore;

/** Creates a linked workspace whose token expires in an hour. */
async function aHome(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  table = await aTable();
  clock = aClock();
  world = alexaWorld(table, aFakeAlexa(), clock, undefined, settings);
  warm = createWarmTokenStore(table);
  await world.addWorkspace(home, ana, true);
  await world.link(ana, home, account);
  await world.enableSkill(account);
  await world.settle();
  const tokenExpiresAt = new Date(clock.now().getTime() + hour).toISOString();
  await setAttributes(table, accessKey({ workspaceId: home }), { tokenExpiresAt });
}
beforeEach(() => aHome());

/** Does what the worker does after a run. */
const ran = (workspaceId = home): Promise<void> =>
  streamWorker(world.ground, world.providers).keepWarm({
    id: 'run',
    workspaceId,
    at: clock.now().toISOString(),
    channel: 'webhook',
    outcome: 'sent',
    ms: 120,
    stages: {},
  });

async function minutesPass(count: number): Promise<void> {
  for (let each = 0; each < count; each += 1) {
    clock.advance(minute);
    await world.sweep();
  }
}

const noted = async (workspaceId = home) =>
  (await table.doc.send(new GetCommand({ TableName: table.name, Key: warmTokenKey(workspaceId) }))).Item;
const minutesLeft = async (): Promise<number> => {
  const access = await world.tokens.findAccess({ workspaceId: home });
  return (Date.parse(access?.tokenExpiresAt ?? '') - clock.now().getTime()) / minute;
};

describe('a workspace whose trigger ran', () => {
  test('renews the token every 50 minutes with more than five minutes left, and stops 36 hours after the run', async () => {
    await ran();
    clock.advance(45 * minute);
    const left: number[] = [];
    for (let round = 0; round < 12 * 12; round += 1) {
      clock.advance(5 * minute);
      await world.sweep();
      left.push(await minutesLeft());
    }
    expect(Math.min(...left)).toBeGreaterThan(5);
    expect(world.amazon.asked).toBeLessThanOrEqual((12 * 60) / 50 + 1);
    clock.advance(24 * hour);
    await world.sweep();
    expect(await noted()).toBeUndefined();
    const renewals = world.amazon.asked;
    await minutesPass(70);
    expect(world.amazon.asked).toBe(renewals);
  });

  test('renews the token ten minutes before it expires when the sweep runs every minute', async () => {
    await ran();
    await minutesPass(49);
    expect(world.amazon.asked).toBe(0);
    await minutesPass(1);
    expect(world.amazon.asked).toBe(1);
    expect(await minutesLeft()).toBe(60);
  });

  test('keeps renewing without a gap when the trigger runs once a day', async () => {
    for (let day = 0; day < 3; day += 1) {
      await ran();
      clock.advance(24 * hour);
      await world.sweep();
      expect(await noted()).toBeDefined();
    }
  });

  test('stores the time of a run at most once in twelve hours', async () => {
    await ran();
    const first = await noted();
    clock.advance(12 * hour);
    await ran();
    expect(await noted()).toEqual(first);
    clock.advance(minute);
    await ran();
    expect(await noted()).toMatchObject({ ranAt: clock.now().toISOString(), dueAt: first?.['dueAt'] });
  });
});

describe('a token that cannot be renewed', () => {
  test('retries a failed renewal after five minutes and keeps the permission valid', async () => {
    await ran();
    world.amazon.answer = { outcome: 'unavailable' };
    await minutesPass(54);
    expect(world.amazon.asked).toBe(1);
    expect(await world.grants.findGrant(account)).toMatchObject({ state: 'valid' });
    world.amazon.answer = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
    await minutesPass(1);
    expect(world.amazon.asked).toBe(2);
    expect(await minutesLeft()).toBe(60);
  });

  test('revokes the permission when Amazon refuses the renewal, and notifies the owner once', async () => {
    await ran();
    world.amazon.answer = { outcome: 'invalidGrant' };
    await minutesPass(60);
    await world.settle();
    expect(await world.grants.findGrant(account)).toMatchObject({ state: 'revoked' });
    expect([world.amazon.asked, await noted()]).toEqual([1, undefined]);
    expect(world.post.mails).toHaveLength(1);
  });

  test('does not renew the token after the account was unlinked', async () => {
    await ran();
    await world.unlink(ana, home);
    await world.settle();
    clock.advance(hour);
    await world.sweep();
    expect([world.amazon.asked, await noted()]).toEqual([0, undefined]);
  });

  test('postpones a token whose lock a dead process holds, so that other tokens do not wait', async () => {
    await ran();
    clock.advance(51 * minute);
    const lock = { id: 'dead', until: clock.now().getTime() + hour };
    await setAttributes(table, accessKey({ workspaceId: home }), { lock });
    await world.sweep();
    expect(world.amazon.asked).toBe(0);
    expect((await warm.due(clock.now(), 10)).length).toBe(0);
  });
});

test('renews at most 100 tokens a minute, the longest due first', async () => {
  const dueAt = (at: number): string => new Date(clock.now().getTime() - 120_000 + at * 1000).toISOString();
  for (let workspaceId = 1000; workspaceId < 1101; workspaceId += 1) {
    const item = { type: 'warmToken', workspaceId, ranAt: clock.now().toISOString(), duePk: tokensPartition };
    const Item = { ...warmTokenKey(workspaceId), ...item, dueAt: dueAt(workspaceId - 1000) };
    await table.doc.send(new PutCommand({ TableName: table.name, Item }));
  }
  await world.sweep();
  expect((await warm.due(clock.now(), 200)).map(({ workspaceId }) => workspaceId)).toEqual([1100]);
});

test('renews a token once when two sweeps run concurrently', async () => {
  await ran();
  clock.advance(56 * minute);
  await Promise.all([world.sweep(), world.sweep()]);
  expect(world.amazon.asked).toBe(1);
});

test('renews no token ahead when the stage renews on demand', async () => {
  await aHome({ RENEW_TOKENS_ON_DEMAND: '1' });
  await ran();
  expect(await noted()).toBeUndefined();
  await warm.noteRun(home, clock.now(), clock.now());
  clock.advance(56 * minute);
  await world.sweep();
  expect(world.amazon.asked).toBe(0);
});

test.each([
  ['open runs', openRunPartition],
  ['due work', duePartition],
])('ends the renewals before the sweep throws when it cannot read %s', async (_, partition) => {
  await ran();
  clock.advance(56 * minute);
  table.doc.middlewareStack.add(
    (next) => (request) => {
      if (JSON.stringify(request.input).includes(`"${partition}"`)) throw new Error('The table is down.');
      return next(request);
    },
    { step: 'initialize', priority: 'high' },
  );
  await expect(world.sweep()).rejects.toThrow('The table is down.');
  expect([world.amazon.asked, await minutesLeft()]).toEqual([1, 60]);
});
