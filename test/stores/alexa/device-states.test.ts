import { beforeEach, describe, expect, test } from 'vitest';

import { accountPartition } from '#functions/data/keys.ts';

import { aFakeAlexa, type FakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

const minute = 60_000;
const clock = aClock();
let world: AlexaWorld;
let fakeAlexa: FakeAlexa;
const [home, ana, account] = [1, 'ana', 'amzn1.account.ana'];

beforeEach(async () => {
  fakeAlexa = aFakeAlexa();
  world = alexaWorld(await aTable(), fakeAlexa, clock);
  await world.addWorkspace(home, ana, true);
  await world.link(ana, home, account);
});

const work = () => world.processPartition(accountPartition(account));
const stateOf = async (name = 'Good night') => (await world.inAlexa(home))[name];

async function made(name = 'Good night'): Promise<string> {
  // Later than the permission, so that no discovery can have included the trigger.
  clock.advance(minute);
  return (await world.createTrigger(home, name)) ?? '';
}

describe('the state of a trigger on the page', () => {
  test('shows that the skill is off until it is enabled', async () => {
    await made();
    expect(await stateOf()).toEqual({ state: 'skillOff', reason: 'amazon.skillNotEnabled' });
    await world.enableSkill(account);
    expect((await stateOf())?.state).toBe('waiting');
    await work();
    expect(await stateOf()).toEqual({ state: 'inAlexa' });
  });

  test('shows a pending report with its reason, a permanent failure, and the recovery by a retry', async () => {
    await world.enableSkill(account);
    const id = await made();
    expect(await stateOf()).toMatchObject({ state: 'waiting' });
    for (let hour = 0; hour < 6; hour += 1) {
      fakeAlexa.expect('unavailable');
      await world.sweep();
      expect(await stateOf()).toMatchObject({ state: 'waiting', reason: 'alexa.unavailable' });
      clock.advance(60 * minute);
    }
    fakeAlexa.expect('unavailable');
    await world.sweep();
    expect(await stateOf()).toMatchObject({ state: 'failed', reason: 'alexa.unavailable' });

    fakeAlexa.expect();
    expect((await world.resync(home, id)).alexa?.state).toBe('waiting');
    expect((await stateOf())?.state).toBe('waiting');
    await work();
    expect(await stateOf()).toEqual({ state: 'inAlexa' });
    expect((await world.outbox.pending(accountPartition(account))).items).toEqual([]);
  });

  test('keeps other triggers in Alexa while a new one is pending', async () => {
    await world.enableSkill(account);
    await made('One thing');
    await work();
    await made('Another');
    expect(await world.inAlexa(home)).toMatchObject({
      'One thing': { state: 'inAlexa' },
      Another: { state: 'waiting' },
    });
  });

  test('shows that the permission ended, when and why', async () => {
    await world.enableSkill(account);
    await made();
    await work();
    const access = await world.tokens.findAccess({ workspaceId: home });
    if (access) await world.tokens.revoke({ workspaceId: home }, access);
    expect(await stateOf()).toEqual({
      state: 'skillOff',
      reason: 'amazon.accessEnded',
      since: clock.now().toISOString(),
    });
  });
});

test('reports a device again on request even though nothing changed', async () => {
  await world.enableSkill(account);
  const id = await made();
  await made('Another');
  await work();
  fakeAlexa.forget(account);
  fakeAlexa.heard.length = 0;
  await world.resync(home, id);
  await work();
  expect(fakeAlexa.listOf(account)).toEqual(['Good night']);
  expect(fakeAlexa.heard).toMatchObject([{ name: 'AddOrUpdateReport', count: 1 }]);
});

test('shows a trigger as inactive while Alexa does not know the skill, and retries on request', async () => {
  await world.enableSkill(account);
  const id = await made();
  await work();
  const access = await world.tokens.findAccess({ workspaceId: home });
  if (!access) throw new Error('There is no permission.');
  await world.tokens.setKnown({ workspaceId: home }, access, false);
  const unknown = { state: 'skillOff', reason: 'amazon.skillNotFound', since: clock.now().toISOString() };
  expect(await stateOf()).toEqual(unknown);
  await world.resync(home, id);
  await world.tokens.setKnown({ workspaceId: home }, access, true);
  await work();
  expect(await stateOf()).toEqual({ state: 'inAlexa' });
});

test('shows that all reports of an account are refused until the skill is enabled again', async () => {
  await world.enableSkill(account);
  await made();
  fakeAlexa.expect('reinstall');
  await work();
  expect(await stateOf()).toMatchObject({ state: 'failed', reason: 'amazon.reinstallSkill' });
  clock.advance(minute);
  await world.enableSkill(account);
  expect(await stateOf()).toEqual({ state: 'inAlexa' });
});
