import { beforeEach, describe, expect, test } from 'vitest';

import { createEnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import { isLeftOut, leftOutHash } from '#functions/data/alexa/reported-store.ts';
import { accessKey, accountPartition } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';

import { aFakeAlexa, type FakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

const hour = 3_600_000;
const clock = aClock();
let world: AlexaWorld;
let alexa: FakeAlexa;
const [home, ana, account] = [1, 'ana', 'amzn1.account.ana'];

beforeEach(async () => {
  alexa = aFakeAlexa();
  world = alexaWorld(await aTable(), alexa, clock);
  await world.addWorkspace(home, ana, true);
  await world.link(ana, home, account);
  await world.enableSkill(account);
  await world.settle();
});

async function aDayLater(): Promise<void> {
  clock.advance(25 * hour);
  await world.checkGrants();
  await world.sweep();
}
const stateOf = async () => (await world.grants.findGrant(account))?.state;

describe('the daily check of a permission', () => {
  test('checks once a day even if the schedule starts more often', async () => {
    await world.checkGrants();
    await world.sweep();
    expect(world.amazon.asked).toBe(0);
    for (let day = 1; day <= 3; day += 1) {
      await aDayLater();
      await world.checkGrants();
      await world.sweep();
      expect(world.amazon.asked).toBe(day);
    }
    expect(await stateOf()).toBe('valid');
    expect(world.post.mails).toEqual([]);
  });

  test('checks once when two schedules start concurrently', async () => {
    clock.advance(25 * hour);
    await Promise.all([world.checkGrants(), world.checkGrants()]);
    expect(await world.waiting()).toHaveLength(1);
  });

  test('revokes a rejected permission and sends its owner one e-mail', async () => {
    world.amazon.answer = { outcome: 'invalidGrant' };
    await aDayLater();
    expect(await world.grants.findGrant(account)).toMatchObject({ state: 'revoked', revokedAs: 'accessEnded' });
    expect(world.post.mails).toEqual([
      {
        to: 'ana@example.com',
        subject: expect.stringContaining('Alexa'),
        text: expect.stringContaining('/amazon-auth'),
        html: expect.stringContaining('/amazon-auth'),
      },
    ]);
    await aDayLater();
    await aDayLater();
    expect(world.amazon.asked).toBe(1);
    expect(world.post.mails).toHaveLength(1);
  });

  test('changes nothing on a transient failure, and retries', async () => {
    world.amazon.answer = { outcome: 'unavailable' };
    await aDayLater();
    expect(await stateOf()).toBe('valid');
    expect(await world.waiting()).toMatchObject([{ lastFailure: 'unavailable' }]);
    world.amazon.answer = { outcome: 'tokens', accessToken: 'renewed', expiresInSeconds: 3600 };
    await world.settle();
    expect(await stateOf()).toBe('valid');
    expect(world.post.mails).toEqual([]);
  });

  test('does not check a detached permission, but checks it once it is attached again', async () => {
    await world.unlink(ana, home);
    await world.settle();
    await aDayLater();
    expect(world.amazon.asked).toBe(0);
    await world.link(ana, home, account);
    await world.settle();
    await aDayLater();
    expect(world.amazon.asked).toBe(1);
  });
});

describe('devices in an older form', () => {
  const age = async (...hashes: string[]): Promise<void> => {
    const { form: _, ...reported } = await world.reported.find(account);
    const ids = Object.keys(reported.devices);
    await world.reported.save(reported, Object.fromEntries(ids.map((id, place) => [id, hashes[place] ?? 'older'])));
    alexa.heard.length = 0;
  };

  test('reports them again once, also those that Alexa refused', async () => {
    await world.createTrigger(home, 'Good night');
    await world.createTrigger(home, 'Good morning');
    await world.settle();
    await age('older', leftOutHash('older'));
    for (let day = 1; day <= 3; day += 1) await aDayLater();
    expect(alexa.heard).toMatchObject([{ name: 'AddOrUpdateReport', count: 2 }]);
    expect(Object.values((await world.reported.find(account)).devices).filter(isLeftOut)).toEqual([]);
    expect(await world.waiting()).toEqual([]);
  });

  test('reports them with the next check after an outage of six hours', async () => {
    await world.createTrigger(home, 'Good night');
    await world.settle();
    await age();
    clock.advance(25 * hour);
    await world.checkGrants();
    for (let tries = 0; tries <= 7; tries += 1) {
      alexa.expect('unavailable');
      await world.sweep();
      clock.advance(hour);
    }
    expect([world.dead, alexa.heard]).toEqual([['devices'], []]);
    alexa.expect();
    await aDayLater();
    expect(alexa.heard).toMatchObject([{ name: 'AddOrUpdateReport', count: 1 }]);
    expect(await world.waiting()).toEqual([]);
  });

  test('reports nothing without a trigger', async () => {
    await age();
    for (let day = 1; day <= 2; day += 1) await aDayLater();
    expect(alexa.heard).toEqual([]);
    expect(await world.waiting()).toEqual([]);
  });
});

describe('the e-mail about a permission that ended', () => {
  const chainOn = { ALEXA_SKILL_ID: 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca' };
  const refuseStage = async (table: Table) => {
    const refused = { skill: `${chainOn.ALEXA_SKILL_ID} live`, clientId: () => Promise.resolve(undefined) };
    await createEnablingRefusedStore(table, clock.now, refused).note('stage', 'amzn1.account.OTHER');
    clock.advance(2 * hour);
  };
  const refuse = (table: Table) =>
    setAttributes(table, accessKey({ workspaceId: home }), { reconnectRefusedAt: clock.now().toISOString() });
  const revoke = async () => {
    const access = await world.tokens.findAccess({ workspaceId: home });
    if (access) await world.tokens.revoke({ workspaceId: home }, access);
  };

  test('sends the e-mail once, whichever part noticed the end, and retries a failed delivery', async () => {
    world.post.outcomes = ['unavailable', 'unavailable'];
    await revoke();
    await world.settle();
    expect(world.post.mails).toHaveLength(1);
  });

  test.each(['unknown', 'refused'] as const)('does not repeat the e-mail after the result %s', async (outcome) => {
    world.post.outcomes = [outcome];
    await revoke();
    await world.settle();
    expect(world.post.mails).toHaveLength(outcome === 'unknown' ? 1 : 0);
    expect(await world.waiting()).toEqual([]);
  });

  test('sends no e-mail to a user who enabled the skill again or unlinked in between', async () => {
    await revoke();
    clock.advance(1000);
    await world.enableSkill(account);
    await world.settle();
    await revoke();
    await world.unlink(ana, home);
    await world.settle();
    expect(world.post.mails).toEqual([]);
  });

  test.each([
    ['the button when this stage enables the skill', chainOn, undefined, 'Reconnect account'],
    [
      'the Alexa app when Amazon refused to enable it',
      chainOn,
      refuse,
      'disable and enable the skill in the Alexa app',
    ],
    [
      'the Alexa app, where Amazon refused to enable it for anybody, also two hours ago',
      chainOn,
      refuseStage,
      'disable and enable the skill in the Alexa app',
    ],
    ['the Alexa app when this stage enables no skills', {}, undefined, 'disable and enable the skill in the Alexa app'],
  ])('names the fix in the e-mail: %s', async (_, settings, refuses, words) => {
    const skillPage = 'https://skill.example/page';
    const table = await aTable();
    world = alexaWorld(table, aFakeAlexa(), clock, undefined, { ...settings, ALEXA_SKILL_PAGE: skillPage });
    await world.addWorkspace(home, ana, true);
    await world.link(ana, home, account);
    await world.enableSkill(account);
    await revoke();
    await refuses?.(table);
    await world.settle();
    const [mail] = world.post.mails;
    expect(mail?.text).toContain(words);
    expect(mail?.text.includes(skillPage)).toBe(words !== 'Reconnect account');
  });

  test('sends another e-mail when the permission ends again a day later', async () => {
    await revoke();
    await world.settle();
    clock.advance(24 * hour);
    await world.enableSkill(account);
    await revoke();
    await world.settle();
    expect(world.post.mails).toHaveLength(2);
  });

  test('processes the devices of the account while the e-mail cannot be sent', async () => {
    await revoke();
    world.post.outcomes = ['unavailable'];
    await world.processPartition(accountPartition(account));
    expect((await world.waiting()).map(({ entry }) => entry)).toEqual([{ topic: 'findings', workspaceId: home }]);
  });
});

test('remembers an unlinked account for 30 days', async () => {
  await world.unlink(ana, home);
  expect(await world.links.findFormer(ana)).toMatchObject({
    amazonUserId: account,
    name: 'Ana',
    email: 'ana@example.com',
  });
  clock.advance(31 * 24 * hour);
  expect(await world.links.findFormer(ana)).toBeUndefined();
});
