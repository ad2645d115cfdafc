import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startSandboxes, type Sandboxes } from '../index.ts';
import { sandboxClient, type SandboxClient } from '../sandbox-client.ts';
import { sampleEndpoint, samplePress, sampleSkill } from './sample-skill.ts';

const { state, skill } = sampleSkill(() => sandboxes.url);
let sandboxes: Sandboxes;
let client: SandboxClient;

beforeAll(async () => {
  const routines = [{ person: 'ana', friendlyName: 'Boa noite', says: 'Durma bem.' }];
  sandboxes = await startSandboxes({ skillEndpoint: skill, routines });
  client = sandboxClient(sandboxes.url);
});
beforeEach(async () => {
  await client.json('/alexa/_reset', {});
  Object.assign(state, {
    refuseGrants: false,
    errorType: '',
    onActivate: undefined,
    endpoints: [sampleEndpoint('trg-1', 'Boa noite')],
  });
});
afterAll(() => sandboxes.close());

const act = (name: string, body: object = {}, person = 'ana') => client.json(`/alexa/home/${person}/${name}`, body);
const home = async (person = 'ana') => (await client.get(`/alexa/home/${person}.json`)).body;

describe('the skill', () => {
  test('enables the skill with an account link, a grant and a discovery', async () => {
    expect(await act('enable')).toMatchObject({ status: 200, body: { said: 'Skill enabled. I found one device.' } });
    expect(await home()).toMatchObject({ skillEnabled: true, accountLinked: true, devices: [{ deviceId: 'trg-1' }] });
    expect(await home('bruno')).toMatchObject({ skillEnabled: false, devices: [] });
  });

  test('sends no second grant while the skill is enabled', async () => {
    await act('enable');
    expect((await act('enable')).body).toMatchObject({ ok: true, exchanges: [] });
  });

  test('keeps the skill disabled when it refuses the grant, and allows a retry', async () => {
    state.refuseGrants = true;
    expect(await act('enable')).toMatchObject({ status: 422, body: { said: expect.stringContaining('not today') } });
    expect(await home()).toMatchObject({ skillEnabled: false, everEnabled: false });
    state.refuseGrants = false;
    expect((await act('enable')).status).toBe(200);
  });

  test('removes devices and grant when the skill is disabled, and keeps routines', async () => {
    await act('enable');
    await act('disable');
    expect(await home()).toMatchObject({ devices: [], routines: [{ deviceId: 'trg-1' }] });
    const skillTokens = sandboxes.amazon.snapshot().refresh.map((one) => one.token);
    const alive = skillTokens.filter((token) => sandboxes.amazon.rotate(token, 'local-skill-client'));
    expect(alive).toEqual([]);
  });

  test('deletes the account link when the skill reports an invalid token', async () => {
    await act('enable');
    state.errorType = 'INVALID_AUTHORIZATION_CREDENTIAL';
    await act('say', { phrase: 'ligar boa noite' });
    expect(await home()).toMatchObject({ skillEnabled: true, accountLinked: false });
    expect((await act('discover')).body).toMatchObject({ ok: false });
  });
});

describe('devices', () => {
  test('discovers devices with their configured routines', async () => {
    await act('enable');
    state.endpoints = [sampleEndpoint('trg-2', 'Bom dia')];
    expect((await act('discover')).body).toMatchObject({ ok: true, said: 'I found one device.' });
    expect(await home()).toMatchObject({
      devices: [{ deviceId: 'trg-1' }, { deviceId: 'trg-2' }],
      routines: [{ deviceId: 'trg-1', actions: [{ kind: 'say', text: 'Durma bem.' }] }],
    });
  });

  test('skips devices with an invalid description individually', async () => {
    state.endpoints = [sampleEndpoint('trg-1', 'Boa noite'), sampleEndpoint('trg 2', 'Bom dia')];
    expect((await act('enable')).body).toMatchObject({
      ok: false,
      said: expect.stringContaining('1 could not be taken'),
    });
    expect(await home()).toMatchObject({ devices: [{ deviceId: 'trg-1' }] });
  });
});

describe('directives', () => {
  test.each(['turn on boa noite', 'Ligar Boa Noite', 'Alexa, liga a boa noite'])(
    'activates the device for the phrase "%s"',
    async (phrase) => {
      await act('enable');
      const said = await act('say', { phrase });
      expect(said.body).toMatchObject({ ok: true, said: 'OK.', exchanges: [{ problems: [] }] });
    },
  );

  test('sends nothing to the skill for a phrase about an unknown device', async () => {
    await act('enable');
    expect((await act('say', { phrase: 'turn on the sun' })).body).toMatchObject({ ok: false, exchanges: [] });
  });

  test('sends directives of any kind and validates the reply', async () => {
    await act('enable');
    const directive = { namespace: 'Alexa', name: 'ReportState', endpointId: 'trg-1' };
    expect((await act('directive', directive)).body).toMatchObject({
      reply: { event: { header: { name: 'ActivationStarted' } } },
      problems: [expect.stringContaining('expected Alexa StateReport')],
    });
    expect((await act('directive', { name: 'Discover' })).status).toBe(400);
  });
});

test('pushes each change to an open page and redirects buttons back to it without a script', async () => {
  await act('enable');
  const live = await fetch(`${sandboxes.url}/alexa/home/ana/live`);
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain(': open');
  const message = samplePress(state.token, 'trg-1', new Date());
  await client.json('/alexa/v3/events', message, { authorization: `Bearer ${state.token}` });
  expect((await reader?.read())?.value).toContain('event: change');
  await reader?.cancel();
  const page = await client.get('/alexa/home/ana');
  expect(page.text).toContain('Durma bem.');
  expect((await client.form('/alexa/home/ana/discover', {})).location).toBe(`${sandboxes.url}/alexa/home/ana`);
});
