import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { deadlineIn } from '#functions/platform/time/deadline.ts';
import type { GatewayReply } from '#functions/providers/alexa-events.ts';
import { aGatewayWorld } from '#test/support/worlds/a-grant.ts';

import { sendRunEvent, type EventTarget } from './send-run-event.ts';

const header = z.object({ event: z.object({ header: z.object({ name: z.string(), messageId: z.string() }) }) });
const target = (changes: Partial<EventTarget> = {}): EventTarget => ({
  deviceId: 'trg-1',
  workspaceId: 7,
  starter: 'simple-event',
  ...changes,
});

async function send(given: EventTarget, ...gateway: GatewayReply['outcome'][]) {
  const home = aGatewayWorld({ gateway });
  const access = home.access();
  if (!access) throw new Error('no grant');
  const told: boolean[] = [];
  const mayArrive = (may: boolean): void => void told.push(may);
  const sent = await sendRunEvent(home.deps, given, {
    id: 'run-1',
    access,
    deadline: deadlineIn(home.now, 5_500),
    mayArrive,
  });
  return { outcome: sent.outcome, told, heard: home.sent.map(({ message }) => JSON.stringify(message)), home };
}

test('sends one event for an event source', async () => {
  const { outcome, heard } = await send(target(), 'accepted');
  expect(outcome).toBe('sent');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toContain('"name":"Event"');
});

test('keeps the run id as the message id when it retries with a new token', async () => {
  const { home } = await send(target(), 'tokenRefused', 'accepted');
  const messages = home.sent.map(({ message }) => header.parse(message).event.header.messageId);
  expect(messages).toEqual(['run-1', 'run-1']);
  expect(JSON.stringify(home.sent[1]?.message)).toContain('"token":"access-2"');
});

test('reports the contact as open for a contact trigger', async () => {
  const { heard } = await send(target({ starter: 'contact-sensor' }), 'accepted');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toContain('"value":"DETECTED"');
});

test('closes an open contact before the run, and does not send the run if closing fails', async () => {
  const open = target({ starter: 'contact-sensor', openSince: 1 });
  const { outcome, heard, told: arrival } = await send(open, 'accepted');
  expect(outcome).toBe('sent');
  expect(arrival).toEqual([true]);
  expect(heard.map((message) => /"value":"(\w*DETECTED)"/.exec(message)?.[1])).toEqual(['NOT_DETECTED', 'DETECTED']);
  for (const [reply, told] of [
    ['unknown', 'unavailable'],
    ['throttled', 'throttled'],
  ] as const) {
    const failed = await send(open, reply);
    expect(failed.outcome).toBe(told);
    expect(failed.heard).toHaveLength(1);
  }
});
