import { beforeEach, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { enablesSkill } from '#functions/wiring/parts/enables-skill.ts';
import { revokedOutcome } from '#shared/rules/execution/revoked-outcome.ts';

import { aConnectingPerson } from '../../support/crashes/a-connecting-person.ts';
import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld } from '../../support/worlds/alexa-world.ts';
import { skillId } from '../../support/worlds/an-enabling-flow.ts';
import { testWorld } from '../../support/worlds/test-world.ts';

const clock = aClock();
const minute = 60_000;
let table: Table;
beforeEach(async () => void (table = await aTable()));

const done = 'https://recado.example/amazon-auth?success=true';
const onlyTheApp = 'https://recado.example/amazon-auth?error=amazon.reinstallSkill';

/** A user whose linked account has an ended permission, or who is not linked yet. */
async function somebody(before: 'linked' | 'unlinked' = 'linked') {
  const { account, alexa, processOn } = aConnectingPerson(clock.now);
  const person = processOn(table);
  await person.travel({});
  const world = alexaWorld(table, aFakeAlexa(), clock);
  const user = (await world.users.findByAccount({ provider: 'amazon', subject: account })) ?? '';
  const workspaceId = (await world.users.currentWorkspaceId(user)) ?? 0;
  if (before === 'linked') {
    await world.link(user, workspaceId, account);
    await world.enableSkill(account);
    const access = await world.tokens.findAccess({ workspaceId });
    if (!access) throw new Error('There is no permission.');
    await world.tokens.revoke({ workspaceId }, access);
  }
  const enables = enablesSkill(testWorld({ table, now: clock.now, settings: { ALEXA_SKILL_ID: skillId } }));
  return {
    alexa,
    reconnect: async () => {
      const [page, opened] = (await person.travel({ workspace: String(workspaceId) })).split('&id=');
      expect(opened).toBe(String(workspaceId));
      return page;
    },
    acceptGrant: async () => (await person.acceptGrant()).event.header.name,
    fix: async () => (await person.status()).mend,
    runEndsAs: async () =>
      revokedOutcome({
        ...(await enables()),
        access: await world.tokens.findAccess({ workspaceId }),
        now: clock.now(),
      }),
  };
}

const hour = 60 * minute;

describe('Amazon does not know the skill', () => {
  test('offers the Alexa app for a grant that ends two hours later, and reopens with one probe an hour', async () => {
    const ana = await somebody();
    ana.alexa.refuses = 404;
    expect(await ana.reconnect()).toBe(done);
    clock.advance(2 * hour);
    const [bruno, carla] = [await somebody(), await somebody()];
    expect([await ana.fix(), await bruno.fix(), await carla.fix()]).toEqual(Array(3).fill('reinstall'));
    expect(await bruno.runEndsAs()).toBe('reinstallSkill');

    bruno.alexa.refuses = 404;
    expect(await bruno.reconnect()).toBe(done);
    expect(await carla.reconnect()).toBe(onlyTheApp);
    expect(carla.alexa.codes).toEqual([]);
    clock.advance(hour);
    expect(await carla.fix()).toBe('reinstall');
    expect(await carla.reconnect()).toBe(done);
    expect(carla.alexa.isEnabled).toBe(true);
    // Nothing is stored with the permission of the refused user.
    expect([await ana.fix(), await bruno.fix()]).toEqual(['reconnect', 'reconnect']);
    expect(await bruno.runEndsAs()).toBe('grantRevoked');
  });

  test('reopens by a first link an hour later, without showing that others were refused', async () => {
    const [ana, dora] = [await somebody(), await somebody('unlinked')];
    ana.alexa.refuses = 404;
    await ana.reconnect();
    clock.advance(hour);
    expect(await dora.reconnect()).toBe(done);
    expect(dora.alexa.isEnabled).toBe(true);
    expect(await ana.fix()).toBe('reconnect');
  });

  test.each(['ENABLING', 'nothing'] as const)(
    'offers the button again after a grant that follows the answer %s',
    async (says) => {
      const [ana, bruno] = [await somebody(), await somebody()];
      ana.alexa.refuses = 404;
      await ana.reconnect();
      clock.advance(hour);
      bruno.alexa.says = says;
      await bruno.reconnect();
      expect(await ana.fix()).toBe('reinstall');
      expect(await bruno.acceptGrant()).toBe('AcceptGrant.Response');
      expect(await ana.fix()).toBe('reconnect');
    },
  );

  test('keeps offering the Alexa app after a grant from the Alexa app', async () => {
    const [ana, bruno] = [await somebody(), await somebody()];
    ana.alexa.refuses = 404;
    await ana.reconnect();
    expect(await bruno.acceptGrant()).toBe('AcceptGrant.Response');
    expect(await ana.fix()).toBe('reinstall');
  });

  test('keeps offering the Alexa app after a failed probe, and allows the next one an hour later', async () => {
    const [ana, bruno] = [await somebody(), await somebody()];
    ana.alexa.refuses = 404;
    bruno.alexa.refuses = 404;
    await ana.reconnect();
    clock.advance(hour);
    await bruno.reconnect();
    clock.advance(hour - minute);
    expect(await ana.reconnect()).toBe(onlyTheApp);
    expect(await ana.fix()).toBe('reinstall');
  });
});

describe('Amazon refuses an account', () => {
  test('offers others the Alexa app once three accounts were refused, and the button after the next success', async () => {
    const [ana, bruno, carla, dora] = [await somebody(), await somebody(), await somebody(), await somebody()];
    for (const one of [ana, bruno, carla]) {
      expect(await dora.fix()).toBe('reconnect');
      one.alexa.refuses = 403;
      await one.reconnect();
      expect(await one.fix()).toBe('reinstall');
    }
    expect(await dora.fix()).toBe('reinstall');
    clock.advance(24 * hour);
    expect(await dora.fix()).toBe('reinstall');
    await dora.reconnect();
    expect(dora.alexa.isEnabled).toBe(true);
    expect([await ana.fix(), await bruno.fix(), await dora.fix()]).toEqual(Array(3).fill('reconnect'));
  });
});

describe('refusals of accounts that concern the stage', () => {
  const refused = async (one: Awaited<ReturnType<typeof somebody>>) => {
    one.alexa.refuses = 403;
    expect(await one.reconnect()).toBe(done);
    expect(await one.fix()).toBe('reinstall');
  };

  test('clears the refusals of all accounts, from before and during the stop, when a user succeeds', async () => {
    const [ana, bruno, carla] = [await somebody(), await somebody(), await somebody()];
    for (const one of [ana, bruno, carla]) await refused(one);
    clock.advance(2 * hour);
    const edu = await somebody('unlinked');
    await refused(edu);
    clock.advance(hour);
    const fabi = await somebody();
    await refused(fabi);
    clock.advance(hour);
    const dora = await somebody();
    expect(await dora.reconnect()).toBe(done);
    expect(dora.alexa.isEnabled).toBe(true);
    for (const one of [ana, bruno, carla, edu, fabi]) {
      expect(await one.fix()).toBe('reconnect');
      one.alexa.refuses = undefined;
      expect(await one.reconnect()).toBe(done);
      expect(one.alexa.isEnabled).toBe(true);
    }
    for (const one of [ana, bruno, fabi]) expect(await one.runEndsAs()).toBe('grantRevoked');
  });

  test('clears the refusals of two accounts when a user succeeds before the third refusal', async () => {
    const [ana, bruno, dora] = [await somebody(), await somebody(), await somebody()];
    for (const one of [ana, bruno]) await refused(one);
    clock.advance(11 * minute);
    expect([await ana.fix(), await bruno.fix()]).toEqual(['reinstall', 'reinstall']);
    await dora.reconnect();
    expect([await ana.fix(), await bruno.fix()]).toEqual(['reconnect', 'reconnect']);
  });

  test('keeps the refusal of a single account while other users succeed', async () => {
    const [ana, bruno, dora] = [await somebody(), await somebody(), await somebody()];
    await bruno.reconnect();
    clock.advance(minute);
    await refused(ana);
    clock.advance(11 * minute);
    await dora.reconnect();
    expect(await ana.fix()).toBe('reinstall');
    clock.advance(24 * hour);
    expect(await ana.fix()).toBe('reconnect');
  });
});

describe('Amazon refuses the request', () => {
  test.each<[string, Partial<Awaited<ReturnType<typeof somebody>>['alexa']>]>([
    ['the scope at its consent page', { consentSays: 'invalid_scope' }],
    ['the client at its consent page', { consentSays: 'unauthorized_client' }],
    ['the message that enables the skill', { refuses: 400 }],
  ])('offers the Alexa app after the third refused account, and the button after a success: %s', async (_case, how) => {
    const [ana, bruno, carla, dora] = [await somebody(), await somebody(), await somebody(), await somebody()];
    for (const one of [ana, bruno]) {
      Object.assign(one.alexa, how);
      expect(await one.reconnect()).toBe(done);
      expect(await one.fix()).toBe('reinstall');
      expect(await dora.fix()).toBe('reconnect');
    }
    clock.advance(11 * minute);
    // No refusal is stored for a single user.
    expect([await ana.fix(), await bruno.fix()]).toEqual(['reconnect', 'reconnect']);
    Object.assign(carla.alexa, how);
    expect(await carla.reconnect()).toBe(done);
    clock.advance(11 * minute);
    const all = [ana, bruno, carla, dora];
    expect(await Promise.all(all.map((one) => one.fix()))).toEqual(Array(4).fill('reinstall'));
    expect(await ana.reconnect()).toBe(onlyTheApp);
    clock.advance(hour);
    expect(await dora.reconnect()).toBe(done);
    expect(await Promise.all(all.map((one) => one.fix()))).toEqual(Array(4).fill('reconnect'));
  });
});
