import { describe, expect, test } from 'vitest';

import { createEvolutionGateway } from '#functions/providers/whatsapp/evolution/evolution-gateway.ts';

import { line, type VendorAnswer } from './a-vendor.ts';
import { vendors } from './vendors.ts';

const anEvolution = vendors(createEvolutionGateway);

const name = line.lineName;
const home = '120363999000111222@g.us';
const list = `GET /group/fetchAllGroups/${name}?getParticipants=false`;

test('lists groups by name and address', async () => {
  const json = [
    { id: home, subject: 'Casa', size: 4, announce: false, pictureUrl: null },
    { id: '120363999000111333@g.us', subject: 'Avisos', announce: true },
    { id: '120363999000111444@g.us', subject: 'Comunidade', isCommunity: true },
    { id: '120363999000111555@g.us', subject: '' },
  ];
  const { gateway } = await anEvolution({ [list]: { json } });
  expect(await gateway.listGroups(line)).toEqual({
    outcome: 'ok',
    groups: [
      { jid: home, name: 'Casa', canPost: true, participantCount: 4 },
      { jid: '120363999000111333@g.us', name: 'Avisos', canPost: null },
    ],
    unlisted: ['120363999000111444@g.us', '120363999000111555@g.us'],
    isWhole: true,
  });
});

test.each<[string, VendorAnswer]>([
  ['of a closed line', { status: 500, json: { response: { message: ['Connection Closed'] } } }],
  ['from an answer that is not a list', { json: {} }],
])('fails to list groups %s', async (_, answer) => {
  const { gateway } = await anEvolution({ [list]: answer });
  expect(await gateway.listGroups(line)).toMatchObject({ error: { code: 'unreachable' } });
});

describe('a profile picture', () => {
  const look = `POST /chat/fetchProfilePictureUrl/${name}`;
  test('returns the address of a profile picture', async () => {
    const json = { wuid: '5521955550000@s.whatsapp.net', profilePictureUrl: 'https://pps.whatsapp.net/v/1.jpg' };
    const { gateway, asked } = await anEvolution({ [look]: { json } });
    expect(await gateway.profilePicture(line, '5521955550000')).toBe(json.profilePictureUrl);
    expect(asked[0]?.body).toEqual({ number: '5521955550000' });
  });

  test.each<[string, VendorAnswer]>([
    ['there is none', { json: { wuid: 'x', profilePictureUrl: null } }],
    ['it fails', { status: 500, text: '' }],
    ['the gateway does not answer', 'cut'],
  ])('returns null for a profile picture when %s', async (_, answer) => {
    const { gateway } = await anEvolution({ [look]: answer });
    expect(await gateway.profilePicture(line, '5521955550000')).toBeNull();
  });
});

describe('a text', () => {
  const send = `POST /message/sendText/${name}`;
  const key = { remoteJid: home, fromMe: true, id: '3EB0AA' };

  test('sends a text without a preview and returns a handle for replies and reactions', async () => {
    const { gateway, asked } = await anEvolution({
      [send]: { status: 201, json: { key, status: 'PENDING', message: { conversation: 'Olá' } } },
      [`POST /message/sendReaction/${name}`]: { status: 201, json: {} },
    });
    const first = await gateway.sendText(line, home, 'Olá');
    if (first.outcome !== 'ok') throw new Error(first.error.code);
    expect(first.sent.messageId).toBe('3EB0AA');
    const { replyHandle: replyTo } = first.sent;
    await gateway.sendText(line, home, 'Sim', { replyTo, messageId: '3EB0OURS' });
    await gateway.react(line, replyTo, '⏳');
    expect(asked.map(({ body }) => body)).toEqual([
      { number: home, text: 'Olá', linkPreview: false },
      { number: home, text: 'Sim', linkPreview: false, quoted: { key: { id: '3EB0AA' } } },
      { key, reaction: '⏳' },
    ]);
  });

  test('leaves the choice of message ids to WhatsApp', async () => {
    expect((await anEvolution({})).gateway.newMessageId()).toBeUndefined();
  });

  test('rejects a blank text before any call', async () => {
    const { gateway, asked } = await anEvolution({});
    expect(await gateway.sendText(line, home, ' \n')).toMatchObject({ error: { code: 'rejected' } });
    expect(asked).toEqual([]);
  });

  test.each<[string, VendorAnswer]>([
    ['a cut connection', 'cut'],
    ['an answer that cannot be read', { status: 201, json: {} }],
  ])('reports a text that may have been sent as not retryable after %s', async (_, answer) => {
    const { gateway } = await anEvolution({ [send]: answer });
    expect(await gateway.sendText(line, home, 'Olá')).toMatchObject({
      error: { code: 'unreachable', retryable: false },
    });
  });

  test('rejects a reaction to an unknown handle', async () => {
    const { gateway, asked } = await anEvolution({});
    expect(await gateway.react(line, 'no handle of ours', '⏳')).toMatchObject({ error: { code: 'rejected' } });
    expect(asked).toEqual([]);
  });
});
