import { describe, expect, test } from 'vitest';

import { createWahaGateway } from '#functions/providers/whatsapp/waha/waha-gateway.ts';

import { line } from './a-vendor.ts';
import { vendors } from './vendors.ts';

const aWaha = vendors(createWahaGateway);

const list = `GET /api/${line.lineName}/groups?exclude=participants&sortBy=subject&sortOrder=asc&limit=1000&offset=0`;
const refresh = `POST /api/${line.lineName}/groups/refresh`;
const home = '120363999000111222@g.us';
const news = '120363999000111333@g.us';
const old = '5521955550000-1500000000@g.us';

describe('listing groups', () => {
  test('reads the array of the GOWS engine, with the names of whatsmeow', async () => {
    const gows = [
      {
        JID: home,
        OwnerJID: '700@lid',
        Name: 'Casa',
        Topic: '',
        IsAnnounce: false,
        IsParent: false,
        Participants: null,
        ParticipantCount: 4,
      },
      { JID: news, Name: 'Avisos', IsAnnounce: true, IsParent: false },
      { JID: old, Name: '  Família ', IsAnnounce: false },
      { JID: '120363999000111444@g.us', Name: 'Comunidade', IsParent: true },
      { JID: '120363999000111555@g.us', Name: ' ' },
      { JID: '5521966660000@s.whatsapp.net', Name: 'Carla' },
      { Name: 'without an address' },
    ];
    const { gateway } = await aWaha({ [list]: { json: gows } });
    expect(await gateway.listGroups(line)).toEqual({
      outcome: 'ok',
      groups: [
        { jid: home, name: 'Casa', canPost: true, participantCount: 4 },
        { jid: news, name: 'Avisos', canPost: null },
        { jid: old, name: 'Família', canPost: true },
      ],
      unlisted: ['120363999000111444@g.us', '120363999000111555@g.us'],
      // It is unknown which group lacks an address.
      isWhole: false,
    });
  });

  test('reads the object of the NOWEB engine, with the names of Baileys', async () => {
    const noweb = {
      [home]: { id: home, subject: 'Casa', size: 4, announce: false, isCommunity: false, participants: [] },
      [news]: { id: news, subject: 'Avisos', announce: true },
      '120363999000111444@g.us': { id: '120363999000111444@g.us', subject: 'Comunidade', isCommunity: true },
    };
    const { gateway } = await aWaha({ [list]: { json: noweb } });
    expect(await gateway.listGroups(line)).toEqual({
      outcome: 'ok',
      groups: [
        { jid: home, name: 'Casa', canPost: true, participantCount: 4 },
        { jid: news, name: 'Avisos', canPost: null },
      ],
      unlisted: ['120363999000111444@g.us'],
      isWhole: true,
    });
  });

  test('marks a list with as many groups as requested as partial', async () => {
    const json = Array.from({ length: 1000 }, (_, nth) => ({ JID: `120363${nth}@g.us`, Name: 'Casa' }));
    const all = await aWaha({ [list]: { json: json.slice(1) } });
    expect(await all.gateway.listGroups(line)).toMatchObject({ isWhole: true });
    const part = await aWaha({ [list]: { json } });
    expect(await part.gateway.listGroups(line)).toMatchObject({ isWhole: false });
  });

  test('reloads once when the list is empty right after linking', async () => {
    const { gateway, paths } = await aWaha({
      [list]: [{ json: [] }, { json: [{ JID: home, Name: 'Casa' }] }],
      [refresh]: { json: { success: true } },
    });
    expect(await gateway.listGroups(line)).toMatchObject({ groups: [{ jid: home }] });
    expect(paths()).toEqual([list, refresh, list]);
  });

  test('returns an empty list when WhatsApp rate-limits the reload', async () => {
    const limited = { status: 500, json: { exception: { message: '429: rate-overlimit' } } };
    const { gateway, paths } = await aWaha({ [list]: { json: [] }, [refresh]: limited });
    expect(await gateway.listGroups(line)).toEqual({ outcome: 'ok', groups: [], unlisted: [], isWhole: true });
    expect(paths()).toEqual([list, refresh]);
  });

  test('fails to list groups while the line is in another state', async () => {
    const json = { error: 'x', session: line.lineName, status: 'STARTING', expected: ['WORKING'] };
    const { gateway } = await aWaha({ [list]: { status: 422, json } });
    expect(await gateway.listGroups(line)).toMatchObject({ error: { code: 'wrong_state', state: 'connecting' } });
  });

  test('fails to list groups when the answer is not a list', async () => {
    const { gateway } = await aWaha({ [list]: { text: 'pong' } });
    expect(await gateway.listGroups(line)).toMatchObject({ error: { code: 'unreachable' } });
  });
});

describe('a profile picture', () => {
  const look = `GET /api/contacts/profile-picture?session=${line.lineName}&contactId=5521955550000`;

  test('returns the address of a profile picture', async () => {
    const { gateway } = await aWaha({ [look]: { json: { profilePictureURL: 'https://pps.whatsapp.net/v/1.jpg' } } });
    expect(await gateway.profilePicture(line, '5521955550000')).toBe('https://pps.whatsapp.net/v/1.jpg');
  });

  test.each([
    ['there is none', { json: { profilePictureURL: null } }],
    ['the engine fails', { status: 500, json: { exception: { message: 'x' } } }],
    ['the line is stopped', { status: 422, json: { error: 'x', session: 'x', status: 'STOPPED' } }],
    ['it is not an address', { json: { profilePictureURL: 'javascript:alert(1)' } }],
    ['the gateway does not answer', 'cut' as const],
  ])('returns null for a profile picture when %s', async (_, answer) => {
    const { gateway } = await aWaha({ [look]: answer });
    expect(await gateway.profilePicture(line, '5521955550000')).toBeNull();
  });

  test('returns null for a profile picture when no answer comes in time', async () => {
    const { gateway } = await aWaha({ [look]: 'silent' });
    expect(await gateway.profilePicture(line, '5521955550000', { timeoutMs: 80 })).toBeNull();
  });
});

describe('a text', () => {
  const sent = 'true_120363999000111222@g.us_3EB0AABBCCDDEEFF001122_700100200300@lid';

  test('sends a text as a reply, without a preview and under the chosen id', async () => {
    const { gateway, asked } = await aWaha({ 'POST /api/sendText': { status: 201, json: { id: sent, _data: {} } } });
    const options = { replyTo: 'false_120363999000111222@g.us_3AFF_1@lid', messageId: '3EB0AABBCCDDEEFF001122' };
    expect(await gateway.sendText(line, home, '✅ Boa noite', options)).toEqual({
      outcome: 'ok',
      sent: { messageId: '3EB0AABBCCDDEEFF001122', replyHandle: sent },
    });
    expect(asked[0]?.body).toEqual({
      session: line.lineName,
      chatId: home,
      text: '✅ Boa noite',
      linkPreview: false,
      reply_to: options.replyTo,
      id: options.messageId,
    });
  });

  test('sends a text without reply and id', async () => {
    const { gateway, asked } = await aWaha({ 'POST /api/sendText': { status: 201, json: { id: '3EB0AA' } } });
    expect(await gateway.sendText(line, home, 'Olá')).toMatchObject({ sent: { messageId: '3EB0AA' } });
    expect(asked[0]?.body).toEqual({ session: line.lineName, chatId: home, text: 'Olá', linkPreview: false });
  });

  test.each(['', ' ', '\n\t'])('rejects a blank text before any call', async (text) => {
    const { gateway, asked } = await aWaha({});
    expect(await gateway.sendText(line, home, text)).toEqual({
      outcome: 'failed',
      error: { code: 'rejected', retryable: false },
    });
    expect(asked).toEqual([]);
  });

  test('rejects a text to a private chat, so that it never starts a chat', async () => {
    const { gateway, asked } = await aWaha({});
    expect(await gateway.sendText(line, '5521966660000@s.whatsapp.net', 'Olá')).toMatchObject({
      error: { code: 'rejected' },
    });
    expect(asked).toEqual([]);
  });

  test('creates unique message ids that look like WhatsApp’s', async () => {
    const { gateway } = await aWaha({});
    const ids = new Set(Array.from({ length: 50 }, () => gateway.newMessageId()));
    expect(ids.size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^3EB0[0-9A-F]{18}$/);
    const about = gateway.newMessageId('one run');
    expect(about).toMatch(/^3EB0[0-9A-F]{18}$/);
    expect([gateway.newMessageId('one run'), gateway.newMessageId('another')]).toEqual([
      about,
      expect.not.stringMatching(`${about}`),
    ]);
  });
});

test.each(['⏳', ''])('sets a reaction, and removes it with an empty one', async (reaction) => {
  const { gateway, asked } = await aWaha({ 'PUT /api/reaction': { json: {} } });
  expect(await gateway.react(line, 'false_g_3AFF_1@lid', reaction)).toEqual({ outcome: 'ok' });
  expect(asked[0]?.body).toEqual({ session: line.lineName, messageId: 'false_g_3AFF_1@lid', reaction });
});
