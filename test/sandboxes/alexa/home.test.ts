import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

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
  test('is enabled with an account link, a grant and a discovery', async () => {
    expect(await act('enable')).toMatchObject({ status: 200, body: { said: 'Skill enabled. I found one device.' } });
    expect(await home()).toMatchObject({ skillEnabled: true, accountLinked: true, devices: [{ deviceId: 'trg-1' }] });
    expect(await home('bruno')).toMatchObject({ skillEnabled: false, devices: [] });
  });

  test('gets no second grant while it stays enabled', async () => {
    await act('enable');
    expect((await act('enable')).body).toMatchObject({ ok: true, exchanges: [] });
  });

  test('stays off when it refuses the grant, and the person may try again', async () => {
    state.refuseGrants = true;
    expect(await act('enable')).toMatchObject({ status: 422, body: { said: expect.stringContaining('not today') } });
    expect(await home()).toMatchObject({ skillEnabled: false, everEnabled: false });
    state.refuseGrants = false;
    expect((await act('enable')).status).toBe(200);
  });

  test('loses devices and grant when it is disabled, while routines stay, broken', async () => {
    await act('enable');
    await act('disable');
    expect(await home()).toMatchObject({ devices: [], routines: [{ deviceId: 'trg-1' }] });
    const skillTokens = sandboxes.amazon.snapshot().refresh.map((one) => one.token);
    const alive = skillTokens.filter((token) => sandboxes.amazon.rotate(token, 'local-skill-client'));
    expect(alive).toEqual([]);
  });

  test('loses its account link when it calls the token invalid', async () => {
    await act('enable');
    state.errorType = 'INVALID_AUTHORIZATION_CREDENTIAL';
    await act('say', { phrase: 'ligar boa noite' });
    expect(await home()).toMatchObject({ skillEnabled: true, accountLinked: false });
    expect((await act('discover')).body).toMatchObject({ ok: false });
  });
});

describe('devices', () => {
  test('are learnt by discovery, with the routines that were asked for them', async () => {
    await act('enable');
    state.endpoints = [sampleEndpoint('trg-2', 'Bom dia')];
    expect((await act('discover')).body).toMatchObject({ ok: true, said: 'I found one device.' });
    expect(await home()).toMatchObject({
      devices: [{ deviceId: 'trg-1' }, { deviceId: 'trg-2' }],
      routines: [{ deviceId: 'trg-1', says: 'Durma bem.' }],
    });
  });

  test('that are badly described are left out, one by one', async () => {
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
    '"%s" activates the device',
    async (phrase) => {
      await act('enable');
      const said = await act('say', { phrase });
      expect(said.body).toMatchObject({ ok: true, said: 'OK.', exchanges: [{ problems: [] }] });
    },
  );

  test('a phrase about an unknown device reaches no skill', async () => {
    await act('enable');
    expect((await act('say', { phrase: 'turn on the sun' })).body).toMatchObject({ ok: false, exchanges: [] });
  });

  test('of any kind can be sent, and the answer is checked', async () => {
    await act('enable');
    const directive = { namespace: 'Alexa', name: 'ReportState', endpointId: 'trg-1' };
    expect((await act('directive', directive)).body).toMatchObject({
      reply: { event: { header: { name: 'ActivationStarted' } } },
      problems: [expect.stringContaining('expected Alexa StateReport')],
    });
    expect((await act('directive', { name: 'Discover' })).status).toBe(400);
  });
});

describe('a routine with scenes', () => {
  const log = z.object({
    log: z.array(z.object({ name: z.string(), text: z.string(), problems: z.array(z.string()), message: z.string() })),
  });
  const activations = async () =>
    log.parse(await home()).log.filter(({ name }) => name === 'Alexa.SceneController Activate');
  const press = () =>
    client.json('/alexa/v3/events', samplePress(state.token, 'trg-1', new Date()), {
      authorization: `Bearer ${state.token}`,
    });

  test('starts its own trigger through the skill, and the log shows message and answer', async () => {
    await act('enable', {}, 'ana');
    await act('forget', { id: await routineId() });
    await act('routines', { friendlyName: 'Boa noite', says: 'Again.', scenes: ['Boa noite'] });
    expect((await press()).status).toBe(202);
    await expect.poll(activations).toMatchObject([{ text: 'trg-1, by the routine of Boa noite', problems: [] }]);
    const [sent] = await activations();
    expect(sent?.message).toContain('"endpointId": "trg-1"');
    await expect
      .poll(async () => log.parse(await home()).log[0])
      .toMatchObject({
        name: 'Alexa.SceneController ActivationStarted',
        problems: [],
        message: expect.stringContaining('"ActivationStarted"'),
      });
  });

  test('of a skill without a guard goes round five times and no more', async () => {
    await act('enable');
    await act('forget', { id: await routineId() });
    await act('routines', { deviceId: 'trg-1', scenes: 'trg-1' });
    state.onActivate = press;
    await press();
    await expect.poll(async () => (await activations())[0]?.problems).toEqual([expect.stringContaining('5 times')]);
    expect((await activations()).filter(({ problems }) => problems.length === 0)).toHaveLength(5);
  });

  test('says so when a scene is gone', async () => {
    await act('enable');
    await act('forget', { id: await routineId() });
    await act('routines', { deviceId: 'trg-1', scenes: ['the sun'] });
    await press();
    await expect.poll(activations).toMatchObject([{ text: expect.stringContaining('not sent: the sun') }]);
  });

  const routineId = async () =>
    z.object({ routines: z.array(z.object({ id: z.string() })) }).parse(await home()).routines[0]?.id;
});

test('a watching page gets each change, and buttons without a script lead back to it', async () => {
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
