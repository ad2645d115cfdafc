import { describe, expect, test } from 'vitest';

import { createEvolutionGateway } from '#functions/providers/whatsapp/evolution/evolution-gateway.ts';

import { aClock } from '../../support/worlds/a-clock.ts';
import { line } from './a-vendor.ts';
import { aChangeOfMembers, aDelivery, aMessage, anEvent, secret, signedAt } from './evolution-deliveries.ts';
import { vendors } from './vendors.ts';

const conversation = { conversation: 'Acender varanda' };
const key = {
  remoteJid: '120363999000111222@g.us',
  fromMe: false,
  id: '3AFFEE00112233445566',
  participant: '700999888777@lid',
};
const anEvolution = vendors(createEvolutionGateway);
const { lineName: name } = line;

async function readSingleEvent(event: object, change: (authorization: string) => string = (same) => same) {
  const { rawBody, headers } = await aDelivery(event);
  const gateway = createEvolutionGateway({
    http: () => Promise.reject(new Error('Parsing a delivery must not send requests.')),
    now: aClock('2026-11-20T12:00:02.000Z').now,
    wait: () => Promise.resolve(),
    shard: { id: 'main', url: 'https://gateway.test' },
    apiKey: () => Promise.resolve('a-key'),
  });
  const authorization = change(headers['authorization'] ?? '');
  const parsed = await gateway.parseWebhook(rawBody, { authorization }, secret);
  return parsed.outcome === 'events' ? parsed.events[0] : parsed;
}

describe.each<[string, number | null, string]>([
  ['open', 200, 'connected'],
  ['connecting', 200, 'connecting'],
  ['close', null, 'connecting'],
  ['close', 401, 'failed'],
  ['close', 402, 'failed'],
  ['close', 403, 'failed'],
  ['close', 406, 'failed'],
  ['close', 408, 'connecting'],
  ['close', 411, 'connecting'],
  ['close', 428, 'connecting'],
  ['close', 440, 'connecting'],
  ['close', 500, 'connecting'],
  ['close', 503, 'connecting'],
  ['close', 515, 'connecting'],
  ['refused', 500, 'unscanned'],
  ['something new', null, 'unknown'],
])('state %s with reason %s', (state, reason, expected) => {
  test.each([
    [state, reason],
    [state.toUpperCase(), reason === null ? null : String(reason)],
  ])('reads the state %s with the reason %j in events and lists', async (word, code) => {
    const change = { state: word, ...(code !== null && { statusReason: code }) };
    expect(await readSingleEvent(anEvent('connection.update', change))).toMatchObject({ state: expected });
    const held = { name, connectionStatus: word, disconnectionReasonCode: code };
    const { gateway } = await anEvolution({
      'GET /instance/fetchInstances': { json: [held] },
      [`GET /instance/fetchInstances?instanceName=${name}`]: { json: [held] },
      [`GET /instance/connectionState/${name}`]: { json: { instance: { instanceName: name, state: word } } },
    });
    expect(await gateway.listLines('main')).toMatchObject({ lines: [{ snapshot: { state: expected } }] });
    expect(await gateway.describeLine(line)).toMatchObject({ state: expected });
  });
});

test('reads the list format of the documentation', async () => {
  const documented = {
    instance: { instanceName: name, owner: '5521955550000@s.whatsapp.net', profileName: 'Lar', status: 'open' },
  };
  const { gateway } = await anEvolution({ 'GET /instance/fetchInstances': { json: [documented] } });
  expect(await gateway.listLines('main')).toMatchObject({
    lines: [{ line, snapshot: { state: 'connected', self: { phone: '5521955550000', displayName: 'Lar' } } }],
  });
});

test.each<[string, unknown, object]>([
  ['messages.upsert', aMessage(conversation), { kind: 'groupMessage', origin: 'member' }],
  ['send.message', aMessage(conversation), { kind: 'groupMessage', origin: 'own_api' }],
  ['connection.update', { state: 'open' }, { kind: 'lineStateChanged', state: 'connected' }],
  ['qrcode.updated', { qrcode: { base64: 'x' } }, { kind: 'lineStateChanged', state: 'awaiting_qr' }],
  ['remove.instance', {}, { kind: 'lineStateChanged', state: 'absent' }],
  ['groups.upsert', [{ id: '120363999000111222@g.us', subject: 'Casa' }], { kind: 'selfJoined' }],
])('recognises %s by its name in deliveries and in settings', async (event, data, expected) => {
  const settings = event.toUpperCase().replaceAll(/[.-]/g, '_');
  for (const word of [event, event.toUpperCase(), settings, settings.toLowerCase()]) {
    expect(await readSingleEvent(anEvent(word, data))).toMatchObject(expected);
  }
});

test.each<[string, object, object]>([
  ['a time as a string', { messageTimestamp: String(signedAt) }, {}],
  ['our number without a host', {}, { sender: '5521955550000' }],
  ['no own number', {}, { sender: null }],
  ['our number and its time of other types', {}, { sender: {}, date_time: 7 }],
  ['a context as a text', { contextInfo: 'raw' }, {}],
  ['an answered message whose id is a number', { contextInfo: { stanzaId: 7 } }, {}],
  ['a name and a kind of other types', { pushName: {}, messageType: 7 }, {}],
  ['a phone of another type', { key: { ...key, participantAlt: { user: '5521966660000' } } }, {}],
])('reads a message with %s', async (_, message, envelope) => {
  expect(await readSingleEvent(anEvent('messages.upsert', aMessage(conversation, message), envelope))).toMatchObject({
    kind: 'groupMessage',
    sentAt: new Date(signedAt * 1000),
  });
});

test.each(['5521955550000', '5521955550000@s.whatsapp.net', '5521955550000:3@s.whatsapp.net', '5521955550000@c.us'])(
  'recognises the owner when our number is written as %s',
  async (sender) => {
    const own = aMessage(conversation, {}, { fromMe: true, participant: undefined, participantAlt: undefined });
    expect(await readSingleEvent(anEvent('messages.upsert', own, { sender }))).toMatchObject({
      origin: 'own_phone',
      sender: { id: '5521955550000@s.whatsapp.net' },
    });
    for (const [event, action] of [
      ['group-participants.update', 'remove'],
      ['GROUP_PARTICIPANTS_UPDATE', 'REMOVE'],
    ] as const) {
      const people = [{ jid: '700100200300@lid', phoneNumber: '5521955550000' }];
      const change = { ...aChangeOfMembers(action, people), event, sender };
      expect(await readSingleEvent(change)).toMatchObject({ kind: 'selfLeft' });
    }
  },
);

test.each<[string, (authorization: string) => string]>([
  ['in small letters', (text) => text.replace('Bearer', 'bearer')],
  ['in capitals', (text) => text.replace('Bearer', 'BEARER')],
])('accepts the scheme of the token %s', async (_, change) => {
  expect(await readSingleEvent(anEvent('messages.upsert', aMessage(conversation)), change)).toMatchObject({
    kind: 'groupMessage',
  });
});
