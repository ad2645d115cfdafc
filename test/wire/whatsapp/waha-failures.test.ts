import { describe, expect, test } from 'vitest';

import { createWahaGateway } from '#functions/providers/whatsapp/waha/waha-gateway.ts';

import { apiKey, line, type VendorAnswer } from './a-vendor.ts';
import { vendors } from './vendors.ts';

const aWaha = vendors(createWahaGateway);

const restart = `POST /api/sessions/${line.lineName}/restart`;
const groupJid = '120363999000111222@g.us';

/** A real 500, with our request, a stack trace and the data in them. */
const broken = (message: string) => ({
  status: 500,
  json: {
    statusCode: 500,
    timestamp: '2026-11-20T12:00:00.000Z',
    exception: { message, code: 2, details: message, stack: `Error: 2 UNKNOWN: ${message} at sendText` },
    request: { path: '/api/sendText', method: 'POST', body: { text: 'Acender varanda' }, query: {} },
    version: { version: '2026.8.1', engine: 'GOWS' },
  },
});
const wrongState = (status: string) => ({
  status: 422,
  json: {
    error: 'Session status is not as expected. Try again later or restart the session',
    session: line.lineName,
    status,
    expected: ['WORKING'],
  },
});

type Row = [what: string, answer: VendorAnswer, error: object];

const rows: Row[] = [
  [
    'no key or a wrong one',
    { status: 401, json: { message: 'Unauthorized', statusCode: 401 } },
    { code: 'unauthorized', retryable: false, status: 401 },
  ],
  [
    'a key without permission',
    { status: 403, json: { message: 'Forbidden resource', statusCode: 403 } },
    { code: 'unauthorized', retryable: false, status: 403 },
  ],
  [
    'a bad field, reported as a list',
    { status: 400, json: { message: ['chatId must be a string'], error: 'Bad Request', statusCode: 400 } },
    { code: 'rejected', retryable: false, status: 400 },
  ],
  [
    'a bad field, reported as a string',
    { status: 400, json: { message: 'Unexpected token', error: 'Bad Request', statusCode: 400 } },
    { code: 'rejected', retryable: false, status: 400 },
  ],
  [
    'a line that is unknown to the endpoints about lines',
    { status: 404, json: { message: 'Session not found', error: 'Not Found', statusCode: 404 } },
    { code: 'not_found', retryable: false, status: 404 },
  ],
  [
    'a line that is unknown to the other endpoints',
    { status: 422, json: { error: `Session "${line.lineName}" does not exist`, session: line.lineName } },
    { code: 'not_found', retryable: false, status: 422 },
  ],
  [
    'a line that is stopped',
    wrongState('STOPPED'),
    { code: 'wrong_state', state: 'stopped', retryable: false, status: 422 },
  ],
  [
    'a line that is starting',
    wrongState('STARTING'),
    { code: 'wrong_state', state: 'connecting', retryable: true, status: 422 },
  ],
  [
    'a line that waits for a scan',
    wrongState('SCAN_QR_CODE'),
    { code: 'wrong_state', state: 'awaiting_qr', retryable: false, status: 422 },
  ],
  [
    'a line that works already',
    wrongState('WORKING'),
    { code: 'wrong_state', state: 'connected', retryable: false, status: 422 },
  ],
  ['a line that failed', wrongState('FAILED'), { code: 'wrong_state', state: 'broken', retryable: false, status: 422 }],
  [
    'a line that already exists or runs',
    { status: 422, json: { message: 'Session is already started.', error: 'Unprocessable Entity' } },
    { code: 'rejected', retryable: false, status: 422 },
  ],
  [
    'too many calls for WhatsApp',
    broken('429: rate-overlimit'),
    { code: 'rate_limited', retryable: true, status: 500 },
  ],
  ['a refusal by WhatsApp', broken('401: not-authorized'), { code: 'upstream', retryable: false, status: 500 }],
  ['an engine that broke', broken('websocket not connected'), { code: 'unreachable', retryable: true, status: 500 }],
  ['a 500 from elsewhere', { status: 500, text: '<html>' }, { code: 'unreachable', retryable: true, status: 500 }],
  ['a failing proxy', { status: 504, text: '<html>' }, { code: 'unreachable', retryable: true, status: 504 }],
  ['a proxy with a rate limit', { status: 429, text: '' }, { code: 'rate_limited', retryable: true, status: 429 }],
  ['a redirect', { status: 302, text: '' }, { code: 'unreachable', retryable: true, status: 302 }],
  ['a connection that was cut', 'cut', { code: 'unreachable', retryable: true }],
];

describe('reasons of a failed call', () => {
  test.each(rows)('reports %s as the reason of a failed call', async (_, answer, error) => {
    const { gateway } = await aWaha({ [restart]: answer });
    expect(await gateway.restartLine(line)).toEqual({ outcome: 'failed', error });
  });
});

describe('a text that may have been sent', () => {
  test.each<[string, VendorAnswer]>([
    ['a cut connection', 'cut'],
    ['a failing engine', broken('websocket not connected')],
    ['a failing proxy', { status: 502, text: '' }],
    ['an answer that cannot be read', { status: 201, text: '<html>' }],
  ])('reports a text that may have been sent as not retryable after %s', async (_, answer) => {
    const { gateway } = await aWaha({ 'POST /api/sendText': answer });
    expect(await gateway.sendText(line, groupJid, 'Olá')).toMatchObject({
      outcome: 'failed',
      error: { code: 'unreachable', retryable: false },
    });
  });

  test('reports a text as retryable when it cannot have arrived', async () => {
    const { deps, close } = await aWaha({});
    close();
    const error = { code: 'unreachable', retryable: true };
    expect(await createWahaGateway(deps).sendText(line, groupJid, 'Olá')).toEqual({ outcome: 'failed', error });
  });
});

describe('a missing key', () => {
  test('makes no call and reports a permanent failure when the key is missing', async () => {
    const { gateway, asked } = await aWaha({}, { apiKey: () => Promise.resolve(undefined) });
    expect(await gateway.restartLine(line)).toEqual({
      outcome: 'failed',
      error: { code: 'unauthorized', retryable: false },
    });
    expect((await gateway.describeLine(line)).state).toBe('unknown');
    expect(asked).toEqual([]);
  });

  test('reports a transient failure when the key store is down', async () => {
    const { gateway } = await aWaha({}, { apiKey: () => Promise.reject(new Error('secrets are down')) });
    expect(await gateway.restartLine(line)).toMatchObject({ error: { code: 'unreachable', retryable: true } });
  });
});

test('passes on no key, no secret and nothing of an error response', async () => {
  const secret = 'a-secret-that-signs';
  const words = `${apiKey} ${secret} Acender varanda at sendText`;
  const leak = {
    ...broken(words).json,
    name: line.lineName,
    status: 'WORKING',
    config: { webhooks: [{ hmac: { key: secret } }] },
  };
  const nasty = [
    { status: 200, json: leak },
    { status: 422, json: { ...leak, session: words } },
    { status: 500, json: leak },
  ];
  for (const answer of nasty) {
    const session = `/api/sessions/${line.lineName}`;
    const { gateway } = await aWaha({
      'POST /api/sessions': answer,
      [`GET ${session}`]: answer,
      [`GET ${session}/me`]: answer,
      [`PUT ${session}`]: answer,
      [`DELETE ${session}`]: answer,
      [restart]: answer,
      'GET /api/sessions?all=true': { ...answer, json: [answer.json] },
      'POST /api/sendText': answer,
      'PUT /api/reaction': answer,
      'GET /api/version': answer,
    });
    const webhook = { url: 'https://app.test/hook', secret, metadata: {} };
    const said = JSON.stringify([
      await gateway.createLine(line, webhook),
      await gateway.describeLine(line),
      await gateway.removeLine(line),
      await gateway.restartLine(line),
      await gateway.listLines('main'),
      await gateway.getPairing(line, { waitMs: 0 }),
      await gateway.sendText(line, groupJid, 'Olá'),
      await gateway.react(line, 'true_x_y', '⏳'),
      await gateway.checkGateway(),
    ]);
    for (const word of [apiKey, secret, 'Acender', 'stack', 'sendText', 'exception']) expect(said).not.toContain(word);
  }
});
