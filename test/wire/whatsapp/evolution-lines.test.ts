import { describe, expect, test } from 'vitest';

import { createEvolutionGateway } from '#functions/providers/whatsapp/evolution/evolution-gateway.ts';
import { anAssertion } from '#web/testing/a-passkey.ts';

import { apiKey, line, type VendorAnswer } from './a-vendor.ts';
import { vendors } from './vendors.ts';

const anEvolution = vendors(createEvolutionGateway);

const name = line.lineName;
const webhook = { url: 'https://app.test/prod/whatsapp/main/opaque', secret: 'a-secret-that-signs', metadata: {} };
const asOf = new Date('2026-11-20T12:00:00.000Z');
const state = `GET /instance/connectionState/${name}`;
const find = `GET /instance/fetchInstances?instanceName=${name}`;
const connect = `GET /instance/connect/${name}`;
const is = (word?: string) => ({ json: { instance: { instanceName: name, ...(word && { state: word }) } } });

/** An instance as Evolution lists it, with its token in plain text. */
const anInstance = (changes: object = {}) => ({
  id: '0f0e',
  name,
  connectionStatus: 'open',
  ownerJid: '5521955550000@s.whatsapp.net',
  profileName: 'Lar Central',
  profilePicUrl: null,
  token: 'a-token-in-clear',
  disconnectionReasonCode: null,
  ...changes,
});
const refusal = (status: number, message: unknown) => ({ status, json: { status, error: 'x', response: { message } } });
const taken = refusal(403, [`This name "${name}" is already in use.`]);

describe('creating a line', () => {
  test('creates a line with our webhook and the key that signs its token', async () => {
    const created = { status: 201, json: { instance: { instanceName: name, status: 'connecting' }, hash: 'a-token' } };
    const { gateway, asked } = await anEvolution({ 'POST /instance/create': created });
    expect(await gateway.createLine(line, webhook)).toEqual({ outcome: 'ok', snapshot: { state: 'connecting', asOf } });
    expect(asked[0]?.headers).toMatchObject({ apikey: apiKey });
    expect(asked[0]?.body).toEqual({
      instanceName: name,
      integration: 'WHATSAPP-BAILEYS',
      qrcode: false,
      groupsIgnore: false,
      webhook: {
        enabled: true,
        url: webhook.url,
        byEvents: false,
        base64: false,
        headers: { jwt_key: webhook.secret },
        events: [
          'QRCODE_UPDATED',
          'CONNECTION_UPDATE',
          'MESSAGES_UPSERT',
          'GROUPS_UPSERT',
          'GROUP_PARTICIPANTS_UPDATE',
          'REMOVE_INSTANCE',
        ],
      },
    });
  });

  test('replaces the webhook of a line that already exists', async () => {
    const { gateway, asked } = await anEvolution({
      'POST /instance/create': taken,
      [`POST /webhook/set/${name}`]: { status: 201, json: {} },
      [state]: is('open'),
      [find]: { json: [anInstance()] },
    });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ outcome: 'ok', snapshot: { state: 'connected' } });
    expect(asked[1]?.body).toMatchObject({ webhook: { url: webhook.url, headers: { jwt_key: webhook.secret } } });
  });

  test('rejects an empty line name, which Evolution would accept', async () => {
    const { gateway, asked } = await anEvolution({});
    expect(await gateway.createLine({ ...line, lineName: '' }, webhook)).toMatchObject({ error: { code: 'rejected' } });
    expect(asked).toEqual([]);
  });
});

describe('describing a line', () => {
  const self = { phone: '5521955550000', displayName: 'Lar Central' };
  test.each<[string, VendorAnswer, VendorAnswer, object]>([
    ['connecting', is('connecting'), {}, { state: 'connecting' }],
    ['open, with its number', is('open'), { json: [anInstance()] }, { state: 'connected', self }],
    ['open, without a known number', is('open'), { status: 500, text: '' }, { state: 'connected' }],
    [
      'closed for good',
      is('close'),
      { json: [anInstance({ connectionStatus: 'close', disconnectionReasonCode: 401 })] },
      { state: 'failed' },
    ],
    [
      'closed and reconnecting',
      is('close'),
      { json: [anInstance({ connectionStatus: 'close', disconnectionReasonCode: 428 })] },
      { state: 'connecting' },
    ],
    [
      'closed before it was ever paired, and reconnecting',
      is('close'),
      { json: [anInstance({ ownerJid: null })] },
      { state: 'connecting' },
    ],
    ['closed for an unknown reason', is('close'), { status: 500, text: '' }, { state: 'unknown' }],
    ['deleted a moment ago', is(), {}, { state: 'absent' }],
    ['unknown to the gateway', refusal(404, ['not found']), {}, { state: 'absent' }],
    ['hidden behind a failing gateway', { status: 500, text: '' }, {}, { state: 'unknown' }],
    [
      'hidden behind a gateway without a licence',
      { status: 503, json: { code: 'LICENSE_REQUIRED' } },
      {},
      { state: 'unknown' },
    ],
    ['hidden behind a page', { text: '<html>' }, {}, { state: 'unknown' }],
  ])('describes a line that is %s', async (_, answer, found, snapshot) => {
    const { gateway } = await anEvolution({ [state]: answer, [find]: found });
    expect(await gateway.describeLine(line)).toEqual({ ...snapshot, asOf });
  });
});

describe('a QR code', () => {
  const base64 = 'data:image/png;base64,iVBORw0KGgo=';
  const none = (to: string) => ({ outcome: 'ok', pairing: { kind: 'none', state: to } });

  test('returns the QR code as an image that a page can show', async () => {
    const { gateway } = await anEvolution({
      [state]: is('connecting'),
      [connect]: { json: { pairingCode: null, code: '2@x', base64, count: 1 } },
    });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual({
      outcome: 'ok',
      pairing: { kind: 'qr', dataUrl: base64 },
    });
  });

  test('returns the current code to type with the QR code of a line that has a number', async () => {
    const shown = (pairingCode: string, count: number) => ({ json: { pairingCode, code: '2@x', base64, count } });
    const { gateway } = await anEvolution({
      [state]: is('connecting'),
      [connect]: [shown('WZYEH1YY', 1), shown('K3PM9QRS', 2)],
    });
    for (const typed of ['WZYEH1YY', 'K3PM9QRS'])
      expect(await gateway.getPairing(line, { waitMs: 0 })).toEqual({
        outcome: 'ok',
        pairing: { kind: 'qr', dataUrl: base64, typed },
      });
  });

  test('waits for a QR code that is not available yet', async () => {
    const { gateway, paths } = await anEvolution({
      [state]: is('connecting'),
      [connect]: [{ json: { count: 0 } }, { json: { base64, count: 1 } }],
    });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toMatchObject({ pairing: { kind: 'qr' } });
    expect(paths()).toEqual([state, connect, state, connect]);
  });

  test('waits for a QR code no longer than the time limit', async () => {
    const { gateway, clock } = await anEvolution({ [state]: is('connecting'), [connect]: { json: { count: 0 } } });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual(none('connecting'));
    expect(clock.now().getTime() - asOf.getTime()).toBeLessThanOrEqual(12_000);
  });

  test('returns no QR code when the line is open', async () => {
    const { gateway } = await anEvolution({ [state]: is('open'), [connect]: is('open') });
    expect(await gateway.getPairing(line, { waitMs: 12_000 })).toEqual(none('connected'));
  });

  test('never returns the text of a QR code', async () => {
    const { gateway } = await anEvolution({
      [state]: is('connecting'),
      [connect]: { json: { base64: '2@AbCd', code: '2@AbCd', count: 1 } },
    });
    expect(await gateway.getPairing(line, { waitMs: 0 })).toEqual(none('connecting'));
  });

  test('reports an error that Evolution sends with status 200', async () => {
    const { gateway } = await anEvolution({
      [state]: is('connecting'),
      [connect]: { json: { error: true, message: 'Error: x' } },
    });
    expect(await gateway.getPairing(line, { waitMs: 0 })).toMatchObject({
      error: { code: 'upstream', retryable: true },
    });
  });

  test('never requests a QR code of a closed line, where each call may start another loop', async () => {
    const { gateway, paths } = await anEvolution({ [state]: is('close'), [connect]: { json: { count: 0 } } });
    expect(gateway.createsStopped).toBe(true);
    for (const waitMs of [12_000, 0, 0, 0]) expect(await gateway.getPairing(line, { waitMs })).toEqual(none('stopped'));
    expect(paths()).not.toContain(connect);
  });

  test('returns a pairing code for a phone number', async () => {
    const { gateway } = await anEvolution({
      [`${connect}?number=5521955550000`]: { json: { pairingCode: 'WZYEH1YY', count: 1 } },
    });
    const wait = { waitMs: 12_000 };
    expect(await gateway.requestPairingCode(line, '5521955550000', wait)).toEqual({ outcome: 'ok', code: 'WZYEH1YY' });
  });

  test('waits for a pairing code, but not for that of a line which shows QR codes', async () => {
    const withNumber = `${connect}?number=5521955550000`;
    const later = await anEvolution({
      [withNumber]: [{ json: { pairingCode: null, count: 0 } }, { json: { pairingCode: 'WZYEH1YY', count: 1 } }],
    });
    const ask = { waitMs: 12_000 };
    expect(await later.gateway.requestPairingCode(line, '5521955550000', ask)).toMatchObject({ code: 'WZYEH1YY' });
    const never = await anEvolution({ [withNumber]: { json: { pairingCode: null, base64, count: 1 } } });
    const refused = { error: { code: 'upstream' } };
    expect(await never.gateway.requestPairingCode(line, '5521955550000', ask)).toMatchObject(refused);
    expect(never.clock.now().getTime() - asOf.getTime()).toBeLessThanOrEqual(12_000);
    const open = await anEvolution({ [withNumber]: is('open') });
    expect(await open.gateway.requestPairingCode(line, '5521955550000', ask)).toMatchObject({
      error: { code: 'wrong_state', state: 'connected' },
    });
  });
});

describe('removing a line', () => {
  const logout = `DELETE /instance/logout/${name}`;
  const remove = `DELETE /instance/delete/${name}`;
  const success = { json: { status: 'SUCCESS', error: false, response: { message: 'done' } } };
  const notConnected = refusal(400, 'The instance is not connected');

  test.each<[string, VendorAnswer, VendorAnswer, VendorAnswer]>([
    ['that is connected', success, success, refusal(404, [])],
    ['that is not connected', notConnected, success, refusal(404, [])],
    ['that no longer exists', refusal(404, []), refusal(404, []), refusal(404, [])],
    ['that still answers without a state', success, success, is()],
  ])('removes a line %s', async (_, first, second, read) => {
    const { gateway, paths } = await anEvolution({ [logout]: first, [remove]: second, [state]: read });
    expect(await gateway.removeLine(line)).toEqual({ outcome: 'ok' });
    expect(paths()).toEqual([logout, remove, state]);
  });

  test.each<[string, VendorAnswer, VendorAnswer, VendorAnswer, object]>([
    [
      'still reconnects',
      success,
      success,
      is('connecting'),
      { code: 'wrong_state', state: 'connecting', retryable: true },
    ],
    [
      'could not log out',
      { status: 500, text: '' },
      success,
      is(),
      { code: 'unreachable', retryable: true, status: 500 },
    ],
    ['was not deleted', success, notConnected, is(), { code: 'rejected', retryable: false, status: 400 }],
    [
      'cannot be read afterwards',
      success,
      success,
      { status: 500, text: '' },
      { code: 'unreachable', retryable: true },
    ],
  ])('reports a failed removal when the line %s', async (_, first, second, read, error) => {
    const { gateway } = await anEvolution({ [logout]: first, [remove]: second, [state]: read });
    expect(await gateway.removeLine(line)).toEqual({ outcome: 'failed', error });
  });
});

test('lists all lines without their tokens', async () => {
  const closed = anInstance({ name: 'zb-5-2', connectionStatus: 'close', disconnectionReasonCode: 401 });
  const { gateway } = await anEvolution({ 'GET /instance/fetchInstances': { json: [anInstance(), closed] } });
  expect(await gateway.listLines('main')).toEqual({
    outcome: 'ok',
    lines: [
      { line, snapshot: { state: 'connected', self: { phone: '5521955550000', displayName: 'Lar Central' }, asOf } },
      { line: { shardId: 'main', lineName: 'zb-5-2' }, snapshot: { state: 'failed', asOf } },
    ],
  });
});

test('starts a closed line by requesting its code, because only a running line can be restarted', async () => {
  const { gateway, paths } = await anEvolution({ [connect]: { json: { count: 0 } } });
  expect(await gateway.startLine(line)).toEqual({ outcome: 'ok' });
  expect(paths()).toEqual([connect]);
});

test('restarts a stuck line', async () => {
  const { gateway } = await anEvolution({ [`POST /instance/restart/${name}`]: { json: {} } });
  expect(await gateway.restartLine(line)).toEqual({ outcome: 'ok' });
});

test('starts a closed line that Evolution refuses to restart', async () => {
  const refused = { error: true, message: `BadRequestException: The "${name}" instance is not connected` };
  const restart = `POST /instance/restart/${name}`;
  const { gateway, paths } = await anEvolution({
    [restart]: { json: refused },
    [state]: { json: { instance: { instanceName: name, state: 'close' } } },
    [connect]: { json: { count: 0 } },
  });
  expect(await gateway.restartLine(line)).toEqual({ outcome: 'ok' });
  expect(paths()).toEqual([restart, state, connect]);
});

test('rejects passkeys, which Evolution does not support', async () => {
  const { gateway, asked } = await anEvolution({});
  expect(await gateway.submitPasskey(line, anAssertion())).toMatchObject({ error: { code: 'rejected' } });
  expect(await gateway.confirmPasskey(line)).toMatchObject({ error: { code: 'rejected' } });
  expect(asked).toEqual([]);
});

test.each([
  ['2.3.7', true],
  ['2.4.0', false],
])('reports whether version %s works without a licence', async (version, suitable) => {
  const { gateway } = await anEvolution({ 'GET /': { json: { status: 200, message: 'Welcome', version } } });
  expect(await gateway.checkGateway()).toEqual({ outcome: 'ok', version, suitable });
});

describe('reasons of a failed call', () => {
  const restart = `POST /instance/restart/${name}`;
  test.each<[string, VendorAnswer, object]>([
    ['a wrong key', refusal(401, 'Unauthorized'), { code: 'unauthorized', retryable: false, status: 401 }],
    ['an unknown line', refusal(404, ['x']), { code: 'not_found', retryable: false, status: 404 }],
    [
      'a bad field, reported as a string',
      refusal(400, 'Invalid integration'),
      { code: 'rejected', retryable: false, status: 400 },
    ],
    [
      'a bad field, reported in nested lists',
      refusal(400, [['text is required']]),
      { code: 'rejected', retryable: false, status: 400 },
    ],
    ['an unknown group', refusal(400, ['[object Object]']), { code: 'rejected', retryable: false, status: 400 }],
    ['too many calls', refusal(500, [['rate-overlimit']]), { code: 'rate_limited', retryable: true, status: 500 }],
    ['a refusal by WhatsApp', refusal(400, 'not-authorized'), { code: 'upstream', retryable: false, status: 400 }],
    ['a closed line', refusal(500, ['Connection Closed']), { code: 'unreachable', retryable: true, status: 500 }],
    [
      'a missing licence',
      { status: 503, json: { code: 'LICENSE_REQUIRED' } },
      { code: 'unreachable', retryable: true, status: 503 },
    ],
    ['a rate limit of a proxy', { status: 429, text: '' }, { code: 'rate_limited', retryable: true, status: 429 }],
    ['a cut connection', 'cut', { code: 'unreachable', retryable: true }],
  ])('reports %s as the reason of a failed call', async (_, answer, error) => {
    const { gateway } = await anEvolution({ [restart]: answer });
    expect(await gateway.restartLine(line)).toEqual({ outcome: 'failed', error });
  });
});
