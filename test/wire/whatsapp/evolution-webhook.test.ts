import { describe, expect, test } from 'vitest';

import { createEvolutionGateway } from '#functions/providers/whatsapp/evolution/evolution-gateway.ts';

import { aClock } from '../../support/worlds/a-clock.ts';
import { line } from './a-vendor.ts';
import {
  aChangeOfMembers,
  aDelivery,
  aMessage,
  anEvent,
  aSealedEdit,
  secret,
  signedAt,
} from './evolution-deliveries.ts';

function aReader(at = '2026-11-20T12:00:02.000Z') {
  return createEvolutionGateway({
    http: () => Promise.reject(new Error('Parsing a delivery must not send requests.')),
    now: aClock(at).now,
    wait: () => Promise.resolve(),
    shard: { id: 'main', url: 'https://gateway.test' },
    apiKey: () => Promise.resolve('a-key'),
  });
}

async function read(event: object | string) {
  const { rawBody, headers } = await aDelivery(event);
  return aReader().parseWebhook(rawBody, headers, secret);
}

async function theEvents(event: object) {
  const parsed = await read(event);
  if (parsed.outcome !== 'events') throw new Error(JSON.stringify(parsed));
  return parsed.events;
}

const conversation = { conversation: 'Acender varanda' };
const groupJid = '120363999000111222@g.us';
const long = 'a'.repeat(3000);
/** The second of the signed time, with the milliseconds of the body. */
const at = new Date('2026-11-20T12:00:00.456Z');

describe('refused deliveries', () => {
  test.each<[string, Parameters<typeof aDelivery>[1], string, string]>([
    ['signed with the key of another line', {}, 'another-key', 'signature'],
    ['made for something else', { action: 'login' }, secret, 'signature'],
    ['made by something else', { app: 'another' }, secret, 'signature'],
    ['whose token has expired', { iat: signedAt - 1200 }, secret, 'stale'],
    ['that is old, however long its token lasts', { iat: signedAt - 1200, exp: signedAt + 86_400 }, secret, 'stale'],
    ['from far in the future', { iat: signedAt + 1200 }, secret, 'stale'],
  ])('rejects a delivery %s', async (_, claims, key, reason) => {
    const { rawBody, headers } = await aDelivery(anEvent('messages.upsert', aMessage(conversation)), claims, key);
    expect(await aReader().parseWebhook(rawBody, headers, secret)).toEqual({ outcome: 'refused', reason });
  });

  test.each([
    ['without a token', undefined],
    ['with an empty token', 'Bearer'],
    ['with an unsigned token', 'Bearer eyJhbGciOiJub25lIn0.eyJhcHAiOiJldm9sdXRpb24iLCJhY3Rpb24iOiJ3ZWJob29rIn0.'],
    ['with basic authentication', 'Basic YTpi'],
  ])('rejects a delivery %s', async (_, authorization) => {
    const { rawBody } = await aDelivery(anEvent('messages.upsert', aMessage(conversation)));
    expect(await aReader().parseWebhook(rawBody, { authorization }, secret)).toMatchObject({ reason: 'signature' });
  });

  test('rejects a delivery when no key was agreed on', async () => {
    const { rawBody, headers } = await aDelivery(anEvent('messages.upsert', aMessage(conversation)));
    expect(await aReader().parseWebhook(rawBody, headers, '')).toMatchObject({ reason: 'signature' });
  });

  test.each([
    ['invalid JSON', 'not json'],
    ['no event', '{}'],
    ['a message without an address', anEvent('messages.upsert', { key: { id: 'x' } })],
    [
      'an event with an instance name of 3,000 letters',
      anEvent('messages.upsert', aMessage(conversation), { instance: long }),
    ],
    ['a message with an id of 3,000 letters', anEvent('messages.upsert', aMessage(conversation, {}, { id: long }))],
    [
      'a message with an address of 3,000 letters',
      anEvent('messages.upsert', aMessage(conversation, {}, { remoteJid: `${long}@g.us` })),
    ],
    [
      'a message with a participant of 3,000 letters',
      anEvent('messages.upsert', aMessage(conversation, {}, { participant: long })),
    ],
    [
      'an answer to a message with an id of 3,000 letters',
      anEvent('messages.upsert', aMessage(conversation, { contextInfo: { stanzaId: long } })),
    ],
    [
      'an answer whose text names a message id of 3,000 letters',
      anEvent(
        'messages.upsert',
        aMessage({ extendedTextMessage: { text: 'Acender', contextInfo: { stanzaId: long } } }),
      ),
    ],
    ['an invalid state', anEvent('connection.update', {})],
    ['invalid members', anEvent('group-participants.update', { id: groupJid })],
  ])('reports a signed delivery with %s as unreadable', async (_, event) => {
    expect(await read(event)).toEqual({ outcome: 'refused', reason: 'unreadable' });
  });
});

describe('line states', () => {
  const change = (data: object) => anEvent('connection.update', { instance: line.lineName, ...data });
  test.each<[string, object, string]>([
    ['connecting', change({ state: 'connecting', statusReason: 200 }), 'connecting'],
    ['open', change({ state: 'open', statusReason: 200 }), 'connected'],
    ['logged out on the phone', change({ state: 'close', statusReason: 401 }), 'failed'],
    ['closed until it is paid for', change({ state: 'close', statusReason: 402 }), 'failed'],
    ['forbidden', change({ state: 'close', statusReason: 403 }), 'failed'],
    ['not acceptable', change({ state: 'close', statusReason: 406 }), 'failed'],
    ['closed and reconnecting', change({ state: 'close', statusReason: 428 }), 'connecting'],
    ['replaced by another process', change({ state: 'close', statusReason: 440 }), 'connecting'],
    ['closed without a reason', change({ state: 'close' }), 'connecting'],
    ['refused because the code was not scanned', change({ state: 'refused', statusReason: 500 }), 'unscanned'],
    ['in an unknown state', change({ state: 'sleeping' }), 'unknown'],
    [
      'showing a QR code',
      anEvent('qrcode.updated', {
        qrcode: { instance: line.lineName, code: '2@x', base64: 'data:image/png;base64,AA==' },
      }),
      'awaiting_qr',
    ],
    ['out of QR codes', anEvent('qrcode.updated', { message: 'QR code limit reached', statusCode: 500 }), 'unscanned'],
    ['deleted', anEvent('remove.instance', null), 'absent'],
  ])('reports a line that is %s', async (_, event, state) => {
    const [reported] = await theEvents(event);
    expect(reported).toEqual({ kind: 'lineStateChanged', line, eventId: expect.any(String), state, at });
  });

  test('ignores a log-out event, which both WhatsApp and we can cause', async () => {
    expect(await theEvents(anEvent('logout.instance', null))).toMatchObject([{ kind: 'ignored' }]);
  });

  test('reports the line’s own number once it is open', async () => {
    const data = { state: 'open', statusReason: 200, wuid: '5521955550000@s.whatsapp.net', profileName: 'Lar Central' };
    const self = { phone: '5521955550000', displayName: 'Lar Central' };
    expect(await theEvents(change(data))).toMatchObject([{ state: 'connected', self }]);
  });

  test('gives all retries of an event the same id, and another change a new one', async () => {
    const idOf = async (event: object) => (await theEvents(event))[0]?.eventId;
    const first = await idOf(change({ state: 'connecting' }));
    expect(await idOf(change({ state: 'connecting' }))).toBe(first);
    expect(await idOf(change({ state: 'open' }))).not.toBe(first);
  });
});

const message = {
  kind: 'groupMessage',
  line,
  eventId: `${groupJid}:3AFFEE00112233445566`,
  messageId: '3AFFEE00112233445566',
  replyHandle: expect.any(String),
  groupJid,
  sender: { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla' },
  origin: 'member',
  text: 'Acender varanda',
  hasMedia: false,
  sentAt: new Date('2026-11-20T12:00:00.000Z'),
};

describe('group messages', () => {
  test('reads text, sender and time of a message', async () => {
    expect(await theEvents(anEvent('messages.upsert', aMessage(conversation)))).toEqual([message]);
  });

  const ephemeral = (inner: object) => ({ ephemeralMessage: { message: inner } });
  test.each<[string, object, string, boolean]>([
    ['plain', { conversation: 'Boa noite' }, 'Boa noite', false],
    ['extended', { extendedTextMessage: { text: 'Boa noite' } }, 'Boa noite', false],
    ['disappearing', ephemeral({ conversation: 'Boa noite' }), 'Boa noite', false],
    ['disappearing and extended', ephemeral({ extendedTextMessage: { text: 'Boa noite' } }), 'Boa noite', false],
    ['view-once', { viewOnceMessage: { message: { imageMessage: { caption: 'Veja' } } } }, 'Veja', true],
    ['view-once, newer', { viewOnceMessageV2: { message: { videoMessage: { caption: 'Veja' } } } }, 'Veja', true],
    ['view-once, newest', { viewOnceMessageV2Extension: { message: { audioMessage: {} } } }, '', true],
    [
      'a document with a caption',
      { documentWithCaptionMessage: { message: { documentMessage: { caption: 'A conta' } } } },
      'A conta',
      true,
    ],
    ['a picture', { imageMessage: { caption: 'Acender', mimetype: 'image/jpeg' } }, 'Acender', true],
    ['a disappearing picture', ephemeral({ imageMessage: { caption: 'Acender' } }), 'Acender', true],
    ['a sticker', { stickerMessage: {} }, '', true],
    ['wrapped twice', ephemeral({ viewOnceMessage: { message: { conversation: 'Oi' } } }), 'Oi', false],
    ['sent from another device', { deviceSentMessage: { message: { conversation: 'Boa noite' } } }, 'Boa noite', false],
    ['to a bot', { botInvokeMessage: { message: { extendedTextMessage: { text: 'Oi' } } } }, 'Oi', false],
    ['to everybody', { groupMentionedMessage: { message: { conversation: 'Oi' } } }, 'Oi', false],
    [
      'a tapped button',
      { buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Sim' } },
      'Sim',
      false,
    ],
    [
      'a disappearing button',
      ephemeral({ buttonsResponseMessage: { selectedButtonId: '1', selectedDisplayText: 'Sim' } }),
      'Sim',
      false,
    ],
    [
      'a button of a template',
      { templateButtonReplyMessage: { selectedId: '1', selectedDisplayText: 'Sim', selectedIndex: 0 } },
      'Sim',
      false,
    ],
    [
      'a row of a list',
      { listResponseMessage: { title: 'Acender', description: 'A luz', singleSelectReply: { selectedRowId: '1' } } },
      'Acender',
      false,
    ],
    [
      'a choice with its label',
      {
        interactiveResponseMessage: { body: { text: 'Sim' }, nativeFlowResponseMessage: { paramsJson: '{"id":"1"}' } },
      },
      'Sim',
      false,
    ],
    [
      'a choice whose label is in its parameters',
      {
        interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: '{"id":"1","display_text":"Sim"}' } },
      },
      'Sim',
      false,
    ],
    [
      'a choice without a label',
      { interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: 'no JSON' } } },
      '',
      false,
    ],
    ['a button of another shape', { buttonsResponseMessage: { selectedDisplayText: { text: 'Sim' } } }, '', false],
    ['without text', { pollCreationMessage: { name: 'Pizza?' } }, '', false],
    ['sent with extra metadata', { ...conversation, messageContextInfo: { x: 1 } }, 'Acender varanda', false],
  ])('reads a message that is %s', async (_, content, text, hasMedia) => {
    expect(await theEvents(anEvent('messages.upsert', aMessage(content)))).toEqual([{ ...message, text, hasMedia }]);
  });

  test('reads an empty message', async () => {
    expect(await theEvents(anEvent('messages.upsert', aMessage(null)))).toEqual([{ ...message, text: '' }]);
  });

  test('reads a message wrapped many times as one without text', async () => {
    let content: object = { conversation: 'Boa noite' };
    for (let depth = 0; depth < 50; depth += 1) content = ephemeral(content);
    expect(await theEvents(anEvent('messages.upsert', aMessage(content)))).toEqual([{ ...message, text: '' }]);
  });

  test.each<[string, object]>([
    ['edited, and unreadable', aSealedEdit()],
    ['edited according to its type alone', aMessage(conversation, { messageType: 'editedMessage' })],
    ['deleted according to its type alone', aMessage(conversation, { messageType: 'protocolMessage' })],
  ])('ignores a message that was %s', async (_, data) => {
    const [reported, ...more] = await theEvents(anEvent('messages.upsert', data));
    expect(reported).toMatchObject({ kind: 'ignored', reason: 'edited' });
    expect(more).toEqual([]);
  });

  test.each<[string, object]>([
    ['edited', { editedMessage: { message: { protocolMessage: { editedMessage: conversation } } } }],
    ['edited while disappearing', ephemeral({ protocolMessage: { type: 14, editedMessage: conversation } })],
    [
      'edited for a bot',
      { botInvokeMessage: { message: { protocolMessage: { type: 14, editedMessage: conversation } } } },
    ],
    [
      'edited on another device',
      { deviceSentMessage: { message: { editedMessage: { message: { protocolMessage: { type: 14 } } } } } },
    ],
    ['deleted', { protocolMessage: { type: 0, key: { id: '3AFFEE' } } }],
  ])('ignores a message that was %s, so that nothing fires twice', async (_, content) => {
    const reported = await theEvents(anEvent('messages.upsert', aMessage(content)));
    expect(reported).toEqual([{ kind: 'ignored', line, eventId: message.eventId, reason: 'edited' }]);
  });

  test.each<[string, object, object]>([
    ['a LID without a phone', { participantAlt: undefined }, { id: '700999888777@lid', displayName: 'Carla' }],
    [
      'a phone',
      { participant: '5521966660000@s.whatsapp.net', participantAlt: '700999888777@lid' },
      { id: '5521966660000@s.whatsapp.net', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'one of several devices',
      { participant: '700999888777:3@lid' },
      { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'a business whose device Meta hosts',
      { participant: '700999888777:99@hosted.lid', participantAlt: '5521966660000:99@hosted' },
      { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'an address of an unknown host next to a phone',
      { participant: '700999888777:3@next.year' },
      {
        id: '5521966660000@s.whatsapp.net',
        phone: '5521966660000',
        displayName: 'Carla',
        unknownHost: 'next.year',
      },
    ],
    [
      'an address of an unknown host alone',
      { participant: '12-700999888777:3@interop', participantAlt: undefined },
      { id: '12-700999888777@interop', displayName: 'Carla', unknownHost: 'interop' },
    ],
    [
      'a phone where older versions write it',
      { participant: undefined, participantAlt: undefined, participantPn: '5521966660000@s.whatsapp.net' },
      { id: '5521966660000@s.whatsapp.net', phone: '5521966660000', displayName: 'Carla' },
    ],
    [
      'a LID and a phone where older versions write them',
      { participant: null, participantAlt: null, participantLid: '700999888777@lid', participantPn: '5521966660000' },
      { id: '700999888777@lid', phone: '5521966660000', displayName: 'Carla' },
    ],
    ['nobody', { participant: '', participantAlt: '' }, { id: 'nobody@none', unknownHost: 'none' }],
  ])('identifies the sender by %s', async (_, key, sender) => {
    const [reported] = await theEvents(anEvent('messages.upsert', aMessage(conversation, {}, key)));
    expect(reported).toMatchObject({ kind: 'groupMessage' });
    expect(reported).toHaveProperty('sender', sender);
  });

  const ownKey = { fromMe: true, participant: undefined, participantAlt: undefined };
  test('attributes a message typed on the linked phone to the owner', async () => {
    const data = aMessage(conversation, { pushName: '' }, ownKey);
    expect(await theEvents(anEvent('messages.upsert', data))).toMatchObject([
      { origin: 'own_phone', sender: { id: '5521955550000@s.whatsapp.net', phone: '5521955550000' } },
    ]);
  });

  test('removes control and direction characters from the sender’s name', async () => {
    const data = aMessage(conversation, { pushName: '\u202eCar\u0007la\u2069' });
    expect(await theEvents(anEvent('messages.upsert', data))).toMatchObject([{ sender: { displayName: 'Car la' } }]);
  });

  test('marks our own message as own_api', async () => {
    const data = aMessage(conversation, {}, ownKey);
    expect(await theEvents(anEvent('send.message', data))).toMatchObject([{ origin: 'own_api' }]);
  });

  test.each<[string, object]>([
    ['the envelope of the message', aMessage(conversation, { contextInfo: { stanzaId: '3EB0AA' } })],
    ['the message itself', aMessage({ extendedTextMessage: { text: 'sim', contextInfo: { stanzaId: '3EB0AA' } } })],
  ])('reads the id of the quoted message from %s', async (_, data) => {
    expect(await theEvents(anEvent('messages.upsert', data))).toMatchObject([{ quotedMessageId: '3EB0AA' }]);
  });

  test('keeps the id of a redelivered message', async () => {
    const again = anEvent('messages.upsert', aMessage(conversation), { date_time: '2026-11-20T09:05:00.000Z' });
    expect(await theEvents(again)).toEqual([message]);
  });

  test.each(['5521966660000@s.whatsapp.net', 'status@broadcast', '700999888777@lid'])(
    'ignores a message from %s',
    async (remoteJid) => {
      const [reported] = await theEvents(anEvent('messages.upsert', aMessage(conversation, {}, { remoteJid })));
      expect(reported).toMatchObject({ kind: 'ignored', reason: 'notGroup' });
    },
  );
});

describe('group events', () => {
  const members = (action: string, participants: unknown[]) =>
    anEvent('group-participants.update', { id: groupJid, author: '700@lid', action, participants });
  const place = { line, eventId: expect.any(String) };

  test('reports every group when several add us at once', async () => {
    const other = '120363999000111333@g.us';
    const reported = await theEvents(
      anEvent('groups.upsert', [
        { id: groupJid, subject: 'Casa' },
        { id: other, subject: '' },
      ]),
    );
    expect(reported).toEqual([
      { kind: 'selfJoined', ...place, jid: groupJid, name: 'Casa', at },
      { kind: 'selfJoined', ...place, jid: other, at },
    ]);
    expect(new Set(reported.map(({ eventId }) => eventId)).size).toBe(2);
  });

  test.each<[string, object, object]>([
    ['we were removed', members('remove', ['5521955550000@s.whatsapp.net']), { kind: 'selfLeft', jid: groupJid, at }],
    [
      'we were removed, with both our addresses',
      members('remove', [{ id: '700100200300@lid', phoneNumber: '5521955550000@s.whatsapp.net' }]),
      { kind: 'selfLeft', jid: groupJid, at },
    ],
    [
      'we were removed, with our phone next to our LID',
      aChangeOfMembers('remove', [{ jid: '700100200300@lid', phoneNumber: '5521955550000@s.whatsapp.net' }]),
      { kind: 'selfLeft', jid: groupJid, at },
    ],
    [
      'we were removed with another member, with the digits of our phone next to our LID',
      aChangeOfMembers('remove', [
        { jid: '700999888777@lid', phoneNumber: '5521966660000' },
        { jid: '700100200300@lid', phoneNumber: '5521955550000' },
      ]),
      { kind: 'selfLeft', jid: groupJid, at },
    ],
    [
      'we were added, with our phone next to our LID',
      aChangeOfMembers('add', [{ jid: '700100200300@lid', phoneNumber: '5521955550000' }]),
      { kind: 'selfJoined', jid: groupJid, at },
    ],
    [
      'another member left whose LID has the digits of our phone',
      aChangeOfMembers('remove', [{ jid: '5521955550000@lid', phoneNumber: '5521955550000' }]),
      { kind: 'ignored', reason: 'other' },
    ],
    ['we were added', members('add', ['5521955550000@s.whatsapp.net']), { kind: 'selfJoined', jid: groupJid, at }],
    ['another member left', members('remove', ['700999888777@lid']), { kind: 'ignored', reason: 'other' }],
    ['we were promoted', members('promote', ['5521955550000@s.whatsapp.net']), { kind: 'ignored', reason: 'other' }],
  ])('handles the event when %s', async (_, event, reported) => {
    expect(await theEvents(event)).toEqual([{ ...place, ...reported }]);
  });
});

test.each(['status.instance', 'contacts.update', 'messages.update', 'messages.edited', 'groups.update'])(
  'ignores an event that was not subscribed to: %s',
  async (event) => {
    expect(await theEvents(anEvent(event, {}))).toMatchObject([{ kind: 'ignored', reason: 'other' }]);
  },
);

test('does not pass on the key in a delivery', async () => {
  const said = JSON.stringify(await read(anEvent('messages.upsert', aMessage(conversation))));
  expect(said).not.toContain('a-key-of-the-line');
});
