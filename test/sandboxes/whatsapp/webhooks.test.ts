import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { aGateway, type AGateway } from './a-gateway.ts';

const family = '120363000000000001';
const jid = `${family}@g.us`;
const noon = new Date('2026-11-20T12:00:00.000Z');

let at: AGateway;
beforeAll(async () => {
  at = await aGateway();
});
beforeEach(async () => {
  await at.reset();
  await at.linked('zb-1-1');
  await at.settle();
  at.inbox.empty();
});
afterAll(() => at.close());

const said = z.object({ message: z.string() });
const say = async (text: string, more: object = {}) =>
  said.parse((await at.chat(family, 'say', { as: 'bruno', text, ...more })).body).message;
const deliveries = (order: object) => at.control('deliveries', order);
const lastId = async () =>
  z.object({ deliveries: z.array(z.object({ id: z.string() })) }).parse((await deliveries({ do: 'settle' })).body)
    .deliveries[0]?.id ?? '';

describe('group messages', () => {
  test("delivers a signed message in an envelope with the line's metadata", async () => {
    await say('boa noite');
    await at.settle();
    const [got] = at.inbox.got;
    expect(got && at.inbox.isSigned(got)).toBe(true);
    expect(got?.headers).toMatchObject({
      'x-webhook-hmac-algorithm': 'sha512',
      'x-webhook-request-id': expect.any(String),
      'user-agent': expect.stringMatching(/^WAHA\//),
    });
    const [event] = at.inbox.events('message.any');
    expect(got?.headers['x-webhook-timestamp']).toBe(String(event?.timestamp));
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_[0-9a-z]{26}$/),
      session: 'zb-1-1',
      metadata: { instanceId: '4711' },
      me: { id: '5511955500001@c.us', lid: '700100200001@lid' },
      engine: 'GOWS',
    });
  });

  test('names the sender by LID and phone and the time of writing in seconds', async () => {
    at.stopClock(noon);
    const id = await say('boa noite', { secondsAgo: 180 });
    await at.settle();
    expect(at.inbox.events('message.any')[0]?.payload).toMatchObject({
      id: `false_${jid}_${id}_700100200002@lid`,
      from: jid,
      participant: '700100200002@lid',
      fromMe: false,
      source: 'app',
      body: 'boa noite',
      hasMedia: false,
      replyTo: null,
      timestamp: noon.getTime() / 1000 - 180,
      _data: { Info: { PushName: 'Bruno Lima', SenderAlt: '5511955500002@s.whatsapp.net', IsGroup: true } },
    });
  });

  test('delivers a message twice to a webhook with both kinds of event, but own messages once', async () => {
    await say('one');
    await say('two', { as: 'ana' });
    await at.settle();
    expect(at.inbox.events('message').map(({ payload }) => payload.body)).toEqual(['one']);
    expect(new Set(at.inbox.texts())).toEqual(new Set(['one', 'two']));
  });

  test('distinguishes messages typed on the linked phone from those sent by API', async () => {
    await say('typed', { as: 'ana' });
    await at.api('POST', '/api/sendText', { session: 'zb-1-1', chatId: jid, text: 'sent' });
    await at.settle();
    const origins = at.inbox
      .events('message.any')
      .map(({ payload: { body, fromMe, source } }) => [body, fromMe, source]);
    expect(new Set(origins)).toEqual(
      new Set([
        ['sent', true, 'api'],
        ['typed', true, 'app'],
      ]),
    );
  });

  test('includes the quoted message and the caption of a picture', async () => {
    const first = await say('boa noite');
    await say('de novo', { replyTo: first, media: true });
    await at.settle();
    expect(at.inbox.events('message.any').find(({ payload }) => payload.body === 'de novo')?.payload).toMatchObject({
      hasMedia: true,
      replyTo: { id: first, participant: '700100200002@lid', body: 'boa noite' },
    });
  });

  test('delivers nothing to lines outside the group or to webhooks without the event', async () => {
    await at.linked('zb-2-1', 'davi', [at.webhook(['message.any'])]);
    await at.chat('120363000000000003', 'say', { as: 'bruno', text: 'office' });
    await say('family');
    await at.settle();
    expect(at.inbox.events().filter(({ session }) => session === 'zb-2-1')).toMatchObject([
      { event: 'message.any', payload: { body: 'family' } },
    ]);
    expect(at.inbox.texts()).toEqual(['family', 'family']);
  });
});

describe('failed deliveries', () => {
  test.each([401, 404, 500, 302])('retries a delivery after %i with the same request id', async (status) => {
    at.inbox.answer(status, status);
    await say('boa noite');
    await at.settle();
    await at.advance(2, 'zb-1-1');
    await at.advance(2, 'zb-1-1');
    const tries = at.inbox.got.filter(({ raw }) => raw.includes('message.any'));
    // The plain `message` event is delivered separately.
    expect(tries.length).toBeGreaterThanOrEqual(2);
    expect(new Set(tries.map(({ headers }) => headers['x-webhook-request-id'])).size).toBe(1);
    expect(new Set(tries.map(({ raw }) => raw)).size).toBe(1);
  });

  test('waits as the webhook configures and stops after the configured retries', async () => {
    await at.api('PUT', '/api/sessions/zb-1-1', {
      config: {
        webhooks: [at.webhook(['message.any'], { retries: { policy: 'exponential', delaySeconds: 10, attempts: 2 } })],
      },
    });
    await at.begun();
    at.inbox.answer(500, 500, 500, 500);
    await say('boa noite');
    await at.settle();
    await at.advance(9, 'zb-1-1');
    expect(at.inbox.texts()).toHaveLength(1);
    await at.advance(1, 'zb-1-1');
    expect(at.inbox.texts()).toHaveLength(2);
    await at.advance(19, 'zb-1-1');
    expect(at.inbox.texts()).toHaveLength(2);
    await at.advance(1, 'zb-1-1');
    await at.advance(3600, 'zb-1-1');
    expect(at.inbox.texts()).toHaveLength(3);
  });

  test('retries automatically as soon as the settings allow', async () => {
    await at.control('settings', { retryMs: 1 });
    at.inbox.answer(500, 500, 500);
    await say('boa noite');
    await expect.poll(() => at.inbox.texts().length).toBeGreaterThanOrEqual(2);
  });

  test('delivers to the previous address after the line is reconfigured or deleted', async () => {
    at.inbox.answer(...Array.from({ length: 4 }, () => 500));
    await say('boa noite');
    await at.settle();
    await at.api('PUT', '/api/sessions/zb-1-1', { config: {} });
    await at.api('DELETE', '/api/sessions/zb-1-1');
    at.inbox.empty();
    await deliveries({ do: 'retry', session: 'zb-1-1' });
    expect(at.inbox.texts()).toEqual(['boa noite']);
  });

  test('discards retries when the gateway restarts', async () => {
    at.inbox.answer(...Array.from({ length: 4 }, () => 500));
    await say('boa noite');
    await at.settle();
    await at.control('restart', {});
    at.inbox.empty();
    await deliveries({ do: 'retry' });
    expect(at.inbox.texts()).toEqual([]);
    await at.begun();
    await at.settle();
    expect(at.inbox.states()).toContain('WORKING');
  });
});

describe('deliveries on demand', () => {
  beforeEach(async () => {
    await at.api('PUT', '/api/sessions/zb-1-1', { config: { webhooks: [at.webhook(['message.any'])] } });
    await at.begun();
  });

  test('holds deliveries and releases them in another order', async () => {
    await deliveries({ do: 'hold', session: 'zb-1-1' });
    for (const text of ['one', 'two', 'three']) await say(text);
    await at.settle();
    expect(at.inbox.texts()).toEqual([]);
    await deliveries({ do: 'release', session: 'zb-1-1', order: 'reversed' });
    expect(at.inbox.texts()).toEqual(['three', 'two', 'one']);
  });

  test('delivers an event several times, sequentially or concurrently', async () => {
    await deliveries({ do: 'duplicate', next: 1, times: 3 });
    await say('thrice');
    await at.settle();
    expect(at.inbox.texts()).toHaveLength(3);
    await deliveries({ do: 'redeliver', ids: [await lastId()], times: 7, order: 'together' });
    expect(at.inbox.texts()).toHaveLength(10);
    expect(new Set(at.inbox.events().map(({ id }) => id)).size).toBe(1);
  });

  test('repeats a message as a new event with its original id, as after a reconnect', async () => {
    const id = await say('boa noite');
    await at.chat(family, 'again', { message: id, times: 2 });
    await at.settle();
    const events = at.inbox.events('message.any');
    expect(new Set(events.map(({ payload }) => payload.id)).size).toBe(1);
    expect(new Set(events.map((one) => one.id)).size).toBe(3);
  });

  test('signs deliveries for another time, drops or corrupts them', async () => {
    await say('boa noite');
    await at.settle();
    await deliveries({ do: 'redeliver', ids: [await lastId()], secondsAgo: 1200 });
    expect(at.inbox.got.every((one) => at.inbox.isSigned(one))).toBe(true);
    const [now, then] = at.inbox.events().map(({ timestamp }) => timestamp);
    expect((now ?? 0) - (then ?? 0)).toBeGreaterThan(1_100_000);
    await deliveries({ do: 'drop', next: 1 });
    await say('lost');
    await deliveries({ do: 'tamper', next: 1 });
    await say('spoiled');
    await at.settle();
    expect(at.inbox.texts()).toEqual(['boa noite', 'boa noite', 'spoiled']);
    expect(at.inbox.got.map((one) => at.inbox.isSigned(one))).toEqual([true, true, false]);
  });

  test('sends events of any kind', async () => {
    await at.api('PUT', '/api/sessions/zb-1-1', { config: { webhooks: [at.webhook(['*'])] } });
    await at.control('event', { session: 'zb-1-1', event: 'message.edited', payload: { body: 'edited' } });
    await at.settle();
    expect(at.inbox.events('message.edited')).toMatchObject([{ session: 'zb-1-1', payload: { body: 'edited' } }]);
    expect((await at.control('event', { session: 'none', event: 'a', payload: {} })).status).toBe(422);
  });
});

describe('messages during an outage of the line', () => {
  const trouble = (what: string, session?: string) => at.control('unreachable', { what, ...(session && { session }) });

  test('delivers messages with their original time after WhatsApp was unreachable', async () => {
    await trouble('whatsapp', 'zb-1-1');
    await at.settle();
    expect(at.inbox.states()).toEqual(['STARTING']);
    at.stopClock(noon);
    await say('meanwhile', { secondsAgo: 60 });
    expect(at.inbox.texts()).toEqual([]);
    await trouble('nothing', 'zb-1-1');
    await at.begun();
    await at.settle();
    expect(at.inbox.states()).toEqual(['STARTING', 'WORKING']);
    expect(at.inbox.texts()).toEqual(['meanwhile']);
    expect(at.inbox.events('message.any')[0]?.payload.timestamp).toBe(noon.getTime() / 1000 - 60);
  });

  test('delivers messages of a silent line after a restart', async () => {
    await trouble('silent', 'zb-1-1');
    await say('unheard');
    expect((await at.api('GET', '/api/sessions/zb-1-1')).body).toMatchObject({ status: 'WORKING' });
    await at.api('POST', '/api/sessions/zb-1-1/restart', {});
    await at.begun();
    await at.settle();
    expect(at.inbox.texts()).toEqual(['unheard']);
  });

  test('delivers messages after the gateway of one line was down and dropped its calls', async () => {
    await at.linked('zb-2-1', 'carla');
    await trouble('gateway', 'zb-1-1');
    await expect(at.api('GET', '/api/sessions/zb-1-1')).rejects.toThrow('fetch failed');
    await expect(at.api('POST', '/api/sendText', { session: 'zb-1-1', chatId: jid, text: 'a' })).rejects.toThrow(
      'fetch failed',
    );
    expect((await at.api('GET', '/api/sessions/zb-2-1')).status).toBe(200);
    at.inbox.empty();
    await say('unheard');
    await at.phone('ana', 'remove', { session: 'zb-1-1' });
    await at.settle();
    expect(at.inbox.events().filter(({ session }) => session === 'zb-1-1')).toEqual([]);
    await trouble('nothing', 'zb-1-1');
    await at.settle();
    expect(at.inbox.events('session.status')).toMatchObject([{ session: 'zb-1-1', payload: { status: 'FAILED' } }]);
  });

  test('delivers messages after the entire gateway was unreachable', async () => {
    await trouble('gateway');
    await expect(at.api('GET', '/ping')).rejects.toThrow('fetch failed');
    await expect(at.api('POST', '/api/sessions', { name: 'zb-3-1' })).rejects.toThrow('fetch failed');
    await say('unheard');
    expect(at.inbox.events()).toEqual([]);
    await trouble('nothing');
    await at.settle();
    expect(at.inbox.texts()).toEqual(['unheard']);
    expect(at.inbox.states()).toEqual(['WORKING']);
  });
});
