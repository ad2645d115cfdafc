import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startSandboxes, type Sandboxes } from '../index.ts';
import { sandboxClient, type SandboxClient } from '../sandbox-client.ts';
import { sampleContact, sampleEndpoint, samplePress, sampleReport, sampleSkill } from './sample-skill.ts';

const start = new Date('2026-11-20T12:00:00.250Z');
const { state, skill } = sampleSkill(() => sandboxes.url);
let sandboxes: Sandboxes;
let client: SandboxClient;
let clock = start;

beforeAll(async () => {
  sandboxes = await startSandboxes({ skillEndpoint: skill, now: () => clock });
  client = sandboxClient(sandboxes.url);
});
beforeEach(async () => {
  clock = start;
  await client.json('/alexa/_reset', {});
  await client.json('/alexa/home/ana/enable', {});
});
afterAll(() => sandboxes.close());

const send = (message: unknown, token = state.token, region = '') =>
  client.json(`/alexa${region}/v3/events`, message, { authorization: `Bearer ${token}` });
const press = (deviceId = 'trg-1') => samplePress(state.token, deviceId, new Date('2026-11-20T12:00:00Z'));
const refusal = (status: number, code: string) => ({
  status,
  body: { header: { namespace: 'System', name: 'Exception' }, payload: { code } },
});
const home = async () => (await client.get('/alexa/home/ana.json')).body;

describe('events', () => {
  test('accepts an event of a known device with an empty 202 and starts its routine', async () => {
    await client.json('/alexa/home/ana/routines', { friendlyName: 'Boa noite', says: 'Boa noite, Ana.' });
    expect(await send(press())).toMatchObject({ status: 202, text: '' });
    const heard = { deviceId: 'trg-1', friendlyName: 'Boa noite', known: true, routine: 'Boa noite, Ana.', ms: 250 };
    expect(await home()).toMatchObject({ says: 'Boa noite, Ana.', events: [heard] });
  });

  test('records an event of a device without a routine and starts nothing', async () => {
    await send(press());
    expect(await home()).toMatchObject({ events: [{ known: true, routine: null, problem: null }] });
  });

  test('accepts an event of an unknown device and marks it as unknown', async () => {
    expect((await send(press('trg-9'))).status).toBe(202);
    expect(await home()).toMatchObject({ events: [{ deviceId: 'trg-9', known: false, friendlyName: null }] });
  });

  test('starts nothing for an event that the device does not declare', async () => {
    await client.json('/alexa/home/ana/routines', { deviceId: 'trg-1' });
    const message = press();
    message.event.payload.id = 'Other';
    expect((await send(message)).status).toBe(202);
    expect(await home()).toMatchObject({ events: [{ routine: null, problem: 'the device declares no event Other' }] });
  });

  test('starts a routine by contact only when the contact changes', async () => {
    await send(sampleReport(state.token, 'AddOrUpdateReport', [sampleEndpoint('trg-2', 'Porta', 'contact-sensor')]));
    await client.json('/alexa/home/ana/routines', { deviceId: 'trg-2', says: 'Aberta' });
    for (const value of ['DETECTED', 'DETECTED', 'NOT_DETECTED', 'DETECTED']) {
      expect((await send(sampleContact(state.token, 'trg-2', value, clock))).status).toBe(202);
    }
    expect(await home()).toMatchObject({
      events: [
        { routine: 'Aberta' },
        { routine: null, problem: expect.stringContaining('changed') },
        { routine: 'Aberta' },
      ],
    });
  });
});

describe('device reports', () => {
  test('adds, renames and removes devices of the home', async () => {
    await send(sampleReport(state.token, 'AddOrUpdateReport', [sampleEndpoint('trg-2', 'Bom dia')]));
    await send(sampleReport(state.token, 'AddOrUpdateReport', [sampleEndpoint('trg-1', 'Boa tarde')]));
    expect(await home()).toMatchObject({
      devices: [
        { friendlyName: 'Boa tarde', via: 'discovery' },
        { friendlyName: 'Bom dia', via: 'report' },
      ],
    });
    await send(sampleReport(state.token, 'DeleteReport', [{ endpointId: 'trg-1' }]));
    expect(await home()).toMatchObject({ devices: [{ deviceId: 'trg-2' }] });
  });

  test('rejects reports with more than 300 devices or over 256 KB', async () => {
    const many = Array.from({ length: 301 }, (_, i) => ({ endpointId: `trg-${i}` }));
    const tooLarge = refusal(413, 'REQUEST_ENTITY_TOO_LARGE_EXCEPTION');
    expect(await send(sampleReport(state.token, 'DeleteReport', many))).toMatchObject(tooLarge);
    expect(await send({ padding: 'x'.repeat(256 * 1024) })).toMatchObject(tooLarge);
  });
});

describe('refusals of the gateway', () => {
  const invalidToken = refusal(401, 'INVALID_ACCESS_TOKEN_EXCEPTION');

  test('refuses a token that is unknown, expired, of another client, or different from that of the message', async () => {
    const web = sandboxes.amazon.grant('ana', 'local-web-client', 'profile').access.token;
    expect(await send(samplePress('Atza|x', 'trg-1', clock), 'Atza|x')).toMatchObject(invalidToken);
    expect(await send(samplePress(web, 'trg-1', clock), web)).toMatchObject(invalidToken);
    expect(await send(samplePress('Atza|x', 'trg-1', clock))).toMatchObject(invalidToken);
    expect(await client.json('/alexa/v3/events', press())).toMatchObject(invalidToken);
    clock = new Date(clock.getTime() + 3_600_000);
    expect(await send(press())).toMatchObject(invalidToken);
  });

  test('refuses the wrong region', async () => {
    expect(await send(press(), state.token, '/eu')).toMatchObject(refusal(403, 'SKILL_NEVER_ENABLED_EXCEPTION'));
    await client.json('/alexa/home/ana/region', { region: 'EU' });
    expect((await send(press(), state.token, '/eu')).status).toBe(202);
    expect((await send(press())).status).toBe(403);
  });

  test('refuses events of a disabled skill, whose token is still valid', async () => {
    await client.json('/alexa/home/ana/disable', {});
    expect(await send(press())).toMatchObject(refusal(403, 'SKILL_DISABLED_EXCEPTION'));
    expect(await home()).toMatchObject({ skillEnabled: false, devices: [], events: [] });
  });

  test('names the field of a malformed message', async () => {
    const noInstance = press();
    Reflect.deleteProperty(noInstance.event.header, 'instance');
    const version = press();
    version.event.header.payloadVersion = '3';
    const local = press();
    local.event.payload.timestamp = '2026-11-20T12:00:00+01:00';
    const nameless = sampleReport(state.token, 'AddOrUpdateReport', [sampleEndpoint('trg-3', 'Wrong/name')]);
    const cases = [
      [noInstance, 'event.header.instance is missing'],
      [version, 'payloadVersion must be "1.0"'],
      [local, 'event.payload.timestamp is not valid'],
      [nameless, 'endpoints[0].friendlyName is not valid'],
      [{ event: { header: { namespace: 'Alexa', name: 'Nonsense' } } }, 'not a message that this gateway supports'],
    ] as const;
    for (const [message, text] of cases) {
      const description = expect.stringContaining(text);
      const code = 'INVALID_REQUEST_EXCEPTION';
      expect(await send(message)).toMatchObject({ status: 400, body: { payload: { code, description } } });
    }
    expect(await home()).toMatchObject({ events: [] });
  });

  test.each([
    ['INVALID_ACCESS_TOKEN_EXCEPTION', 401],
    ['INSUFFICIENT_PERMISSION_EXCEPTION', 403],
    ['SKILL_NOT_FOUND_EXCEPTION', 404],
    ['ACCOUNT_NOT_FOUND_EXCEPTION', 404],
    ['THROTTLING_EXCEPTION', 429],
    ['INTERNAL_SERVICE_EXCEPTION', 500],
    ['SERVICE_UNAVAILABLE_EXCEPTION', 503],
  ])('answers %s when ordered', async (code, status) => {
    await client.json('/alexa/_misbehave', { code });
    expect(await send(press())).toMatchObject(refusal(status, code));
    expect(await home()).toMatchObject({ events: [] });
    expect((await send(press())).status).toBe(202);
  });

  test('answers with an empty body when the order has a status without a code', async () => {
    await client.json('/alexa/_misbehave', { status: 403 });
    expect(await send(press())).toMatchObject({ status: 403, text: '' });
  });
});
