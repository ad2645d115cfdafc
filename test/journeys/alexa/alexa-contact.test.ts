import { expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { guests } from '../kit/guests.ts';
import { misbehave } from '../kit/orders.ts';
import { settled } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { startByContact } from '../kit/table.ts';
import { fire } from '../kit/webhook-call.ts';

const guest = guests('alexaContact');

const home = z.object({ devices: z.array(z.object({ deviceId: z.string(), contact: z.optional(z.string()) })) });

async function contactOf(person: string, deviceId: string): Promise<string | undefined> {
  const client = sandboxClient(inject('stack').sandboxUrl ?? '');
  const { devices } = home.parse((await client.get(`/alexa/home/${person}.json`)).body);
  return devices.find((device) => device.deviceId === deviceId)?.contact;
}

async function aContact() {
  const name = guest();
  const ana = await settled(name);
  await startByContact(ana.trigger);
  await ana.resync(ana.trigger.id);
  await expect.poll(async () => (await ana.inAlexa())['Good night']?.state, soon).toBe('inAlexa');
  await ana.home.addRoutine('Good night', 'Good night.');
  return { ana, contact: () => contactOf(name, ana.trigger.deviceId) };
}

test('opens the contact with each run and closes it a second later, so that the next run starts the routine again', async () => {
  const { ana, contact } = await aContact();
  for (const events of [1, 2]) {
    expect((await fire(ana.address)).status).toBe(200);
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(events);
    await expect.poll(contact, soon).toBe('NOT_DETECTED');
  }
});

/** Makes the next reports of a closed contact fail. */
const onClosing = (deviceId: string, next: number) =>
  misbehave('alexa', {
    code: 'SERVICE_UNAVAILABLE_EXCEPTION',
    next,
    matchBody: `"endpointId":"${deviceId}"},"payload":{"change":{"cause":{"type":"APP_INTERACTION"},"properties":[{"namespace":"Alexa.ContactSensor","name":"detectionState","value":"NOT_DETECTED"`,
  });

test('retries a lost closing report', async () => {
  const { ana, contact } = await aContact();
  await onClosing(ana.trigger.deviceId, 1);
  await fire(ana.address);
  await expect.poll(contact, soon).toBe('NOT_DETECTED');
  expect(await closingsOf(ana.trigger.deviceId)).toBe(2);
});

test('closes the contact before the next run while the retry is pending, so that the routine starts', async () => {
  const { ana, contact } = await aContact();
  await onClosing(ana.trigger.deviceId, 2);
  await fire(ana.address);
  await expect.poll(() => closingsOf(ana.trigger.deviceId), soon).toBe(2);
  expect(await contact()).toBe('DETECTED');
  expect((await fire(ana.address)).status).toBe(200);
  expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(2);
  await expect.poll(contact, soon).toBe('NOT_DETECTED');
});

/** Counts attempts, including those that the gateway rejected. */
async function closingsOf(deviceId: string): Promise<number> {
  const client = sandboxClient(inject('stack').sandboxUrl ?? '');
  const text = JSON.stringify((await client.get('/alexa/_heard')).body);
  return z
    .array(z.unknown())
    .parse(JSON.parse(text))
    .filter((call) => {
      const one = JSON.stringify(call);
      return one.includes(deviceId) && one.includes('"value":"NOT_DETECTED"');
    }).length;
}
