import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { startSandboxes, type Sandboxes } from '../../index.ts';
import { dig } from '../check.ts';
import { sampleSkill } from '../sample-skill.ts';
import { anAlexa } from './an-alexa.ts';

const { state, skill } = sampleSkill(() => sandboxes.url);
let sandboxes: Sandboxes;
let alexa: ReturnType<typeof anAlexa>;
let directives: unknown[] = [];
let events: unknown[] = [];
let clock = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  sandboxes = await startSandboxes({
    appUrl: 'http://app.test',
    now: () => clock,
    skillEndpoint: (event, signal) => {
      directives.push(dig(event, 'directive', 'header', 'name'));
      return skill(event, signal);
    },
    skillEvents: (event) => {
      events.push(event);
      return Promise.reject(new Error('not today'));
    },
  });
  alexa = anAlexa(sandboxes.url);
});
beforeEach(async () => {
  clock = new Date('2026-11-20T12:00:00Z');
  state.refuseGrants = false;
  for (const name of ['alexa', 'amazon']) await alexa.client.json(`/${name}/_reset`, {});
  directives = [];
  events = [];
});
afterAll(() => sandboxes.close());

const enable = async (person = 'ana', more: object = {}) =>
  alexa.post({ token: await alexa.linkingToken(person) }, await alexa.authCode(person), more);
const types = () => events.map((one) => String(dig(one, 'request', 'type')).replace('AlexaSkillEvent.', ''));

describe('the grant', () => {
  test('sends the grant after the 201 for one user when ordered', async () => {
    await alexa.order('enablement', { person: 'ana', grant: 'after' });
    expect((await enable()).status).toBe(201);
    await expect.poll(() => directives).toEqual(['AcceptGrant', 'Discover']);
    expect((await enable('bruno')).status).toBe(201);
    expect((await alexa.home('bruno'))['switches']).toEqual({});
  });

  test('keeps the skill disabled when a grant after the 201 is refused', async () => {
    await alexa.order('enablement', { person: 'ana', grant: 'after' });
    state.refuseGrants = true;
    expect((await enable()).status).toBe(201);
    await expect.poll(() => alexa.home()).toMatchObject({ skillEnabled: false });
  });

  test('holds the grant and the discovery until they are released', async () => {
    await alexa.order('enablement', { person: 'ana', grant: 'held' });
    expect(await enable()).toMatchObject({ status: 201, body: { status: 'ENABLED' } });
    expect(directives).toEqual([]);
    expect((await alexa.client.get('/alexa/home/ana')).text).toMatch(/AcceptGrant held back[^]*Send AcceptGrant/);
    expect((await alexa.order('release', { person: 'bruno' })).body).toEqual({ grants: 0, events: 0 });
    expect((await alexa.order('release', { person: 'ana' })).body).toEqual({ grants: 1, events: 0 });
    expect(directives).toEqual(['AcceptGrant', 'Discover']);
    expect(await alexa.home()).toMatchObject({ grantHeld: false, devices: [{ deviceId: 'trg-1' }] });
    expect((await alexa.act('grant')).status).toBe(422);
  });

  test('discards a held grant when the user disables the skill', async () => {
    await alexa.order('enablement', { person: 'ana', grant: 'held' });
    await enable();
    await alexa.act('disable');
    expect((await alexa.order('release', {})).body).toEqual({ grants: 0, events: 0 });
    expect(directives).toEqual([]);
  });

  test('enables the skill without a grant when ordered', async () => {
    await alexa.order('enablement', { grant: 'never' });
    expect((await enable()).status).toBe(201);
    await expect.poll(() => directives).toEqual(['Discover']);
    expect(await alexa.home()).toMatchObject({ skillEnabled: true, grantHeld: false });
  });
});

describe('enabling an enabled skill', () => {
  beforeEach(async () => {
    await enable();
    await vi.waitUntil(() => directives.length === 2);
    directives = [];
  });

  test('keeps the user id and sends a new grant by default', async () => {
    const { userId } = await alexa.home();
    expect((await enable()).status).toBe(201);
    expect(directives).toContain('AcceptGrant');
    expect((await alexa.home())['userId']).toBe(userId);
  });

  test('sends no new grant when ordered', async () => {
    await alexa.order('enablement', { person: 'ana', grantsWhenEnabled: false });
    expect((await enable()).status).toBe(201);
    await expect.poll(() => directives).toEqual(['Discover']);
  });

  test('answers with a conflict when ordered, with or without a new grant', async () => {
    await alexa.order('enablement', { person: 'ana', statusWhenEnabled: 409, grantsWhenEnabled: false });
    const authCode = await alexa.authCode();
    expect((await alexa.post({ token: await alexa.linkingToken() }, authCode)).status).toBe(409);
    expect(sandboxes.amazon.findCode(authCode)).toBeDefined();
    expect(directives).toEqual([]);
    await alexa.order('enablement', { person: 'ana', grantsWhenEnabled: true });
    expect((await alexa.post({ token: await alexa.linkingToken() }, authCode)).status).toBe(409);
    expect(directives).toContain('AcceptGrant');
  });
});

describe('the skill in the store', () => {
  const refusal = { status: 403, body: { message: expect.any(String) } };

  test('offers a skill in development only to its testers, without a live stage', async () => {
    await alexa.order('skill', { stages: ['development'], testers: ['bruno'] });
    expect((await enable()).status).toBe(404);
    expect(await enable('ana', { stage: 'development' })).toMatchObject(refusal);
    expect((await alexa.act('enable')).status).toBe(422);
    expect((await enable('bruno', { stage: 'development' })).status).toBe(201);
    expect((await alexa.client.get('/alexa/home/bruno')).text).toContain('Development stage');
    await alexa.act('disable', {}, 'bruno');
    expect((await alexa.act('enable', {}, 'bruno')).status).toBe(200);
    expect(await alexa.home('bruno')).toMatchObject({ stage: 'development' });
  });

  test("refuses users outside the skill's countries, by API call and in the home", async () => {
    await alexa.order('skill', { countries: ['BR'] });
    await alexa.act('country', { country: 'ES' });
    expect(await enable()).toMatchObject(refusal);
    expect((await alexa.act('enable')).body).toMatchObject({ said: expect.stringContaining('geographical') });
    expect((await alexa.client.get('/alexa/home/ana')).text).toContain('geographical restrictions');
    expect((await enable('bruno')).status).toBe(201);
    expect((await alexa.act('country', { country: 'Spain' })).status).toBe(422);
  });

  test('keeps a delisted skill for its users and refuses to enable it again', async () => {
    await enable();
    await alexa.order('skill', { person: 'ana', delisted: true });
    expect((await enable()).status).toBe(201);
    await alexa.act('disable');
    expect(await enable()).toMatchObject(refusal);
    expect((await alexa.act('enable')).status).toBe(422);
    expect((await enable('bruno')).status).toBe(201);
  });

  test('does not redeem the code when the skill is refused', async () => {
    await alexa.order('skill', { delisted: true });
    const authCode = await alexa.authCode();
    await alexa.post({ token: await alexa.linkingToken() }, authCode);
    expect(sandboxes.amazon.findCode(authCode)).toBeDefined();
  });

  test('rejects unknown settings and users', async () => {
    expect((await alexa.order('skill', { delistd: true })).status).toBe(400);
    expect((await alexa.order('enablement', { grant: 'maybe' })).status).toBe(400);
    expect((await alexa.order('enablement', { person: 'nobody', grant: 'held' })).status).toBe(400);
  });
});

test('keeps the tokens of a disabled skill when ordered, until they are revoked', async () => {
  await alexa.order('enablement', { person: 'ana', tokens: 'kept' });
  for (const person of ['ana', 'bruno']) {
    await enable(person);
    await alexa.act('disable', {}, person);
  }
  const revoked = (person: string) => alexa.client.json('/amazon/_revoke', { person, client: 'skill' });
  expect((await revoked('ana')).body).toEqual({ revoked: 1 });
  expect((await revoked('bruno')).body).toEqual({ revoked: 0 });
});

describe('skill events', () => {
  const applicationId = 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca';

  test('sends events about enabling, linking and disabling with the same user id', async () => {
    await enable();
    const { userId } = await alexa.home();
    await alexa.act('disable');
    await expect.poll(types).toEqual(['SkillEnabled', 'SkillAccountLinked', 'SkillDisabled']);
    for (const event of events) {
      expect(event).toMatchObject({
        context: { System: { application: { applicationId }, user: { userId } } },
        request: { eventCreationTime: clock.toISOString(), eventPublishingTime: clock.toISOString() },
      });
    }
    const token = dig(events[1], 'request', 'body', 'accessToken');
    expect(sandboxes.amazon.personOf(String(token))).toBe('ana');
  });

  test('sends the same events for actions in the home and ignores a failing listener', async () => {
    expect((await alexa.act('enable')).status).toBe(200);
    await expect.poll(types).toEqual(['SkillEnabled', 'SkillAccountLinked']);
    expect(await alexa.home()).toMatchObject({ skillEnabled: true });
  });

  test('sends no events when enabling failed', async () => {
    state.refuseGrants = true;
    await enable();
    await alexa.act('enable');
    expect(events).toEqual([]);
  });

  test('sends only the linking event for a new linking while enabled', async () => {
    await enable();
    await enable();
    await expect.poll(types).toEqual(['SkillEnabled', 'SkillAccountLinked', 'SkillAccountLinked']);
  });

  test('sends only events that the skill subscribes to', async () => {
    await alexa.order('skill', { subscriptions: ['SKILL_DISABLED'] });
    await enable();
    await alexa.act('disable');
    await expect.poll(types).toEqual(['SkillDisabled']);
  });

  test('sends events twice or not at all when ordered', async () => {
    await alexa.order('enablement', { person: 'ana', events: 'twice' });
    await enable();
    await expect
      .poll(() => types().toSorted())
      .toEqual(['SkillAccountLinked', 'SkillAccountLinked', 'SkillEnabled', 'SkillEnabled']);
    await alexa.order('enablement', { person: 'ana', events: 'missing' });
    await alexa.act('disable');
    await alexa.order('release', {});
    expect(events).toHaveLength(4);
  });

  test('sends held events late with their original creation time', async () => {
    await alexa.order('enablement', { person: 'ana', events: 'held' });
    await enable();
    await alexa.act('disable');
    expect(events).toEqual([]);
    clock = new Date(clock.getTime() + 3_600_000);
    expect((await alexa.order('release', { what: 'events' })).body).toEqual({ grants: 0, events: 3 });
    expect(types()).toEqual(['SkillEnabled', 'SkillAccountLinked', 'SkillDisabled']);
    expect(events[2]).toMatchObject({
      request: { eventCreationTime: '2026-11-20T12:00:00.000Z', eventPublishingTime: '2026-11-20T13:00:00.000Z' },
    });
  });
});
