import { describe, expect, inject, test } from 'vitest';

import { cookieJar } from '../../local/browser-like.ts';
import { codesSent, enablementCalls, enablingOf, releaseGrant } from '../kit/alexa-orders.ts';
import { connectionOf, endOf, ends, leadsTo, tripOf, type Screen } from '../kit/connect.ts';
import { guests } from '../kit/guests.ts';
import { homeOf } from '../kit/home.ts';
import { inboxOf } from '../kit/inbox.ts';
import { misbehaveFor, revokeGrant } from '../kit/orders.ts';
import { newcomer, personAt, settledAtRest, type JourneyPerson } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { endedBefore, forgetStageRefusals, letMinutePass } from '../kit/table.ts';
import { fire } from '../kit/webhook-call.ts';

const guest = guests('connect');

const everything: Screen[] = ['sign in', 'allow name and e-mail', 'allow Alexa'];

/** Completes the flow and returns the screens that Amazon showed. */
async function clickThrough(ana: Parameters<typeof connectionOf>[0]): Promise<Screen[]> {
  const connection = connectionOf(ana);
  const screens: Screen[] = [];
  let at = await connection.start();
  while (at.origin !== inject('stack').appUrl) {
    const seen = await connection.lookAt(at);
    screens.push(...seen.screens);
    at = await connection.back(seen.callback);
  }
  expect(endOf(at)).toBe(ends.done);
  return screens;
}

/** Asserts that a fired trigger reaches the home. */
async function expectReaction(ana: JourneyPerson, name = 'Good night'): Promise<void> {
  const trigger = (await ana.triggers()).find((one) => one.name === name) ?? (await ana.addTrigger(name));
  await expect.poll(() => ana.home.knows(), soon).toContain(name);
  const before = await ana.home.eventCount(trigger.deviceId);
  expect((await fire(await ana.addressOf(trigger))).status).toBe(200);
  expect(await ana.home.eventCount(trigger.deviceId)).toBe(before + 1);
}

/** Signed in with an Amazon account and still signed in at Amazon. */
async function signedInWithAmazon(name: string): Promise<JourneyPerson> {
  const ana = personAt(cookieJar(inject('stack').appUrl), name);
  const { callback } = await connectionOf(ana).lookAt(leadsTo(await ana.browser.hop('/api/auth/amazon')));
  await ana.browser.visit(callback.href);
  return ana;
}

describe('a new user connects Alexa in one flow', () => {
  test(
    'asks a user who signed in with Google to sign in at Amazon and to consent twice',
    { tags: 'spec-9.3' },
    async () => {
      const ana = await newcomer(guest());
      expect(await clickThrough(ana)).toEqual(everything);
      expect(await codesSent(ana.name)).toHaveLength(1);
      const status = await ana.amazon();
      expect(status).toMatchObject({ skill: 'active', email: `${ana.name}@example.com` });
      expect(status).not.toHaveProperty('connecting');
      expect(status).not.toHaveProperty('mend');
      await expectReaction(ana);
    },
  );

  test('asks a user who signed in with the Amazon account for a single consent', async () => {
    const ana = await signedInWithAmazon(guest());
    expect((await ana.amazon()).knownAccount).toMatchObject({ email: `${ana.name}@example.com`, source: 'signIn' });
    expect(await clickThrough(ana)).toEqual(['allow Alexa']);
    expect(await codesSent(ana.name)).toHaveLength(1);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    await expectReaction(ana);
  });

  test('connects another Amazon account after the user signs out at Amazon', async () => {
    const [ana, account] = [await signedInWithAmazon(guest()), guest()];
    await ana.browser.hop(`${inject('stack').sandboxUrl}/amazon/sign-out`);
    expect(await clickThrough({ ...ana, name: account })).toEqual(everything);
    expect(await ana.amazon()).toMatchObject({ skill: 'active', email: `${account}@example.com` });
    expect((await ana.whoAmI()).email).toBe(`${ana.name}@example.com`);
    expect(await codesSent(account)).toHaveLength(1);
    expect(await codesSent(ana.name)).toEqual([]);
    await expectReaction({ ...ana, home: homeOf(account) });
  });

  test('makes Alexa discover triggers that existed before the connection', async () => {
    const ana = await newcomer(guest());
    await ana.linkAmazon();
    const trigger = await ana.addTrigger('Good night');
    await ana.connectAlexa();
    await expect
      .poll(async () => (await ana.home.look()).devices, soon)
      .toMatchObject([{ deviceId: trigger.deviceId, via: 'discovery' }]);
    await expectReaction(ana);
  });

  test('requests one scope per redirect, with PKCE unless Alexa itself redeems the code', async () => {
    const ana = await newcomer(guest());
    const connection = connectionOf(ana);
    const asked: unknown[] = [];
    for (const trip of ['link', 'allow', 'code'] as const) {
      const { searchParams } = await connection.upTo(trip);
      asked.push(
        Object.fromEntries(['client_id', 'scope', 'code_challenge_method'].map((key) => [key, searchParams.get(key)])),
      );
    }
    expect(asked).toEqual([
      { client_id: 'local-web-client', scope: 'profile', code_challenge_method: 'S256' },
      { client_id: 'local-skill-client', scope: 'alexa::skills:account_linking', code_challenge_method: 'S256' },
      { client_id: 'local-web-client', scope: 'profile', code_challenge_method: null },
    ]);
  });
});

describe('the grant from Alexa', () => {
  test('waits for a grant that arrives after the response', async () => {
    const ana = await newcomer(guest());
    await enablingOf(ana.name, { grant: 'after' });
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    await expect.poll(async () => (await ana.amazon()).skill, soon).toBe('active');
    await expectReaction(ana);
  });

  test('accepts a grant that arrives after more than a minute', async () => {
    const ana = await newcomer(guest());
    await enablingOf(ana.name, { grant: 'held' });
    await ana.connectAlexa();
    expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', mend: 'reconnect', connecting: { step: 'grant' } });
    await letMinutePass((await ana.current()).id);
    const { connecting } = await ana.amazon();
    expect(connecting).toEqual({ step: 'grant', since: expect.any(String), isEnabled: true, late: true });
    await releaseGrant(ana.name);
    const status = await ana.amazon();
    expect(status).toMatchObject({ skill: 'active' });
    expect(status).not.toHaveProperty('connecting');
    await expectReaction(ana);
  });

  test('accepts a grant that arrives after the user stopped waiting', async () => {
    const ana = await newcomer(guest());
    await enablingOf(ana.name, { grant: 'held' });
    await ana.connectAlexa();
    expect((await ana.amazon()).connecting).toMatchObject({ step: 'grant' });
    expect(await connectionOf(ana).cancel()).toEqual({ success: true });
    const waiting = await ana.amazon();
    expect(waiting).toMatchObject({ skill: 'notEnabled', mend: 'reconnect' });
    expect(waiting).not.toHaveProperty('connecting');
    await releaseGrant(ana.name);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    await expectReaction(ana);
  });
});

describe('flows without a call to Alexa', () => {
  test('connects by linking alone when the skill is already enabled', { tags: 'spec-9.3' }, async () => {
    const ana = await newcomer(guest());
    await ana.home.enableSkill();
    const connection = connectionOf(ana);
    const page = await connection.start();
    expect(endOf(await connection.back(await connection.allow(page)))).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect(await enablementCalls(ana.name)).toEqual([]);
    await expectReaction(ana);
  });

  test('enables the skill again when its grant ended before linking', async () => {
    const ana = await newcomer(guest());
    await ana.home.enableSkill();
    await revokeGrant(ana.name);
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await codesSent(ana.name)).toHaveLength(1);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    await expectReaction(ana);
    expect(await inboxOf(`${ana.name}@example.com`)).toEqual([]);
  });

  test('leaves account and skill with the workspace that already uses them', { tags: 'spec-237.1' }, async () => {
    const [ana, bruno] = [await settledAtRest(guest()), await newcomer(guest())];
    const end = await bruno.connectAlexa({ as: ana.name });
    expect(end.searchParams.get('error')).toBe('amazonAuth.accountInUseModal.title');
    expect(await bruno.amazon()).toMatchObject({ skill: 'notLinked' });
    expect(await bruno.amazon()).not.toHaveProperty('connecting');
    expect(await enablementCalls(ana.name)).toEqual([]);
    await expectReaction(ana);
  });

  test('finishes immediately when the same account already works', { tags: 'spec-147.1' }, async () => {
    const ana = await settledAtRest(guest());
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await enablementCalls(ana.name)).toEqual([]);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });

  test('checks a grant that seems valid but has ended, and reconnects', async () => {
    const ana = await settledAtRest(guest());
    await revokeGrant(ana.name);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    expect(await codesSent(ana.name)).toHaveLength(1);
    await expectReaction(ana);
  });
});

describe('Amazon refuses to enable the skill', () => {
  test('keeps the account linked and suggests the Alexa app, which works', async () => {
    const ana = await newcomer(guest());
    await misbehaveFor('alexa', ana.name, { match: 'POST /alexa/v1', code: 'forbidden' });
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    await forgetStageRefusals();
    expect(await ana.amazon()).toMatchObject({
      skill: 'notEnabled',
      email: `${ana.name}@example.com`,
      mend: 'reinstall',
      connecting: { problem: 'amazon.enablementRefused' },
    });
    // The reconnect button has no effect from now on and reports that.
    expect(endOf(await ana.connectAlexa())).toBe(ends.reinstall);
    expect(await codesSent(ana.name)).toHaveLength(1);
    await ana.home.enableSkill();
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    await expectReaction(ana);
  });
});

describe('the user declines the consent for Alexa', () => {
  test('keeps the account linked, shows the reason and connects on retry', async () => {
    const ana = await newcomer(guest());
    const connection = connectionOf(ana);
    const page = await connection.upTo('allow');
    expect(endOf(await connection.back(await connection.refuse(page)))).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({
      skill: 'notEnabled',
      mend: 'reconnect',
      connecting: { step: 'allow', problem: 'amazon.allowDeclined' },
    });
    expect(await enablementCalls(ana.name)).toEqual([]);
    expect(endOf(await connection.on(await connection.start()))).toBe(ends.done);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    await expectReaction(ana);
  });
});

describe('the skill is enabled, but Alexa sends no grant', () => {
  async function withoutGrant() {
    const ana = await settledAtRest(guest());
    await revokeGrant(ana.name);
    await enablingOf(ana.name, { grantsWhenEnabled: false });
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    return ana;
  }

  test.each([201, 409] as const)(
    'reconnects by disabling and enabling the skill a minute after Alexa answered %i',
    async (status) => {
      const name = guest();
      await enablingOf(name, { statusWhenEnabled: status });
      const ana = await settledAtRest(name);
      await revokeGrant(name);
      await enablingOf(name, { grantsWhenEnabled: false });
      expect(endOf(await ana.connectAlexa())).toBe(ends.done);
      expect(await ana.amazon()).toMatchObject({ skill: 'revoked', mend: 'reconnect', connecting: { step: 'grant' } });
      expect((await ana.amazon()).connecting).not.toHaveProperty('maySwitchOffAndOn');
      await endedBefore(ana.trigger.workspaceId);
      await letMinutePass(ana.trigger.workspaceId);
      expect((await ana.amazon()).connecting).toMatchObject({ step: 'grant', maySwitchOffAndOn: true });

      expect(endOf(await ana.connectAlexa({ reset: true }))).toBe(ends.done);
      expect(await ana.amazon()).toMatchObject({ skill: 'active' });
      const calls = await enablementCalls(name);
      expect(calls.map(({ method }) => method)).toEqual(['GET', 'POST', 'DELETE', 'GET', 'POST']);
      await expectReaction(ana);
    },
  );

  test('asks for consent twice, because disabling the skill ends the first consent', async () => {
    const ana = await withoutGrant();
    const connection = connectionOf(ana);
    const trips: string[] = [];
    let at = await connection.start({ reset: 'true' });
    while (at.origin !== inject('stack').appUrl) {
      trips.push(tripOf(at));
      at = await connection.back(await connection.allow(at));
    }
    expect(trips).toEqual(['link', 'allow', 'allow', 'code']);
    await expectReaction(ana);
  });

  test('connects on retry when the user leaves after the skill was disabled', async () => {
    const ana = await withoutGrant();
    const connection = connectionOf(ana);
    const first = await connection.upTo('allow', { reset: 'true' });
    const second = await connection.back(await connection.allow(first));
    expect(tripOf(second)).toBe('allow');
    expect((await ana.home.look()).skillEnabled).toBe(false);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked', mend: 'reconnect', connecting: { step: 'allow' } });
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    await expectReaction(ana);
  });
});
