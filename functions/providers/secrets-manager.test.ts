import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { AwsCredentials } from './aws-signature.ts';
import type { HttpReply, HttpRequest } from './http.ts';
import { createSecretsManager } from './secrets-manager.ts';

const [alexa, origin, google] = ['recado/prod/alexa', 'recado/prod/origin', 'recado/prod/google'] as const;
const [stripe, canary] = ['recado/prod/stripe', 'recado/prod/canary'] as const;
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

type Given = { credentials?: AwsCredentials | undefined };

/** A reader whose calls get `replies` in turn, the last one again and again. */
const aManager = (replies: readonly HttpReply[], given: Given = {}) =>
  aManagerThat((_, calls) => replies[Math.min(calls, replies.length) - 1], given);

function aManagerThat(answer: (request: HttpRequest, calls: number) => HttpReply | undefined, given: Given = {}) {
  const sent: HttpRequest[] = [];
  const pauses: number[] = [];
  const read = createSecretsManager({
    http: (request) => {
      const reply = answer(request, sent.push(request));
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
  const asked = [alexa, google, origin, stripe].map(read);
  expect(await Promise.allSettled(asked)).toMatchObject([
    { status: 'fulfilled', value: '{}' },
    { status: 'fulfilled', value: undefined },
    { reason: { name: 'AccessDeniedException', message: `${origin}: The role may not read it.` } },
    { reason: { name: 'SecretNotAnswered', message: `${stripe} is not in the answer.` } },
  ]);
});

test.each<[string, HttpReply]>([
  ['nothing was sent', { outcome: 'notSent' }],
  ['the answer was lost', { outcome: 'lost' }],
  ['Secrets Manager is down', refused(500, 'InternalServiceError')],
])('calls again after a pause when %s', async (_, failed) => {
  const { read, sent, pauses } = aManager([failed, failed, values(alexa)]);
  expect(await read(alexa)).toBe(`of ${alexa}`);
  expect([sent.length, pauses]).toEqual([3, [50, 100]]);
});

/** Answers the call for several secrets with `together`, and calls for one secret from `each`, in turn. */
function aThrottlingManager(together: HttpReply, each: Record<string, readonly HttpReply[]>) {
  const turns = new Map(Object.entries(each).map(([id, replies]) => [id, replies.values()]));
  return aManagerThat(({ headers, body }) => {
    if (headers?.['x-amz-target'] === 'secretsmanager.BatchGetSecretValue') return together;
    return turns.get(z.parse(z.object({ SecretId: z.string() }), JSON.parse(body ?? '')).SecretId)?.next().value;
  });
}
const value = (id: string): HttpReply => answered(200, { Name: id, SecretString: `of ${id}` });

test.each([
  ['ThrottlingException', refused(400, 'ThrottlingException')],
  ['TooManyRequestsException', refused(400, 'com.amazonaws.secretsmanager#TooManyRequestsException')],
  ['status 429', answered(429, {})],
])(
  'reads each secret with its own call, without a pause, when the common call is refused with %s',
  async (_, refusal) => {
    const { read, sent, pauses } = aThrottlingManager(refusal, { [alexa]: [value(alexa)], [origin]: [value(origin)] });
    expect(await Promise.all([read(alexa), read(origin)])).toEqual([`of ${alexa}`, `of ${origin}`]);
    expect(sent.map(({ headers, body }) => [headers?.['x-amz-target'], body])).toEqual([
      ['secretsmanager.BatchGetSecretValue', `{"SecretIdList":["${alexa}","${origin}"]}`],
      ['secretsmanager.GetSecretValue', `{"SecretId":"${alexa}"}`],
      ['secretsmanager.GetSecretValue', `{"SecretId":"${origin}"}`],
    ]);
    expect(pauses).toEqual([]);
  },
);

test('returns the readable secrets and throws the error of each other secret when each has its own call', async () => {
  const throttling = refused(400, 'ThrottlingException');
  const { read, pauses } = aThrottlingManager(throttling, {
    [alexa]: [throttling, { outcome: 'lost' }, value(alexa)],
    [google]: [refused(400, 'ResourceNotFoundException')],
    [origin]: [refused(400, 'AccessDeniedException')],
    [stripe]: [throttling, throttling, throttling],
    [canary]: [{ outcome: 'reply', status: 200, headers: {}, body: 'not JSON' }],
  });
  const asked = [alexa, google, origin, stripe, canary].map(read);
  expect(await Promise.allSettled(asked)).toMatchObject([
    { status: 'fulfilled', value: `of ${alexa}` },
    { status: 'fulfilled', value: undefined },
    { reason: { name: 'AccessDeniedException', message: 'Words of AWS.' } },
    { reason: { name: 'ThrottlingException', message: 'Words of AWS.' } },
    { status: 'rejected' },
  ]);
  expect(pauses).toEqual([50, 50, 100, 100]);
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
