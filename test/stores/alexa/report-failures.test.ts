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

/** Moves to the next attempt and returns the seconds until then. */
async function untilNextTry(): Promise<number> {
  const [item] = await world.waiting();
  const ms = Date.parse(String(item?.['dueAt'])) - clock.now().getTime();
  clock.advance(ms);
  return ms / 1000;
}

test.each<[string, AlexaBehaviour]>([
  ['429', 'throttled'],
  ['503', 'unavailable'],
])('delivers a report at the third attempt after %s twice, with a pause of at least a second each', async (_, how) => {
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

test('does not retry a report in sweeps before it is due', async () => {
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

test('delays a change until the end of the pause, and does not shorten the next one', async () => {
  fakeAlexa.expect('throttled', 'throttled', 'throttled', 'throttled');
  await world.createTrigger(home, 'Good night');
  await work();
  const first = await untilNextTry();
  await world.sweep();
  const [before] = await world.waiting();
  await world.createTrigger(home, 'Good morning');
  await work();
  // Nothing was sent, so two of the four failures are left.
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

test('sends a report at once on a manual request', async () => {
  fakeAlexa.expect('throttled');
  const id = (await world.createTrigger(home, 'Good night')) ?? '';
  await work();
  await world.resync(home, id);
  await work();
  expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
  expect(await world.waiting()).toEqual([]);
});

test('does not delay a new link by failures of the old one', async () => {
  fakeAlexa.expect('throttled');
  await world.createTrigger(home, 'Good night');
  await work();
  await world.unlink(ana, home);
  await world.link(ana, home, account);
  await world.createTrigger(home, 'Good morning');
  await work();
  expect(fakeAlexa.listOf(account)).toEqual(['Good morning']);
});

describe('a change during a report', () => {
  test('does not pause when the account is unlinked during a report', async () => {
    await world.createTrigger(home, 'Good night');
    await work();
    await world.createTrigger(home, 'Good morning');
    fakeAlexa.beforeNext(() => world.unlink(ana, home));
    await work();
    expect(fakeAlexa.listOf(account)).toEqual([]);
    expect(await world.waiting()).toMatchObject([{ entry: { topic: 'cleanUp' } }]);
  });

  test('does not pause when the account is linked again during a report', async () => {
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

test('does not delay the report of one account by a failure of another', async () => {
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
