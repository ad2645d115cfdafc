import { describe, expect, test } from 'vitest';

import { createAlexaEvents } from './alexa-events.ts';
import type { HttpReply, HttpRequest } from './http.ts';

const gateway = (reply: HttpReply, heard: HttpRequest[] = []) =>
  createAlexaEvents({
    http: (request) => {
      heard.push(request);
      return Promise.resolve(reply);
    },
    urls: { NA: 'https://na.test/v3/events', EU: 'https://eu.test/v3/events' },
  });

const answered = (status: number, body: string, headers: Record<string, string> = {}): HttpReply => ({
  outcome: 'reply',
  status,
  headers,
  body,
});
const exception = (code: string): string =>
  JSON.stringify({
    header: { namespace: 'System', name: 'Exception', messageId: '1' },
    payload: { code, description: 'Words of Amazon.' },
  });

const send = (reply: HttpReply, region: 'NA' | 'EU' | 'FE' = 'NA') =>
  gateway(reply).send({ region, token: 'gateway-token', message: { event: {} }, timeoutMs: 2500 });

test('sends a message to the gateway of its region with the token in the header', async () => {
  const heard: HttpRequest[] = [];
  await gateway(answered(202, ''), heard).send({
    region: 'EU',
    token: 'gateway-token',
    message: { event: 1 },
    timeoutMs: 900,
  });
  expect(heard).toEqual([
    {
      method: 'POST',
      url: 'https://eu.test/v3/events',
      headers: { authorization: 'Bearer gateway-token', 'content-type': 'application/json' },
      body: '{"event":1}',
      timeoutMs: 900,
    },
  ]);
});

test('lists only regions with a URL', () => {
  expect(gateway(answered(202, '')).regions).toEqual(['NA', 'EU']);
});

describe('responses with an error code', () => {
  test.each([
    [400, 'INVALID_REQUEST_EXCEPTION', 'invalidMessage'],
    [401, 'INVALID_ACCESS_TOKEN_EXCEPTION', 'tokenRefused'],
    [403, 'SKILL_DISABLED_EXCEPTION', 'skillDisabled'],
    [403, 'SKILL_NEVER_ENABLED_EXCEPTION', 'neverEnabled'],
    [403, 'INSUFFICIENT_PERMISSION_EXCEPTION', 'noPermission'],
    [404, 'SKILL_NOT_FOUND_EXCEPTION', 'reinstall'],
    [404, 'ACCOUNT_NOT_FOUND_EXCEPTION', 'reinstall'],
    [413, 'REQUEST_ENTITY_TOO_LARGE_EXCEPTION', 'tooLarge'],
    [429, 'THROTTLING_EXCEPTION', 'throttled'],
    [500, 'INTERNAL_SERVICE_EXCEPTION', 'unavailable'],
    [503, 'SERVICE_UNAVAILABLE_EXCEPTION', 'unavailable'],
  ])('maps %i %s to %s with any status', async (status, code, outcome) => {
    expect(await send(answered(status, exception(code)))).toMatchObject({ outcome, code, status });
    expect(await send(answered(418, exception(code)))).toMatchObject({ outcome, code });
  });
});

describe('responses without a known error code', () => {
  test.each([
    [200, 'accepted'],
    [202, 'accepted'],
    [204, 'accepted'],
    [302, 'invalidMessage'],
    [400, 'invalidMessage'],
    [401, 'tokenRefused'],
    [403, 'forbidden'],
    [404, 'invalidMessage'],
    [413, 'tooLarge'],
    [429, 'throttled'],
    [500, 'unavailable'],
    [502, 'unavailable'],
    [503, 'unavailable'],
    [504, 'unknown'],
  ])('maps status %i to %s', async (status, outcome) => {
    const bodies = [
      '',
      '<html>Oops</html>',
      '{}',
      '{"payload":{}}',
      '[]',
      'null',
      exception('SOMETHING_NEW_EXCEPTION'),
    ];
    for (const body of bodies) expect((await send(answered(status, body))).outcome).toBe(outcome);
  });
});

test('drops malformed error codes, so that they are never logged', async () => {
  expect(await send(answered(403, exception('Bearer abc')))).toEqual({ outcome: 'forbidden', status: 403 });
});

test.each([
  ['x-amzn-requestid', '5d6e1a0e-7c7b-4f3c-9a55-0c1b7c0b8e11'],
  ['x-amz-rid', '7YQ2M4XK9T8R5VZ3N6BC'],
])('returns the request id of Amazon in %s with any outcome', async (header, requestId) => {
  expect(await send(answered(202, '', { [header]: requestId }))).toMatchObject({ outcome: 'accepted', requestId });
  expect(await send(answered(503, '', { [header]: requestId }))).toMatchObject({ outcome: 'unavailable', requestId });
  expect(await send(answered(202, '', { [header]: 'no id at all' }))).toEqual({ outcome: 'accepted', status: 202 });
});

test('distinguishes calls that were not sent from lost ones', async () => {
  expect(await send({ outcome: 'notSent' })).toEqual({ outcome: 'notSent' });
  expect(await send({ outcome: 'lost' })).toEqual({ outcome: 'unknown' });
});

test.each([
  ['12', 12],
  ['0', 1],
  ['999999', 3600],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 5],
])('returns a Retry-After of %s as %i seconds', async (text, seconds) => {
  const reply = await send(answered(429, '', { 'retry-after': text }));
  expect(reply).toMatchObject({ outcome: 'throttled', retryAfterSeconds: seconds });
});
