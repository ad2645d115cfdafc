import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { startSandboxes, type Sandboxes } from '../index.ts';
import { sandboxClient, type SandboxClient } from '../sandbox-client.ts';
import { routineSchema } from './routine.ts';
import { sampleEndpoint, samplePress, sampleSkill } from './sample-skill.ts';

const { state, skill } = sampleSkill(() => sandboxes.url);
let sandboxes: Sandboxes;
let client: SandboxClient;

beforeAll(async () => {
  sandboxes = await startSandboxes({ skillEndpoint: skill });
  client = sandboxClient(sandboxes.url);
});
beforeEach(async () => {
  await client.json('/alexa/_reset', {});
  Object.assign(state, { onActivate: undefined, endpoints: [sampleEndpoint('trg-1', 'Boa noite')] });
  await act('enable');
});
afterAll(() => sandboxes.close());

const act = (name: string, body: object = {}) => client.json(`/alexa/home/ana/${name}`, body);
const press = () =>
  client.json('/alexa/v3/events', samplePress(state.token, 'trg-1', new Date()), {
    authorization: `Bearer ${state.token}`,
  });

const shown = z.object({
  says: z.string(),
  events: z.array(z.object({ routine: z.nullable(z.string()), problem: z.nullable(z.string()) })),
  routines: z.array(z.object({ id: z.string(), actions: z.array(z.looseObject({ kind: z.string() })) })),
  log: z.array(z.object({ name: z.string(), text: z.string(), problems: z.array(z.string()), message: z.string() })),
});
const home = async () => shown.parse((await client.get('/alexa/home/ana.json')).body);
const says = async () => (await home()).says;
const activations = async () => (await home()).log.filter(({ name }) => name === 'Alexa.SceneController Activate');
const pass = async (seconds: number) => (await act('advance', { seconds })).body;

const scene = { kind: 'scene', scene: 'Boa noite' };
const wait = (seconds: number) => ({ kind: 'wait', seconds });
const say = (text: string) => ({ kind: 'say', text });
const routine = (...actions: object[]) => act('routines', { friendlyName: 'Boa noite', actions });

describe('routines', () => {
  test('runs actions in order as the clock is advanced', async () => {
    await pass(0);
    await routine(say('Lights.'), wait(4), say('Door.'), wait(90), { kind: 'play', what: 'rain sounds' });
    await press();
    expect(await says()).toBe('Lights.');
    expect(await pass(3.5)).toEqual({ nextSeconds: 0.5 });
    expect(await says()).toBe('Lights.');
    expect(await pass(0.5)).toEqual({ nextSeconds: 90 });
    expect(await says()).toBe('Door.');
    expect(await pass(200)).toEqual({ nextSeconds: null });
    expect(await says()).toBe('Playing rain sounds.');
  });

  test('starts a scene through the skill and logs message and reply', async () => {
    await act('routines', { friendlyName: 'Boa noite', says: 'Again.', scenes: ['Boa noite'] });
    expect((await press()).status).toBe(202);
    await expect.poll(activations).toMatchObject([{ text: 'trg-1, by the routine of Boa noite', problems: [] }]);
    expect((await activations())[0]?.message).toContain('"endpointId": "trg-1"');
    await expect
      .poll(async () => (await home()).log[0])
      .toMatchObject({ name: 'Alexa.SceneController ActivationStarted', problems: [] });
  });

  test('shows the time until the routine started its confirming device', async () => {
    await pass(0);
    state.endpoints = [sampleEndpoint('trg-1', 'Boa noite'), sampleEndpoint('rcp-1', 'Boa noite ok')];
    await act('discover');
    await routine(say('Lights.'), wait(2), { kind: 'scene', scene: 'Boa noite ok' });
    await press();
    const page = async () => (await client.get('/alexa/home/ana')).text;
    await pass(2);
    expect(await page()).not.toContain('Ran after');
    await pass(0.3);
    expect(await page()).toContain('Ran after 2.3 s');
  });

  test.each([
    ['its own device', 'Boa noite'],
    ['the confirming device of another', 'Cinema ok'],
    ['a scene that confirms nothing', 'Lights'],
  ])('shows no time when the routine starts %s', async (_, name) => {
    await pass(0);
    state.endpoints = [
      sampleEndpoint('trg-1', 'Boa noite'),
      sampleEndpoint('rcp-2', 'Cinema ok'),
      sampleEndpoint('hue-7', 'Lights'),
    ];
    await act('discover');
    await routine(say('Again.'), { kind: 'scene', scene: name });
    await press();
    await pass(0.3);
    expect((await client.get('/alexa/home/ana')).text).not.toContain('Ran after');
  });

  test('keeps running a routine that fires itself as long as the skill fires', async () => {
    await pass(0);
    await routine(wait(90), scene);
    state.onActivate = press;
    await press();
    await pass(50 * 90.3);
    expect(await activations()).toHaveLength(50);
    state.onActivate = undefined;
    expect(await pass(3600)).toEqual({ nextSeconds: null });
    expect(await activations()).toHaveLength(51);
  });

  test('reports a missing scene', async () => {
    await act('routines', { deviceId: 'trg-1', scenes: 'the sun' });
    await press();
    await expect.poll(activations).toMatchObject([{ text: expect.stringContaining('not sent: the sun') }]);
  });

  test('stops a running routine when it is deleted', async () => {
    await pass(0);
    await routine(say('One.'), wait(4), say('Two.'));
    await press();
    await act('forget', { id: (await home()).routines[0]?.id });
    await pass(10);
    expect(await says()).toBe('Routine deleted.');
  });
});

describe('building a routine', () => {
  const first = async () => (await home()).routines[0] ?? { id: '', actions: [] };
  const kinds = async () => (await first()).actions.map(({ kind }) => kind);

  test('appends and removes actions by form and by JSON', async () => {
    await routine(say('Lights.'));
    const { id } = await first();
    await client.form('/alexa/home/ana/action', { id, kind: 'wait', seconds: '4' });
    await act('action', { id, ...scene });
    expect(await kinds()).toEqual(['say', 'wait', 'scene']);
    const page = (await client.get('/alexa/home/ana')).text;
    expect(page).toMatch(/When Boa noite fires[^]*Say &quot;Lights.&quot;[^]*Wait 4 s[^]*Start Boa noite/);
    await client.form('/alexa/home/ana/remove-action', { id, place: '1' });
    expect(await kinds()).toEqual(['say', 'scene']);
  });

  test('rejects actions after music', async () => {
    const play = { kind: 'play', what: 'rain sounds' };
    expect((await routine(play, say('Late.'))).status).toBe(422);
    await routine(say('Lights.'), play);
    const { id } = await first();
    expect(await act('action', { id, ...wait(4) })).toMatchObject({
      status: 422,
      body: { said: 'Music comes last in a routine: remove "play rain sounds" first.' },
    });
    expect(await kinds()).toEqual(['say', 'play']);
  });

  test.each([{ kind: 'wait', seconds: 0 }, { kind: 'wait', seconds: 20_000 }, { kind: 'say' }, { kind: 'dance' }])(
    'rejects the invalid action %o',
    async (action) => {
      await routine(say('Lights.'));
      expect((await act('action', { id: (await first()).id, ...action })).status).toBe(422);
      expect(await kinds()).toEqual(['say']);
    },
  );

  test('requires a device that can start routines and an existing routine', async () => {
    expect((await act('routines', { friendlyName: 'Bom dia' })).status).toBe(422);
    expect((await act('action', { id: 'none', ...wait(4) })).status).toBe(422);
    expect((await act('forget', { id: 'none' })).status).toBe(422);
  });

  test('reads stored routines from before they had actions', () => {
    const old = { id: 'r', deviceId: 'trg-1', friendlyName: 'Boa noite', says: 'Lights.', scenes: ['trg-1'] };
    expect(routineSchema.parse(old).actions).toEqual([say('Lights.'), { kind: 'scene', scene: 'trg-1' }]);
  });
});

describe('homes', () => {
  const events = async () => (await home()).events;

  test('accepts events and starts nothing while a home is mute', async () => {
    await routine(say('Lights.'));
    await act('reaction', { how: 'mute' });
    expect((await press()).status).toBe(202);
    expect(await events()).toMatchObject([{ routine: null, problem: expect.stringContaining('mute') }]);
    await act('reaction', { how: 'usual' });
    await press();
    expect(await says()).toBe('Lights.');
  });

  test('delays routines in a slow home', async () => {
    await pass(0);
    await routine(say('Lights.'), wait(2), say('Door.'));
    await act('reaction', { how: 'slow', seconds: 7 });
    await press();
    expect(await events()).toMatchObject([{ routine: 'Lights.' }]);
    expect(await pass(6.9)).toEqual({ nextSeconds: expect.closeTo(0.1, 5) });
    expect(await says()).toBe('Routines start 7 s late.');
    await pass(0.1);
    expect(await says()).toBe('Lights.');
    await pass(2);
    expect(await says()).toBe('Door.');
  });

  test('allows changing reaction and clock on the page of the home', async () => {
    const page = async () => (await client.get('/alexa/home/ana')).text;
    const send = (name: string, fields: Record<string, string>) => client.form(`/alexa/home/ana/${name}`, fields);
    for (const name of ['advance', 'reaction']) expect(await page()).toContain(`action="/alexa/home/ana/${name}"`);
    await routine(say('Lights.'));
    expect(await send('advance', { seconds: '0' })).toMatchObject({
      status: 303,
      location: expect.stringMatching(/\/alexa\/home\/ana$/),
    });
    expect(await page()).toContain('Time stands still');
    await send('reaction', { how: 'slow', seconds: '7.5' });
    expect(await page()).toContain('value="7.5"');
    await press();
    expect(await says()).toBe('Routines start 7.5 s late.');
    await send('advance', { seconds: '7.5' });
    expect(await says()).toBe('Lights.');
  });

  test("runs the home's clock until it is advanced by control, and again after a reset", async () => {
    await routine(wait(0.05), say('Soon.'));
    await press();
    await expect.poll(says).toBe('Soon.');
    await pass(0);
    expect((await client.get('/alexa/home/ana')).text).toContain('Time stands still');
    await client.json('/alexa/_reset', {});
    expect((await client.get('/alexa/home/ana')).text).not.toContain('Time stands still');
  });

  test('keeps the remaining wait of a routine when the clock is taken over', async () => {
    await routine(wait(1000), say('Late.'));
    await press();
    expect(await pass(0)).toEqual({ nextSeconds: expect.closeTo(1000, -1) });
    await pass(1000);
    expect(await says()).toBe('Late.');
  });
});
