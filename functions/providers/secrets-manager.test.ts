import { expect, test } from 'vitest';

import type { AwsCredentials } from './aws-signature.ts';
import type { HttpReply, HttpRequest } from './http.ts';
import { createSecretsManager } from './secrets-manager.ts';

const [alexa, origin, google] = ['recado/prod/alexa', 'recado/prod/origin', 'recado/prod/google'] as const;
/** The example keys of AWS. */
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

const answered = (status: number, content: object): HttpReply => ({
  outcome: 'reply',
  status,
  headers: {},
  body: JSON.stringify(content),
});
const refused = (status: number, type: string): HttpReply =>
  answered(status, { __type: type, message: 'Words of AWS.' });
const values = (...ids: string[]): HttpReply =>
  answered(200, { SecretValues: ids.map((Name) => ({ Name, SecretString: `of ${Name}` })), Errors: [] });

/** A reader whose calls get `replies` in turn, the last one again and again. */
function aManager(replies: readonly HttpReply[], given: { credentials?: AwsCredentials | undefined } = {}) {
  const sent: HttpRequest[] = [];
  const pauses: number[] = [];
  const read = createSecretsManager({
    http: (request) => {
      const reply = replies[Math.min(sent.push(request), replies.length) - 1];
      return reply ? Promise.resolve(reply) : Promise.reject(new Error('No reply was given.'));
    },
    credentials: () => ('credentials' in given ? given.credentials : credentials),
    region: 'us-east-1',
    now: () => new Date('2026-11-21T12:00:00Z'),
    pause: (ms) => Promise.resolve(void pauses.push(ms)),
    random: () => 0.5,
  });
  return { read, sent, pauses };
}

/** The signatures were made by AWS's own signer, `@smithy/signature-v4`. */
test.each([
  ['without a session token', undefined, 'f1476056f1f9be40b8b35ad12ad318fc5dde7c60dc8f4b138f22eab225acdad6'],
  ['with a session token', 'tok/en+==', 'e3f190220738ebb2f4d67b352aa90dbdf2af26657cec1b3e8a1377d7944ecb3e'],
])('reads the secrets of one turn with one call, which is signed like AWS %s', async (_, sessionToken, signature) => {
  const lent = { ...credentials, ...(sessionToken !== undefined && { sessionToken }) };
  const { read, sent } = aManager([values(origin, alexa)], { credentials: lent });
  expect(await Promise.all([read(alexa), read(origin)])).toEqual([`of ${alexa}`, `of ${origin}`]);
  expect(sent).toMatchObject([
    {
      method: 'POST',
      url: 'https://secretsmanager.us-east-1.amazonaws.com/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'secretsmanager.BatchGetSecretValue',
        authorization: expect.stringMatching(new RegExp(`x-amz-target, Signature=${signature}$`)),
      },
      body: `{"SecretIdList":["${alexa}","${origin}"]}`,
    },
  ]);
});

test('makes another call for a secret that is requested later', async () => {
  const { read, sent } = aManager([values(alexa), values(origin)]);
  expect([await read(alexa), await read(origin)]).toEqual([`of ${alexa}`, `of ${origin}`]);
  expect(sent).toHaveLength(2);
});

test('returns the readable secrets and names the error of each other secret', async () => {
  const { read } = aManager([
    answered(200, {
      SecretValues: [{ Name: alexa, SecretString: '{}' }],
      Errors: [
        { SecretId: google, ErrorCode: 'ResourceNotFoundException', Message: 'It does not exist.' },
        { SecretId: origin, ErrorCode: 'AccessDeniedException', Message: 'The role may not read it.' },
      ],
    }),
  ]);
  const asked = [alexa, google, origin, 'recado/prod/stripe'].map(read);
  expect(await Promise.allSettled(asked)).toMatchObject([
    { status: 'fulfilled', value: '{}' },
    { status: 'fulfilled', value: undefined },
    { reason: { name: 'AccessDeniedException', message: `${origin}: The role may not read it.` } },
    { reason: { name: 'SecretNotAnswered', message: 'recado/prod/stripe is not in the answer.' } },
  ]);
});

test.each<[string, HttpReply]>([
  ['nothing was sent', { outcome: 'notSent' }],
  ['the answer was lost', { outcome: 'lost' }],
  ['Secrets Manager is down', refused(500, 'InternalServiceError')],
  ['calls are throttled', refused(400, 'ThrottlingException')],
])('calls again after a pause when %s', async (_, failed) => {
  const { read, sent, pauses } = aManager([failed, failed, values(alexa)]);
  expect(await read(alexa)).toBe(`of ${alexa}`);
  expect([sent.length, pauses]).toEqual([3, [50, 100]]);
});

test.each<[HttpReply, number, string]>([
  [{ outcome: 'lost' }, 3, 'TimeoutError'],
  [answered(502, {}), 3, 'UnknownError'],
  [refused(400, 'com.amazonaws.secretsmanager#AccessDeniedException'), 1, 'AccessDeniedException'],
  [refused(400, 'ExpiredTokenException'), 1, 'ExpiredTokenException'],
])('throws an error by name when a call fails with %j', async (failed, calls, name) => {
  const { read, sent } = aManager([failed]);
  expect(await Promise.allSettled([read(alexa), read(origin)])).toMatchObject([
    { reason: { name } },
    { reason: { name } },
  ]);
  expect(sent).toHaveLength(calls);
});

test('sends nothing without credentials', async () => {
  const { read, sent } = aManager([], { credentials: undefined });
  await expect(read(alexa)).rejects.toMatchObject({ name: 'CredentialsProviderError' });
  expect(sent).toEqual([]);
});
