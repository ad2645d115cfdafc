import { describe, expect, test } from 'vitest';

import { createWahaGateway } from '#functions/providers/whatsapp/waha/waha-gateway.ts';
import { isDown, isEnding, isStatedEnd } from '#shared/rules/line-evidence.ts';

import { aClock } from '../../support/worlds/a-clock.ts';
import { line } from './a-vendor.ts';
import { vendors } from './vendors.ts';
import { aDelivery, aMessage, anEvent, secret } from './waha-deliveries.ts';

const now = '2026-11-20T12:00:00.123Z';
const groupJid = '120363999000111222@g.us';

async function read(event: object, changes: Readonly<Record<string, string | undefined>> = {}) {
  const { rawBody, headers } = aDelivery(event);
  const gateway = createWahaGateway({
    http: () => Promise.reject(new Error('Parsing a delivery must not send requests.')),
    now: aClock(now).now,
    wait: () => Promise.resolve(),
    shard: { id: 'main', url: 'https://gateway.test' },
    apiKey: () => Promise.resolve('a-key'),
  });
  return gateway.parseWebhook(rawBody, { ...headers, ...changes }, secret);
}

async function readSingleEvent(event: object) {
  const parsed = await read(event);
  return parsed.outcome === 'events' ? parsed.events[0] : parsed;
}

const aWaha = vendors(createWahaGateway);

type Proof = 'up' | 'nothing' | 'a fault of the gateway' | 'no credentials' | 'the end, by WhatsApp';

type State = Parameters<typeof isEnding>[0];

function proofOf(state: State): Proof {
  if (isStatedEnd(state)) return 'the end, by WhatsApp';
  if (isEnding(state)) return 'no credentials';
  if (isDown(state)) return 'a fault of the gateway';
  return state === 'connected' ? 'up' : 'nothing';
}

describe.each<[string, State, Proof]>([
  ['STOPPED', 'stopped', 'nothing'],
  ['STARTING', 'connecting', 'nothing'],
  ['SCAN_QR_CODE', 'awaiting_qr', 'no credentials'],
  ['PASSKEY_REQUIRED', 'awaiting_passkey', 'no credentials'],
  ['PASSKEY_CONFIRMATION_REQUIRED', 'awaiting_passkey_code', 'no credentials'],
  ['WORKING', 'connected', 'up'],
  ['FAILED', 'broken', 'a fault of the gateway'],
  ['SOMETHING_NEW', 'unknown', 'nothing'],
  ['CONSTRUCTOR', 'unknown', 'nothing'],
])('status %s', (status, state, proof) => {
  test.each([status, status.toLowerCase()])('reads %s in events, lists and answers', async (word) => {
    expect(await readSingleEvent(anEvent('session.status', { status: word }))).toMatchObject({ state });
    const held = { name: line.lineName, status: word };
    const { gateway } = await aWaha({
      'GET /api/sessions?all=true': { json: [held] },
      [`GET /api/sessions/${line.lineName}`]: { json: held },
    });
    expect(await gateway.listLines('main')).toMatchObject({ lines: [{ snapshot: { state } }] });
    expect(await gateway.describeLine(line)).toMatchObject({ state });
  });

  test(`derives the proof "${proof}" from the status`, () => {
    expect(proofOf(state)).toBe(proof);
  });
});

test.each(['message.any', 'MESSAGE.ANY', 'message_any', 'MESSAGE_ANY'])(
  'reads the event %s as a message',
  async (event) => {
    expect(await readSingleEvent(anEvent(event, aMessage()))).toMatchObject({
      kind: 'groupMessage',
      text: 'Acender varanda',
    });
  },
);

test.each<[string, object, object]>([
  ['a time of the event as a string', {}, { timestamp: String(Date.parse(now)) }],
  ['a time of the message as a string', { timestamp: '1795176000' }, {}],
  ['a time of the message with a fraction', { timestamp: 1_795_176_000.5 }, {}],
  ['an id without chat and participant', { id: '3AFFEE00112233445566' }, {}],
  ['our number without a host', {}, { me: { id: '5521955550000', lid: null, pushName: '' } }],
  ['our number at the other host', {}, { me: { id: '5521955550000:3@s.whatsapp.net' } }],
  ['no own number', {}, { me: null }],
  ['our number as a text', {}, { me: '5521955550000@c.us' }],
  ['an answered message as a text', { replyTo: '3EB0AABBCC' }, {}],
  ['an answered message whose id is a number', { replyTo: { id: 7 } }, {}],
  ['a file mark as a text', { hasMedia: 'no' }, {}],
  ['a receiver that is none', { to: { user: '1' } }, {}],
])('reads a message with %s', async (_, message, envelope) => {
  expect(await readSingleEvent(anEvent('message.any', aMessage(message), envelope))).toMatchObject({
    kind: 'groupMessage',
    messageId: '3AFFEE00112233445566',
    sender: { id: '700999888777@lid', phone: '5521966660000' },
  });
});

test.each<[string, unknown]>([
  ['a text', 'raw'],
  ['a list', []],
  ['facts that are strings', { Info: 'raw', Message: 'raw' }],
  ['a phone and a name of other types', { Info: { SenderAlt: 5_521_966_660_000, PushName: {} } }],
])('reads a message to which the engine adds %s', async (_, engine) => {
  expect(await readSingleEvent(anEvent('message.any', aMessage({ _data: engine })))).toMatchObject({
    kind: 'groupMessage',
    sender: { id: '700999888777@lid' },
    text: 'Acender varanda',
  });
});

test('recognises an edit when other fields of the engine have unexpected types', async () => {
  const engine = { Info: 'raw', IsEdit: true };
  expect(await readSingleEvent(anEvent('message.any', aMessage({ _data: engine })))).toMatchObject({
    reason: 'edited',
  });
});

test.each(['5521955550000', '5521955550000@c.us', '5521955550000@s.whatsapp.net', '5521955550000:3@s.whatsapp.net'])(
  'recognises the owner when our number is written as %s',
  async (id) => {
    const own = aMessage({ fromMe: true, participant: null, id: `true_${groupJid}_3AFFEE00112233445566` }, null);
    expect(await readSingleEvent(anEvent('message.any', own, { me: { id } }))).toMatchObject({
      origin: 'own_phone',
      sender: { id: '5521955550000@s.whatsapp.net' },
    });
    for (const participants of [[{ id: '5521955550000@c.us' }], [{ id: '1@lid', pn: '5521955550000' }]]) {
      const left = { group: { id: groupJid }, type: 'LEAVE', participants };
      expect(await readSingleEvent(anEvent('group.v2.participants', left, { me: { id } }))).toMatchObject({
        kind: 'selfLeft',
      });
    }
  },
);

test.each(['api', 'API'])('recognises our own message by the source %s', async (source) => {
  const own = aMessage({ fromMe: true, source });
  expect(await readSingleEvent(anEvent('message.any', own))).toMatchObject({ origin: 'own_api' });
});

test('accepts signature and algorithm in capitals', async () => {
  const event = anEvent('message.any', aMessage());
  const hmac = aDelivery(event).headers['x-webhook-hmac']?.toUpperCase();
  const capitals = { 'x-webhook-hmac': hmac, 'x-webhook-hmac-algorithm': 'SHA512' };
  expect(await read(event, capitals)).toMatchObject({ outcome: 'events' });
});
