import { describe, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { refusalIn } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { misbehave } from '../kit/orders.ts';
import { newcomer, settled } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';

const guest = guests('alexaDevices');

const health = z.object({
  devices: z.array(z.object({ deviceId: z.string(), connectivity: z.optional(z.string()) })),
});

test('shows a disabled trigger as unreachable in Alexa until it is enabled', async () => {
  const name = guest();
  const ana = await settled(name);
  const client = sandboxClient(inject('stack').sandboxUrl ?? '');
  const connectivity = async (): Promise<string | undefined> => {
    const { devices } = health.parse((await client.get(`/alexa/home/${name}.json`)).body);
    return devices.find(({ deviceId }) => deviceId === ana.trigger.deviceId)?.connectivity;
  };
  await ana.change(ana.trigger.id, { enabled: false });
  await expect.poll(connectivity, soon).toBe('UNREACHABLE');
  await ana.change(ana.trigger.id, { enabled: true });
  await expect.poll(connectivity, soon).toBe('OK');
});

describe('the Alexa state of triggers', () => {
  test('shows a trigger as off before the skill is enabled, and as in Alexa after discovery or a report', async () => {
    const ana = await newcomer(guest());
    await ana.linkAmazon();
    await ana.addTrigger('Good night');
    expect(await ana.inAlexa()).toEqual({
      'Good night': { state: 'skillOff', reason: 'amazon.skillNotEnabled' },
    });
    await ana.home.enableSkill();
    await expect.poll(() => ana.inAlexa(), soon).toEqual({ 'Good night': { state: 'inAlexa' } });
    await ana.addTrigger('Good morning');
    await expect
      .poll(() => ana.inAlexa(), soon)
      .toEqual({ 'Good morning': { state: 'inAlexa' }, 'Good night': { state: 'inAlexa' } });
    expect(await ana.home.knows()).toEqual(['Good morning', 'Good night']);
  });

  test('shows a trigger as waiting with the reason while Alexa is busy, and as in Alexa after a retry', async () => {
    const name = guest();
    const ana = await settled(name);
    const words = `Busy ${name.replace('-', ' ')}`;
    await misbehave('alexa', { code: 'THROTTLING_EXCEPTION', matchBody: words });
    const made = await ana.addTrigger(words);
    await expect
      .poll(async () => (await ana.inAlexa())[words], soon)
      .toMatchObject({ state: 'waiting', reason: 'alexa.throttled' });
    expect((await ana.inAlexa())['Good night']).toEqual({ state: 'inAlexa' });
    const reported = await ana.resync(made.id);
    expect([reported.status, reported.json()]).toMatchObject([200, { id: made.id, alexa: { state: 'waiting' } }]);
    await expect.poll(async () => (await ana.inAlexa())[words], soon).toEqual({ state: 'inAlexa' });
    expect(await ana.home.knows()).toEqual([words, 'Good night']);
  });

  test('shows since when and why a trigger is off after the skill was disabled, and rejects a resync', async () => {
    const ana = await settled(guest());
    await ana.home.disableSkill();
    await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`);
    expect(await ana.inAlexa()).toEqual({
      'Good night': { state: 'skillOff', reason: 'amazon.skillDisabled', since: expect.any(String) },
    });
    expect(refusalIn(await ana.resync(ana.trigger.id))).toEqual({
      status: 409,
      errorKey: 'amazon.grantRevoked',
    });
  });
});
