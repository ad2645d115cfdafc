import { describe, expect, test } from 'vitest';

import { runReply, webhookReply } from '#shared/contracts/webhook.ts';

import { guests } from './kit/guests.ts';
import { settled } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { fire } from './kit/webhook-call.ts';

const guest = guests('receipts');

/** A user whose trigger confirms runs and whose two devices Alexa knows. */
async function confirming() {
  const person = await settled(guest());
  const { id } = person.trigger;
  await person.change(id, { receipt: true });
  await expect.poll(() => person.home.knows(), soon).toEqual(['Good night', 'Good night ok']);
  await person.home.buildRoutine('Good night', [
    { kind: 'say', text: 'Lights out.' },
    { kind: 'scene', scene: 'Good night ok' },
  ]);
  const inList = async () => (await person.triggers()).find((each) => each.id === id)?.receipt;
  const runAt = (executionId = ''): string => person.address.replace('?', `/runs/${executionId}?`);
  return { ...person, inList, runAt };
}

describe('a routine that confirms', () => {
  test('reports the confirmed run to the waiting webhook, the history, the list and later queries', async () => {
    const person = await confirming();
    const answer = await fire(person.address, { headers: { prefer: 'wait=8' } });
    const { executionId, ...reply } = webhookReply.parse(answer.json());
    expect(reply).toMatchObject({ outcome: 'sent', answer: 'ran' });
    expect(reply.ranMs).toBeGreaterThan(0);
    expect(answer.headers.get('preference-applied')).toMatch(/^wait=[1-8]$/);
    const { ranMs } = reply;
    const read = await fire(person.runAt(executionId));
    expect([read.status, runReply.parse(read.json())]).toEqual([200, { outcome: 'sent', answer: 'ran', ranMs }]);
    await expect
      .poll(() => person.history(person.trigger.id), soon)
      .toMatchObject([{ id: executionId, channel: 'webhook', outcome: 'sent', answer: 'ran', ranMs }]);
    await expect
      .poll(() => person.inList(), soon)
      .toMatchObject({ answer: 'ran', ranMs, silent: 0, alexa: { state: 'inAlexa' } });
  });

  test('returns the result of the first run to a repetition with the same Idempotency-Key', async () => {
    const person = await confirming();
    const withKey = async (more: Record<string, string> = {}) =>
      webhookReply.parse((await fire(person.address, { headers: { 'idempotency-key': 'once', ...more } })).json());
    const first = await withKey();
    expect(first).toMatchObject({ outcome: 'sent', answer: 'awaited' });
    const second = await withKey({ prefer: 'wait=8' });
    expect(second).toMatchObject({ outcome: 'sent', executionId: first.executionId, ms: first.ms, answer: 'ran' });
    expect(await withKey()).toEqual(second);
    await expect.poll(() => person.history(person.trigger.id), soon).toHaveLength(1);
  });

  test('shows the run as awaited while the routine is silent, and only with the token', async () => {
    const person = await confirming();
    await person.home.react('mute');
    const { executionId, answer } = webhookReply.parse((await fire(person.address)).json());
    expect(answer).toBe('awaited');
    const read = await fire(person.runAt(executionId));
    expect([read.status, runReply.parse(read.json())]).toEqual([200, { outcome: 'sent', answer: 'awaited' }]);
    const [bare = ''] = person.runAt(executionId).split('?');
    expect((await fire(bare)).status).toBe(404);
    expect((await fire(person.runAt(person.trigger.id))).status).toBe(404);
  });

  test('removes the confirming device from Alexa when confirmation is disabled', async () => {
    const person = await confirming();
    expect(await person.change(person.trigger.id, { receipt: false })).not.toHaveProperty('receipt');
    await expect.poll(() => person.home.knows(), soon).toEqual(['Good night']);
    expect(webhookReply.parse((await fire(person.address)).json())).not.toHaveProperty('answer');
  });
});

test('refuses confirmation when another trigger has the name of the confirming device', async () => {
  const person = await settled(guest());
  await person.addTrigger('Good night ok');
  const refused = await person.send('PATCH', `/api/triggers/${person.trigger.id}`, { receipt: true });
  expect([refused.status, refused.json()]).toMatchObject([
    409,
    { errorKey: 'trigger.nameTaken', fields: { receipt: 'trigger.nameTaken' } },
  ]);
});
