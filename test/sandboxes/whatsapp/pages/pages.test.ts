import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { aGateway, type AGateway } from '../a-gateway.ts';

const family = '120363000000000001';

let at: AGateway;
beforeAll(async () => {
  at = await aGateway();
});
beforeEach(() => at.reset());
afterAll(() => at.close());

const look = async (path: string) => (await at.client.get(`/whatsapp${path}`)).text;
const press = (path: string, fields: Record<string, string>) => at.client.form(`/whatsapp${path}`, fields);

test('shows a code with its buttons on the phone page and redirects back without a script', async () => {
  expect(await look('/phone/ana')).toContain('No device is linked');
  await at.line('zb-1-1');
  const page = await look('/phone/ana');
  expect(page).toContain('data:image/png;base64,');
  expect(page).toContain('Code 1 of 6 (instanceId 4711)');
  const pressed = await press('/phone/ana/scan', { session: 'zb-1-1' });
  expect(pressed).toMatchObject({ status: 303, location: `${at.url}/whatsapp/phone/ana` });
  expect(await look('/phone/ana')).toContain('Active');
});

test('links with a code that is typed on the phone page', async () => {
  await at.line('zb-1-1');
  expect(await look('/phone/ana')).toContain('Link with phone number instead');
  const asked = await at.api('POST', '/api/zb-1-1/auth/request-code', { phoneNumber: '5511955500001' });
  const { code } = z.parse(z.object({ code: z.string() }), asked.body);
  await press('/phone/ana/type', { code });
  expect(await look('/phone/ana')).toContain('Active');
});

test('completes a passkey and a code on the phone page', async () => {
  await at.line('zb-1-1');
  await press('/phone/ana/settings', { demand: 'passkeyAndCode' });
  await press('/phone/ana/scan', { session: 'zb-1-1' });
  expect(await look('/phone/ana')).toContain('Continue on your other device');
  await press('/phone/ana/answer', { session: 'zb-1-1' });
  expect(await look('/phone/ana')).toMatch(/\d{4}-\d{4}/);
  await press('/phone/ana/answer', { session: 'zb-1-1' });
  expect(await look('/phone/ana')).toContain('Active');
});

test('cuts off a line on the page of its phone', async () => {
  await at.linked('zb-1-1');
  await press('/phone/ana/trouble', { session: 'zb-1-1', trouble: 'whatsapp' });
  expect(await look('/phone/ana')).toContain('STARTING');
  await press('/phone/ana/trouble', { session: 'zb-1-1', trouble: 'none' });
  await at.begun();
  expect(await look('/phone/ana')).toContain('Active');
});

test('shows messages of all members with replies, reactions and senders on the chat page', async () => {
  await at.linked('zb-1-1');
  expect(await look(`/chat/${family}`)).toContain('paired phone');
  const sent = await press(`/chat/${family}/say`, { as: 'bruno', text: 'boa <b>noite</b>', replyTo: '' });
  expect(sent.location).toBe(`${at.url}/whatsapp/chat/${family}?as=bruno`);
  await at.api('POST', '/api/sendText', { session: 'zb-1-1', chatId: `${family}@g.us`, text: 'Feito' });
  const page = await look(`/chat/${family}?as=bruno`);
  expect(page).toContain('boa &lt;b&gt;noite&lt;/b&gt;');
  expect(page).toContain('sent by the product');
  expect((await press(`/chat/${family}/say`, { as: 'nobody', text: 'a' })).status).toBe(422);
});

test('pushes each change to an open page', async () => {
  const live = await fetch(`${at.url}/whatsapp/chat/${family}/live`);
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain(': open');
  await at.chat(family, 'say', { as: 'bruno', text: 'oi' });
  expect((await reader?.read())?.value).toContain('event: change');
  await reader?.cancel();
});

test('lists users, groups and imitated calls, and answers 404 for an unknown phone or chat', async () => {
  expect(await look('/phone')).toContain('+55 11 95550-0004');
  expect(await look('/chat')).toContain('Família Souza');
  expect(await look('')).toContain('POST /whatsapp/api/sendText');
  expect((await at.client.get('/whatsapp/phone/nobody')).status).toBe(404);
  expect((await at.client.get('/whatsapp/chat/1')).status).toBe(404);
});
