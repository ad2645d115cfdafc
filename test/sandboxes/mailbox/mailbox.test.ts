import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { startSandboxes, type Sandboxes } from '../index.ts';
import { sandboxClient, type SandboxClient } from '../sandbox-client.ts';

let sandboxes: Sandboxes;
let client: SandboxClient;
beforeAll(async () => {
  sandboxes = await startSandboxes();
  client = sandboxClient(sandboxes.url);
});
afterAll(() => sandboxes.close());
beforeEach(async () => void (await client.json('/mailbox/_reset', {})));

const signed = { authorization: 'AWS4-HMAC-SHA256 Credential=made-up' };
const aMail = (to: string, Data = 'Hello <b>you</b>') => ({
  FromEmailAddress: 'Recado <recado@example.com>',
  Destination: { ToAddresses: [to] },
  Content: {
    Simple: {
      Subject: { Data: 'A subject' },
      Body: { Text: { Data, Charset: 'UTF-8' }, Html: { Data: '<p>Hello</p>' } },
    },
  },
});
const send = (mail: object, headers = signed) => client.json('/mailbox/v2/email/outbound-emails', mail, headers);

test('stores an e-mail and shows it on a page as text and HTML', async () => {
  expect(await send(aMail('ana@example.com'))).toMatchObject({ status: 200, body: { MessageId: expect.any(String) } });
  await send(aMail('bruno@example.com'));
  expect((await client.get('/mailbox/inbox.json?to=ana@example.com')).body).toMatchObject([
    { to: 'ana@example.com', subject: 'A subject', text: 'Hello <b>you</b>', html: '<p>Hello</p>' },
  ]);
  const page = await client.get('/mailbox/inbox');
  expect(page.text).toContain('bruno@example.com');
  expect(page.text).toContain('Hello &lt;b&gt;you&lt;/b&gt;');
  expect(page.text).toContain('sandbox srcdoc="&lt;p&gt;Hello&lt;/p&gt;"');
});

test('rejects what SES would reject', async () => {
  expect((await send(aMail('nobody'))).status).toBe(400);
  expect((await send({ ...aMail('ana@example.com'), Unknown: 1 })).status).toBe(400);
  expect((await client.json('/mailbox/v2/email/outbound-emails', aMail('ana@example.com'))).status).toBe(403);
  expect((await client.get('/mailbox/inbox.json')).body).toEqual([]);
});

test('fails as ordered with the errors of SES', async () => {
  await client.json('/mailbox/_misbehave', { code: 'TooManyRequestsException' });
  expect((await send(aMail('ana@example.com'))).status).toBe(429);
  await client.json('/mailbox/_misbehave', { status: 503 });
  expect((await send(aMail('ana@example.com'))).status).toBe(503);
  expect((await send(aMail('ana@example.com'))).status).toBe(200);
});
