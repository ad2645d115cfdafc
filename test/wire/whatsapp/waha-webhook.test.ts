import { describe, expect, test } from 'vitest';

import { bodyBytes } from '#functions/platform/http/body-bytes.ts';
import { createWahaGateway } from '#functions/providers/whatsapp/waha/waha-gateway.ts';

import { aClock, minutes } from '../../support/worlds/a-clock.ts';
import { line } from './a-vendor.ts';
import { aDelivery, aMessage, anEvent, editMarks, secret } from './waha-deliveries.ts';

const now = '2026-11-20T12:00:00.123Z';

function aReader(at = now) {
  return createWahaGateway({
    http: () => Promise.reject(new Error('Parsing a delivery must not send requests.')),
    now: aClock(at).now,
    wait: () => Promise.resolve(),
    shard: { id: 'main', url: 'https://gateway.test' },
    apiKey: () => Promise.resolve('a-key'),
  });
}

async function read(event: object | string, at?: string) {
  const { rawBody, headers } = aDelivery(event);
  return aReader(at).parseWebhook(rawBody, headers, secret);
}

async function readSingleEvent(event: object) {
  const parsed = await read(event);
  if (parsed.outcome !== 'events' || parsed.events.length !== 1) throw new Error(JSON.stringify(parsed));
  return parsed.events[0];
}

const eventId = 'evt_01kz0000000000000000000000';
const ids = { line, eventId };
const at = new Date(now);
const groupJid = '120363999000111222@g.us';
const longId = `false_${groupJid}_${'A'.repeat(3000)}_700999888777@lid`;

describe('refused deliveries', () => {
  const { rawBody, headers } = aDelivery(anEvent('message.any', aMessage()));
  const signature = headers['x-webhook-hmac'] ?? '';
  test.each([
    ['without a signature', rawBody, { ...headers, 'x-webhook-hmac': undefined }, secret],
    ['without the name of the algorithm', rawBody, { ...headers, 'x-webhook-hmac-algorithm': undefined }, secret],
    ['with another algorithm', rawBody, { ...headers, 'x-webhook-hmac-algorithm': 'sha256' }, secret],
    ['signed with the key of another line', rawBody, headers, 'another-key'],
    ['signed with no key at all', ...unkeyed()],
    ['with a signature of another body', Buffer.from(`${rawBody.toString()} `), headers, secret],
    ['with half a signature', rawBody, { ...headers, 'x-webhook-hmac': signature.slice(0, 64) }, secret],
    ['with a signature that is not hex', rawBody, { ...headers, 'x-webhook-hmac': 'z'.repeat(128) }, secret],
  ])('rejects a delivery %s', async (_, body, given, key) => {
    expect(await aReader().parseWebhook(body, given, key)).toEqual({ outcome: 'refused', reason: 'signature' });
  });

  function unkeyed() {
    const delivery = aDelivery(anEvent('message.any', aMessage()), '');
    return [delivery.rawBody, delivery.headers, ''] as const;
  }

  test.each([
    ['older than all retries', -minutes(15) - 1],
    ['far in the future', minutes(15) + 1],
  ])('rejects a correctly signed delivery that is %s', async (_, ms) => {
    const timestamp = Date.parse(now) + ms;
    expect(await read(anEvent('message.any', aMessage(), { timestamp }))).toEqual({
      outcome: 'refused',
      reason: 'stale',
    });
  });

  test.each([
    ['invalid JSON', 'not json'],
    ['no event', '{}'],
    ['an event without its id', anEvent('message.any', aMessage(), { id: undefined })],
    ['an event without its time', anEvent('message.any', aMessage(), { timestamp: 'now' })],
    ['an invalid message', anEvent('message.any', { id: 1 })],
    ['a message with a meaningless id', anEvent('message.any', aMessage({ id: 'whatever' }))],
    ['an event with an id of 3,000 letters', anEvent('message.any', aMessage(), { id: 'a'.repeat(3000) })],
    [
      'an event with a session name of 3,000 letters',
      anEvent('message.any', aMessage(), { session: 'a'.repeat(3000) }),
    ],
    ['a message with an id of 3,000 letters', anEvent('message.any', aMessage({ id: longId }))],
    [
      'an answer to a message with an id of 3,000 letters',
      anEvent('message.any', aMessage({ replyTo: { id: 'a'.repeat(3000) } })),
    ],
    ['an invalid state', anEvent('session.status', { status: 7 })],
    ['an invalid group', anEvent('group.v2.join', {})],
    ['invalid members', anEvent('group.v2.participants', { group: { id: groupJid }, type: 'leave' })],
  ])('reports a signed delivery with %s as unreadable', async (_, event) => {
    expect(await read(event)).toEqual({ outcome: 'refused', reason: 'unreadable' });
  });
});

describe('accepted deliveries', () => {
  test('verifies the original bytes, base64-encoded or not', async () => {
    const { rawBody, headers } = aDelivery(anEvent('message.any', aMessage({ body: 'Olá, é noite 🌙' })));
    const plain = bodyBytes({ body: rawBody.toString('utf8'), isBase64Encoded: false });
    const encoded = bodyBytes({ body: rawBody.toString('base64'), isBase64Encoded: true });
    for (const bytes of [plain, encoded]) {
      expect(await aReader().parseWebhook(bytes, headers, secret)).toMatchObject({
        events: [{ text: 'Olá, é noite 🌙' }],
      });
    }
    const wrong = bodyBytes({ body: rawBody.toString('base64') });
    expect(await aReader().parseWebhook(wrong, headers, secret)).toMatchObject({ reason: 'signature' });
    expect(bodyBytes({})).toHaveLength(0);
  });

  test('accepts a signature in capitals', async () => {
    const { rawBody, headers } = aDelivery(anEvent('message.any', aMessage()));
    const capitals = { ...headers, 'x-webhook-hmac': headers['x-webhook-hmac']?.toUpperCase() };
    expect(await aReader().parseWebhook(rawBody, capitals, secret)).toMatchObject({ outcome: 'events' });
  });

  test.each([-minutes(15), minutes(15)])('accepts a delivery exactly at the age limit', async (ms) => {
    const event = anEvent('session.status', { status: 'WORKING' }, { timestamp: Date.parse(now) + ms });
    expect(await read(event)).toMatchObject({ outcome: 'events' });
  });

  test('replaces the time of an event from a fast clock, so that later events do not count as older', async () => {
    const timestamp = Date.parse(now) + minutes(2);
    expect(await readSingleEvent(anEvent('session.status', { status: 'WORKING' }, { timestamp }))).toMatchObject({
      at,
    });
  });

  test('keeps id and time of an event on every retry', async () => {
    const event = anEvent('session.status', { status: 'STARTING' });
    const late = await read(event, '2026-11-20T12:08:00.000Z');
    expect(late).toMatchObject({ events: [{ eventId, at }] });
  });
});

const self = { phone: '5521955550000', lid: '700100200300@lid', displayName: 'Lar Central' };

describe('line states', () => {
  test.each([
    ['STOPPED', 'stopped'],
    ['STARTING', 'connecting'],
    ['SCAN_QR_CODE', 'awaiting_qr'],
    ['PASSKEY_REQUIRED', 'awaiting_passkey'],
    ['PASSKEY_CONFIRMATION_REQUIRED', 'awaiting_passkey_code'],
    ['WORKING', 'connected'],
    ['FAILED', 'broken'],
    ['A_STATE_OF_NEXT_YEAR', 'unknown'],
  ])('maps the status %s to %s', async (status, state) => {
    const payload = { name: line.lineName, status, statuses: [{ status, timestamp: 1 }] };
    expect(await readSingleEvent(anEvent('session.status', payload, { me: null }))).toEqual({
      kind: 'lineStateChanged',
      ...ids,
      state,
      at,
    });
  });

  test('reports the line’s own number once a phone has scanned the code', async () => {
    expect(await readSingleEvent(anEvent('session.status', { status: 'WORKING' }))).toMatchObject({ self });
    const { me: _, ...nobody } = { ...anEvent('session.status', { status: 'WORKING' }), me: null };
    expect(await readSingleEvent(nobody)).not.toHaveProperty('self');
  });

  test('returns the challenge of a passkey, or the code to compare', async () => {
    const data = { challenge: 'c29tZXRoaW5n', rpId: 'web.whatsapp.com' };
    const asked = anEvent('session.status', { status: 'PASSKEY_REQUIRED', data });
    expect(await readSingleEvent(asked)).toMatchObject({ passkey: { challenge: data } });
    const compared = anEvent('session.status', { status: 'PASSKEY_CONFIRMATION_REQUIRED', data: { code: '4Z-77' } });
    expect(await readSingleEvent(compared)).toMatchObject({ passkey: { code: '4Z-77' } });
  });
});

const message = {
  kind: 'groupMessage',
  ...ids,
  messageId: '3AFFEE00112233445566',
  replyHandle: `false_${groupJid}_3AFFEE00112233445566_700999888777@lid`,
  groupJid,
  sender: { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla' },
  origin: 'member',
  text: 'Acender varanda',
  hasMedia: false,
  sentAt: new Date('2026-11-20T12:00:00.000Z'),
};

describe('group messages', () => {
  test('reads text, sender and time of a message', async () => {
    expect(await readSingleEvent(anEvent('message.any', aMessage()))).toEqual(message);
  });

  test.each<[string, object, object | null, object]>([
    ['a LID without a phone', {}, { SenderAlt: '' }, { id: '700999888777@lid', displayName: 'Carla' }],
    ['a LID alone', {}, null, { id: '700999888777@lid' }],
    [
      'a phone instead of a LID',
      { participant: '5521966660000@c.us' },
      { SenderAlt: null },
      { id: '5521966660000@s.whatsapp.net', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'a phone next to its LID',
      { participant: '5521966660000@c.us' },
      { SenderAlt: '700999888777@lid' },
      { id: '5521966660000@s.whatsapp.net', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'one of several devices',
      { participant: '700999888777:12@lid' },
      { SenderAlt: '5521966660000:12@s.whatsapp.net' },
      { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'a business whose device Meta hosts',
      { participant: '700999888777:99@hosted.lid' },
      { SenderAlt: '5521966660000:99@hosted' },
      { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'an address of an unknown host next to a phone',
      { participant: '700999888777:3@next.year' },
      {},
      { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla', unknownHost: 'next.year' },
    ],
    [
      'an address of an unknown host alone',
      {
        id: `false_${groupJid}_3AFFEE00112233445566_12-700999888777:3@interop`,
        participant: '12-700999888777:3@interop',
      },
      { SenderAlt: '' },
      { id: '12-700999888777@interop', displayName: 'Carla', unknownHost: 'interop' },
    ],
    ['a LID with an empty name', {}, { PushName: ' ' }, { id: '700999888777@lid', phone: '5521966660000' }],
    [
      'the id of the message alone',
      { participant: null },
      {},
      { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'the address that only the engine reports',
      { participant: null, id: '3AFFEE00112233445566' },
      { Sender: '700999888777:12@lid', SenderAlt: '' },
      { id: '700999888777@lid', displayName: 'Carla' },
    ],
    [
      'a placeholder when the message names no sender',
      { participant: null, id: `false_${groupJid}_3AFF` },
      null,
      { id: 'nobody@none', unknownHost: 'none' },
    ],
    [
      'a placeholder when the message names only the group',
      { participant: groupJid, id: `false_${groupJid}_3AFF` },
      null,
      { id: 'nobody@none', unknownHost: 'none' },
    ],
  ])('identifies the sender by %s', async (_, changes, info, sender) => {
    const reported = await readSingleEvent(anEvent('message.any', aMessage(changes, info)));
    expect(reported).toMatchObject({ kind: 'groupMessage' });
    expect(reported).toHaveProperty('sender', sender);
  });

  const own = {
    id: `true_${groupJid}_3AFFEE00112233445566_700100200300@lid`,
    fromMe: true,
    participant: '700100200300@lid',
  };
  test.each([
    ['typed on the linked phone as own_phone', { ...own, source: 'app' }, 'own_phone'],
    ['that we sent as own_api', { ...own, source: 'api' }, 'own_api'],
    ['of our phone without a source as own_phone', { ...own, source: undefined }, 'own_phone'],
    ['of another sender as member, whatever its source', { source: 'api' }, 'member'],
  ])('marks a message %s', async (_, changes, origin) => {
    expect(await readSingleEvent(anEvent('message.any', aMessage(changes)))).toMatchObject({ origin });
  });

  test('recognises a message typed on the linked phone when the engine puts the group last', async () => {
    const changes = { ...own, from: '5521955550000@c.us', to: groupJid, participant: null };
    expect(await readSingleEvent(anEvent('message.any', aMessage(changes, null)))).toMatchObject({
      groupJid,
      sender: { id: '700100200300@lid', phone: '5521955550000' },
    });
  });

  test.each<[string, object, object]>([
    // WAHA extracts the text of plain, extended and disappearing messages, and of captions.
    ['an extended text', { body: 'Boa noite\nobrigada' }, { text: 'Boa noite\nobrigada', hasMedia: false }],
    ['a caption', { body: 'Acender', hasMedia: true }, { text: 'Acender', hasMedia: true }],
    ['a picture without text', { body: null, hasMedia: true }, { text: '', hasMedia: true }],
    ['no text', { body: undefined, hasMedia: undefined }, { text: '', hasMedia: false }],
    ['letters of every kind', { body: '𝔅𝔬𝔞 noite\u200b 🌙' }, { text: '𝔅𝔬𝔞 noite\u200b 🌙' }],
  ])('reads a message with %s', async (_, changes, reported) => {
    expect(await readSingleEvent(anEvent('message.any', aMessage(changes)))).toMatchObject(reported);
  });

  test.each<[string, object, string]>([
    [
      'a tapped button',
      { buttonsResponseMessage: { Response: { SelectedDisplayText: 'Sim' }, selectedButtonID: '1' } },
      'Sim',
    ],
    [
      'a tapped button, newer',
      { buttonsResponseMessage: { selectedDisplayText: 'Sim', selectedButtonID: '1' } },
      'Sim',
    ],
    ['a button of a template', { templateButtonReplyMessage: { selectedID: '1', selectedDisplayText: 'Sim' } }, 'Sim'],
    [
      'a row of a list',
      { listResponseMessage: { title: 'Acender', singleSelectReply: { selectedRowID: '1' } } },
      'Acender',
    ],
    ['a choice with its label', { interactiveResponseMessage: { body: { text: 'Sim' } } }, 'Sim'],
    [
      'a choice whose label is in its parameters',
      {
        interactiveResponseMessage: {
          InteractiveResponseMessage: { NativeFlowResponseMessage: { paramsJSON: '{"display_text":"Sim"}' } },
        },
      },
      'Sim',
    ],
    ['a text to a bot', { botInvokeMessage: { message: { extendedTextMessage: { text: 'Oi' } } } }, 'Oi'],
    ['a text from another device', { deviceSentMessage: { message: { conversation: 'Oi' } } }, 'Oi'],
    [
      'a disappearing button',
      { ephemeralMessage: { message: { buttonsResponseMessage: { selectedDisplayText: 'Sim' } } } },
      'Sim',
    ],
  ])('reads a message with %s, whose text only the engine reports', async (_, content, text) => {
    for (const body of [null, undefined, '']) {
      const payload = aMessage({ body, _data: { Info: { PushName: 'Carla' }, Message: content } });
      expect(await readSingleEvent(anEvent('message.any', payload))).toMatchObject({ text, hasMedia: false });
    }
  });

  test('reads a caption that only the engine reports as media', async () => {
    const content = { viewOnceMessageV2: { message: { imageMessage: { caption: 'Acender' } } } };
    const payload = aMessage({ body: null, _data: { Message: content } });
    expect(await readSingleEvent(anEvent('message.any', payload))).toMatchObject({ text: 'Acender', hasMedia: true });
  });

  test('prefers the text of WAHA over the engine’s', async () => {
    const payload = aMessage({ body: 'Acender', _data: { Message: { conversation: 'Apagar' } } });
    expect(await readSingleEvent(anEvent('message.any', payload))).toMatchObject({ text: 'Acender', hasMedia: false });
  });

  test.each([
    ['3EB0AABBCC', '3EB0AABBCC'],
    [`true_${groupJid}_3EB0AABBCC_700100200300@lid`, '3EB0AABBCC'],
  ])('reads the id of the quoted message', async (id, quotedMessageId) => {
    const replyTo = { id, participant: '700100200300@lid', body: '✅ Boa noite' };
    expect(await readSingleEvent(anEvent('message.any', aMessage({ replyTo })))).toMatchObject({ quotedMessageId });
  });

  const edited = {
    id: `false_${groupJid}_3A50EE8D2DCA0060BDDB_700999888777@lid`,
    body: 'Acender varanda',
  };
  test.each(Object.entries(editMarks))(
    'ignores an edit that is marked by %s, so that nothing fires twice',
    async (_, data) => {
      const reported = await readSingleEvent(anEvent('message.any', aMessage({ ...edited, _data: data }, null)));
      expect(reported).toEqual({ kind: 'ignored', ...ids, reason: 'edited' });
    },
  );

  test('ignores a message that names the message it changes', async () => {
    const payload = aMessage({ ...edited, editedMessageId: '3AFFEE00112233445566' });
    expect(await readSingleEvent(anEvent('message.any', payload))).toMatchObject({ kind: 'ignored', reason: 'edited' });
    expect(await readSingleEvent(anEvent('message.edited', payload))).toMatchObject({ kind: 'ignored' });
  });

  test('accepts a message whose edit marks are empty', async () => {
    const marks = {
      Info: { Edit: '', PushName: 'Carla' },
      IsEdit: false,
      Message: { conversation: 'Acender varanda' },
    };
    expect(await readSingleEvent(anEvent('message.any', aMessage({ _data: marks })))).toMatchObject({
      kind: 'groupMessage',
    });
  });

  test.each([
    ['a private chat', { from: '5521966660000@c.us', to: '5521955550000@c.us', participant: null }],
    ['a status', { from: 'status@broadcast' }],
    ['a channel', { from: '120363000000000000@newsletter' }],
  ])('ignores a message from %s', async (_, changes) => {
    const reported = await readSingleEvent(anEvent('message.any', aMessage(changes)));
    expect(reported).toEqual({ kind: 'ignored', ...ids, reason: 'notGroup' });
  });
});

describe('group events', () => {
  const engine = { _data: { JID: groupJid } };
  const group = { id: groupJid };
  test.each<[string, string, object, object]>([
    [
      'we were added',
      'group.v2.join',
      { timestamp: 1, group: { ...group, subject: 'Casa', participants: [] }, ...engine },
      { kind: 'selfJoined', jid: groupJid, name: 'Casa', at },
    ],
    [
      'we were added and the group has no name yet',
      'group.v2.join',
      { timestamp: 1, group: { ...group, subject: '' }, ...engine },
      { kind: 'selfJoined', jid: groupJid, at },
    ],
    ['we left', 'group.v2.leave', { timestamp: 1, group, ...engine }, { kind: 'selfLeft', jid: groupJid, at }],
    [
      'the group has another name',
      'group.v2.update',
      { timestamp: 1, group: { ...group, subject: ' Casa nova ' }, ...engine },
      { kind: 'groupRenamed', jid: groupJid, name: 'Casa nova', at },
    ],
    [
      'something else about the group changed',
      'group.v2.update',
      { timestamp: 1, group: { ...group, description: 'x' }, ...engine },
      { kind: 'ignored', reason: 'other' },
    ],
    [
      'we were removed, with our LID alone',
      'group.v2.participants',
      { type: 'leave', group, participants: [{ id: '700100200300@lid', pn: null, role: 'left' }], ...engine },
      { kind: 'selfLeft', jid: groupJid, at },
    ],
    [
      'we were removed, with our phone',
      'group.v2.participants',
      { type: 'leave', group, participants: [{ id: '5521955550000@c.us', pn: '5521955550000@c.us', role: 'left' }] },
      { kind: 'selfLeft', jid: groupJid, at },
    ],
    [
      'another member left',
      'group.v2.participants',
      { type: 'leave', group, participants: [{ id: '700999888777@lid', pn: null, role: 'left' }], ...engine },
      { kind: 'ignored', reason: 'other' },
    ],
    [
      'we were promoted',
      'group.v2.participants',
      { type: 'promote', group, participants: [{ id: '700100200300@lid', role: 'admin' }], ...engine },
      { kind: 'ignored', reason: 'other' },
    ],
  ])('handles the event when %s', async (_, event, payload, reported) => {
    expect(await readSingleEvent(anEvent(event, payload))).toEqual({ ...ids, ...reported });
  });
});

test.each(['message', 'message.ack', 'message.revoked', 'message.edited', 'presence.update', 'an.event.of.next.year'])(
  'ignores an event that was not subscribed to: %s',
  async (event) => {
    expect(await readSingleEvent(anEvent(event, aMessage()))).toEqual({ kind: 'ignored', ...ids, reason: 'other' });
  },
);
