import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { createEmail } from '#functions/providers/email.ts';

import { startSandboxes, type Sandboxes } from '../../sandboxes/index.ts';
import { sandboxClient, type SandboxClient } from '../../sandboxes/sandbox-client.ts';

let sandboxes: Sandboxes;
let mailbox: SandboxClient;
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'made-up');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'made-up');
  sandboxes = await startSandboxes();
  mailbox = sandboxClient(sandboxes.url);
});
afterAll(() => sandboxes.close());
beforeEach(async () => void (await mailbox.json('/mailbox/_reset', {})));

const sender = (endpoint = `${sandboxes.url}/mailbox`) =>
  createEmail({ from: 'Recado <recado@example.com>', region: 'us-east-1', endpoint });
const mail = {
  to: 'ana@example.com',
  subject: 'A skill foi desativada',
  text: 'Olá,\n\natenção: ção',
  html: '<p>atenção</p>',
};
const heard = z.array(
  z.object({
    body: z.object({
      Destination: z.unknown(),
      Content: z.object({ Simple: z.object({ Body: z.record(z.string(), z.unknown()) }) }),
    }),
  }),
);
const inbox = async () => (await mailbox.get('/mailbox/inbox.json')).body;

test('delivers an e-mail as it was written', async () => {
  expect(await sender()(mail)).toBe('sent');
  expect(await inbox()).toMatchObject([{ ...mail, from: 'Recado <recado@example.com>' }]);
});

test(
  'sends an e-mail to one recipient with the two given bodies unchanged',
  { tags: 'threat-mail-injection' },
  async () => {
    const text =
      'The workspace “<img src=x onerror=alert(1)>”\r\nBcc: everybody@example.com\n<a href="https://evil.example">';
    expect(await sender()({ ...mail, text })).toBe('sent');
    expect(await inbox()).toMatchObject([{ ...mail, text }]);
    const [sent] = z.parse(heard, (await mailbox.get('/mailbox/_heard')).body);
    expect(sent?.body.Content.Simple.Body).toEqual({
      Text: { Data: text, Charset: 'UTF-8' },
      Html: { Data: mail.html, Charset: 'UTF-8' },
    });
    expect(sent?.body.Destination).toEqual({ ToAddresses: [mail.to] });
  },
);

describe('failures', () => {
  test.each([
    ['unavailable', { code: 'TooManyRequestsException' }],
    ['unavailable', { code: 'SendingPausedException' }],
    ['unavailable', { status: 500 }],
    ['unavailable', { status: 503 }],
    ['unavailable', { code: 'MessageRejected' }],
    ['unavailable', { code: 'MailFromDomainNotVerifiedException' }],
    ['unavailable', { code: 'AccountSuspendedException' }],
    ['unavailable', { code: 'BadRequestException' }],
    ['unavailable', { status: 403, code: 'AccessDeniedException' }],
    ['unknown', { cut: 'after' }],
    ['unknown', { cut: 'before' }],
  ] as const)('returns %s after %j and does not retry', async (outcome, how) => {
    await mailbox.json('/mailbox/_misbehave', how);
    expect(await sender()(mail)).toBe(outcome);
    expect((await mailbox.get('/mailbox/_heard')).body).toHaveLength(1);
  });

  test('returns unavailable when no server answers', async () => {
    expect(await sender('http://127.0.0.1:1')(mail)).toBe('unavailable');
  });

  test('returns refused for an invalid address', async () => {
    expect(await sender()({ ...mail, to: 'nobody' })).toBe('refused');
  });
});
