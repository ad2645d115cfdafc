import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { aGateway, type AGateway } from './a-gateway.ts';

const family = '120363000000000001';
const notices = '120363000000000004';
const jid = `${family}@g.us`;

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

const names = async (query: string) =>
  z
    .array(z.object({ Name: z.string() }))
    .parse((await at.api('GET', `/api/zb-1-1/groups?${query}`)).body)
    .map(({ Name }) => Name);
const send = (more: object) => at.api('POST', '/api/sendText', { session: 'zb-1-1', chatId: jid, text: 'oi', ...more });
const chat = async (group: string) => (await at.client.get(`/whatsapp/chat/${group}.json`)).body;
const created = z.object({ id: z.string() });

describe('groups of a line', () => {
  test('lists the groups of its phone in the format of the GOWS engine', async () => {
    const listed = await at.api('GET', '/api/zb-1-1/groups?exclude=participants&sortBy=subject&sortOrder=asc');
    expect(listed.body).toMatchObject([
      { JID: '120363000000000002@g.us', Name: 'Casa da praia', IsAnnounce: false, IsParent: false, Participants: null },
      { Name: 'Condomínio (avisos)', IsAnnounce: true },
      { JID: jid, Name: 'Família Souza' },
      { Name: 'Vizinhança', IsParent: true },
    ]);
  });

  test('sorts and paginates as requested', async () => {
    expect(await names('sortBy=subject&sortOrder=desc&limit=2')).toEqual(['Vizinhança', 'Família Souza']);
    expect(await names('sortBy=subject&sortOrder=asc&limit=2&offset=3')).toEqual(['Vizinhança']);
  });

  test('lists no groups after linking until a refresh when ordered', async () => {
    await at.phone('davi', 'settings', { slowSync: true });
    await at.linked('zb-2-1', 'davi');
    expect((await at.api('GET', '/api/zb-2-1/groups')).body).toEqual([]);
    expect((await at.api('POST', '/api/zb-2-1/groups/refresh', {})).body).toEqual({ success: true });
    expect((await at.api('GET', '/api/zb-2-1/groups')).body).toHaveLength(3);
  });

  test('returns a single group, and an empty response for an unknown one', async () => {
    expect((await at.api('GET', `/api/zb-1-1/groups/${encodeURIComponent(jid)}`)).body).toMatchObject({ JID: jid });
    expect(await at.api('GET', '/api/zb-1-1/groups/1%40g.us')).toMatchObject({ status: 200, text: '' });
  });
});

describe('sending', () => {
  test('posts a reply to the group with the id that the caller chose', async () => {
    const said = z
      .object({ message: z.string() })
      .parse((await at.chat(family, 'say', { as: 'bruno', text: 'a' })).body);
    const { id } = z.object({ id: z.string() }).parse((await at.api('GET', '/api/zb-1-1/new-message-id')).body);
    const sent = await send({ reply_to: `false_${jid}_${said.message}_700100200002@lid`, linkPreview: false, id });
    expect(sent).toMatchObject({ status: 201, body: { id: `true_${jid}_${id}_700100200001@lid`, source: 'api' } });
    expect(await chat(family)).toMatchObject({
      messages: [{ id: said.message }, { id, person: 'ana', replyTo: said.message, text: 'oi', line: 'zb-1-1' }],
    });
  });

  test('accepts an empty text like the real gateway', async () => {
    expect((await send({ text: undefined })).status).toBe(201);
    expect(await chat(family)).toMatchObject({ messages: [{ text: '' }] });
  });

  test('fails if the phone is not a member or only administrators may write', async () => {
    for (const chatId of ['120363000000000003@g.us', `${notices}@g.us`, '1@g.us']) {
      expect(await send({ chatId })).toMatchObject({
        status: 500,
        body: { exception: { message: expect.stringContaining('not-authorized') }, request: { body: { chatId } } },
      });
    }
    await at.phone('carla', 'settings', {});
    await at.linked('zb-2-1', 'carla');
    expect((await send({ session: 'zb-2-1', chatId: `${notices}@g.us` })).status).toBe(201);
  });

  test('shows a reaction below the message and removes it with an empty one', async () => {
    const said = z
      .object({ message: z.string() })
      .parse((await at.chat(family, 'say', { as: 'bruno', text: 'a' })).body);
    const messageId = `false_${jid}_${said.message}_700100200002@lid`;
    expect((await at.api('PUT', '/api/reaction', { session: 'zb-1-1', messageId, reaction: '⏳' })).status).toBe(200);
    expect(await chat(family)).toMatchObject({ messages: [{ reactions: [{ person: 'ana', emoji: '⏳' }] }] });
    await at.api('PUT', '/api/reaction', { session: 'zb-1-1', messageId, reaction: '' });
    expect(await chat(family)).toMatchObject({ messages: [{ reactions: [] }] });
  });
});

describe('contacts', () => {
  const picture = async (contact: string) =>
    (await at.api('GET', `/api/contacts/profile-picture?session=zb-1-1&contactId=${contact}`)).body;

  test('returns a picture or null, and null for an unknown contact', async () => {
    expect(await picture('5511955500001')).toEqual({ profilePictureURL: null });
    await at.phone('ana', 'settings', { picture: 'https://pps.whatsapp.net/v/ana.jpg' });
    expect(await picture('5511955500001')).toEqual({ profilePictureURL: 'https://pps.whatsapp.net/v/ana.jpg' });
    expect(await picture('1')).toEqual({ profilePictureURL: null });
  });

  test('finds contacts by LID', async () => {
    expect((await at.api('GET', '/api/zb-1-1/lids/700100200002%40lid')).body).toEqual({
      lid: '700100200002@lid',
      pn: '5511955500002@c.us',
    });
    expect((await at.api('GET', '/api/zb-1-1/lids/1')).body).toEqual({ lid: '1@lid', pn: null });
  });
});

describe('changes of a group', () => {
  test('delivers a new name and joining or leaving members', async () => {
    await at.chat(family, 'change', { name: 'Família' });
    await at.chat(family, 'members', { remove: ['davi'] });
    await at.settle();
    expect(at.inbox.events('group.v2.update')[0]?.payload).toMatchObject({ group: { id: jid, subject: 'Família' } });
    expect(at.inbox.events('group.v2.participants')[0]?.payload).toMatchObject({
      type: 'leave',
      participants: [{ id: '700100200004@lid' }],
    });
  });

  test('delivers the joining of the own number, and its leaving by LID only', async () => {
    const made = created.parse(
      (await at.client.json('/whatsapp/groups', { name: 'Clube', members: ['bruno', 'ana'] })).body,
    );
    await at.settle();
    const [joined] = at.inbox.events('group.v2.join');
    expect(joined?.payload).toMatchObject({ group: { id: `${made.id}@g.us`, subject: 'Clube' } });
    // Group events have timestamps in milliseconds.
    expect(joined?.payload.timestamp).toBeGreaterThan(1_000_000_000_000);
    await at.chat(made.id, 'members', { remove: ['ana'] });
    await at.settle();
    expect(at.inbox.events('group.v2.leave')).toEqual([]);
    expect(at.inbox.events('group.v2.participants')[0]?.payload).toMatchObject({
      type: 'leave',
      participants: [{ id: '700100200001@lid', role: 'left' }],
    });
    await at.chat(made.id, 'say', { as: 'bruno', text: 'gone' });
    await at.settle();
    expect(at.inbox.texts()).toEqual([]);
  });
});
