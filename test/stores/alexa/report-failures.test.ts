import { beforeEach, describe, expect, test } from 'vitest';

import { accountPartition } from '#functions/data/keys.ts';

import { aFakeAlexa, type FakeAlexa, type AlexaBehaviour } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

const clock = aClock();
let world: AlexaWorld;
let fakeAlexa: FakeAlexa;
const [home, ana, account] = [1, 'ana', 'amzn1.account.ana'];

beforeEach(async () => {
  fakeAlexa = aFakeAlexa();
  world = alexaWorld(await aTable(), fakeAlexa, clock);
  await world.addWorkspace(home, ana, true);
  await world.link(ana, home, account);
  await world.enableSkill(account);
  await world.settle();
});

const work = () => world.processPartition(accountPartition(account));

/** In seconds. */
async function untilNextTry(): Promise<number> {
  const [item] = await world.waiting();
  const ms = Date.parse(String(item?.['dueAt'])) - clock.now().getTime();
  clock.advance(ms);
  return ms / 1000;
}

test.each<[string, AlexaBehaviour]>([
  ['429', 'throttled'],
  ['503', 'unavailable'],
])('a report that meets %s twice is taken at the third try, each at least a second after the other', async (_, how) => {
  fakeAlexa.expect(how, how);
  await world.createTrigger(home, 'Good night');
  await work();
  const pauses = [await untilNextTry()];
  await world.sweep();
  pauses.push(await untilNextTry());
  expect(fakeAlexa.heard).toEqual([]);
  await world.sweep();
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1);
  expect(pauses[1]).toBeGreaterThan(pauses[0] ?? 0);
  expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
  expect(await world.waiting()).toEqual([]);
});

test('a report is not tried before its time, whatever else the clock does', async () => {
  fakeAlexa.expect('throttled');
  await world.createTrigger(home, 'Good night');
  await work();
  for (let tick = 0; tick < 5; tick += 1) {
    clock.advance(1000);
    await world.sweep();
  }
  expect(fakeAlexa.heard).toEqual([]);
  await untilNextTry();
  await world.sweep();
  expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
});

test('a change during a pause waits for its end, and does not make the next one shorter', async () => {
  fakeAlexa.expect('throttled', 'throttled', 'throttled', 'throttled');
  await world.createTrigger(home, 'Good night');
  await work();
  const first = await untilNextTry();
  await world.sweep();
  const [before] = await world.waiting();
  await world.createTrigger(home, 'Good morning');
  await work();
  // Nothing was sent: two of the four are left.
  expect(fakeAlexa.ahead()).toBe(2);
  expect((await world.waiting()).map(({ dueAt }) => dueAt)).toEqual([before?.['dueAt'], before?.['dueAt']]);
  expect(await world.inAlexa(home)).toMatchObject({
    'Good morning': { state: 'waiting', reason: 'alexa.throttled' },
  });
  await untilNextTry();
  await world.sweep();
  expect(fakeAlexa.ahead()).toBe(1);
  expect(await untilNextTry()).toBeGreaterThan(2 * first);
});

test('somebody who asks by hand does not wait', async () => {
  fakeAlexa.expect('throttled');
  const id = (await world.createTrigger(home, 'Good night')) ?? '';
  await work();
  await world.resync(home, id);
  await work();
  expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
  expect(await world.waiting()).toEqual([]);
});

test('a new link does not wait for what the old one ran into', async () => {
  fakeAlexa.expect('throttled');
  await world.createTrigger(home, 'Good night');
  await work();
  await world.unlink(ana, home);
  await world.link(ana, home, account);
  await world.createTrigger(home, 'Good morning');
  await work();
  expect(fakeAlexa.listOf(account)).toEqual(['Good morning']);
});

describe('a change in the middle of a report costs no pause', () => {
  test('unlinking', async () => {
    await world.createTrigger(home, 'Good night');
    await work();
    await world.createTrigger(home, 'Good morning');
    fakeAlexa.beforeNext(() => world.unlink(ana, home));
    await work();
    expect(fakeAlexa.listOf(account)).toEqual([]);
    expect(await world.waiting()).toMatchObject([{ entry: { topic: 'cleanUp' } }]);
  });

  test('linking again', async () => {
    await world.createTrigger(home, 'Good night');
    await work();
    await world.unlink(ana, home);
    fakeAlexa.beforeNext(async () => {
      await world.link(ana, home, account);
      await world.createTrigger(home, 'Good morning');
    });
    await work();
    expect(fakeAlexa.listOf(account)).toEqual(['Good morning']);
  });
});

test('a transient failure of one account is not that of another', async () => {
  await world.addWorkspace(2, 'bruno', true);
  await world.link('bruno', 2, 'amzn1.account.bruno');
  await world.enableSkill('amzn1.account.bruno');
  await world.createTrigger(home, 'Good night');
  await world.createTrigger(2, 'Bom dia');
  fakeAlexa.expect('unavailable');
  await world.sweep();
  const known = [...fakeAlexa.listOf(account), ...fakeAlexa.listOf('amzn1.account.bruno')];
  expect(known).toHaveLength(1);
});
