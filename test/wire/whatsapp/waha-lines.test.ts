import { describe, expect, test } from 'vitest';

import { createWahaGateway } from '#functions/providers/whatsapp/waha/waha-gateway.ts';
import { anAssertion } from '#web/testing/a-passkey.ts';

import { apiKey, line, type VendorAnswer } from './a-vendor.ts';
import { vendors } from './vendors.ts';

const aWaha = vendors(createWahaGateway);

const webhook = {
  url: 'https://app.test/prod/whatsapp/main/opaque',
  secret: 'a-secret-that-signs',
  metadata: { instanceId: '4711' },
};
const me = {
  id: '5521955550000@c.us',
  lid: '700100200300@lid',
  pushName: 'Lar Central',
  jid: '5521955550000:7@s.whatsapp.net',
};
const self = { phone: '5521955550000', lid: '700100200300@lid', displayName: 'Lar Central' };

/** A line as WAHA returns it, with the configuration that holds the signing key. */
const aLine = (status: string, more: object = {}) => ({
  name: line.lineName,
  status,
  config: { metadata: { instanceId: '4711' }, webhooks: [{ url: webhook.url, hmac: { key: webhook.secret } }] },
  engine: { engine: 'GOWS' },
  ...more,
});
const exists = { status: 422, json: { message: 'Session already exists.', error: 'Unprocessable Entity' } };
const path = `/api/sessions/${line.lineName}`;
const asOf = new Date('2026-11-20T12:00:00.000Z');

describe('creating a line', () => {
  test('creates a line with our webhook, its own key and only the storage that we need', async () => {
    const { gateway, asked } = await aWaha({
      'POST /api/sessions': { status: 201, json: aLine('STARTING', { me: null }) },
    });
    expect(await gateway.createLine(line, webhook)).toEqual({ outcome: 'ok', snapshot: { state: 'connecting', asOf } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.headers).toMatchObject({ 'x-api-key': apiKey, 'content-type': 'application/json' });
    expect(asked[0]?.body).toEqual({
      name: 'zb-4711-1',
      start: true,
      config: {
        metadata: { instanceId: '4711' },
        ignore: { status: true, channels: true, broadcast: true },
        gows: { storage: { messages: false, chats: false, labels: false, groups: true } },
        webhooks: [
          {
            url: webhook.url,
            events: [
              'session.status',
              'message.any',
              'group.v2.join',
              'group.v2.leave',
              'group.v2.update',
              'group.v2.participants',
            ],
            hmac: { key: webhook.secret },
            retries: { policy: 'exponential', delaySeconds: 2, attempts: 8 },
          },
        ],
      },
    });
  });

  test('replaces the configuration of a line that already exists', async () => {
    const { gateway, paths, asked } = await aWaha({
      'POST /api/sessions': exists,
      [`PUT ${path}`]: { json: aLine('STARTING') },
    });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ outcome: 'ok', snapshot: { state: 'connecting' } });
    expect(paths()).toEqual(['POST /api/sessions', `PUT ${path}`]);
    expect(asked[1]?.body).toMatchObject({ config: { webhooks: [{ hmac: { key: webhook.secret } }] } });
  });

  test('starts an existing line that is stopped', async () => {
    const { gateway, paths } = await aWaha({
      'POST /api/sessions': exists,
      [`PUT ${path}`]: { json: aLine('STOPPED') },
      [`POST ${path}/start`]: { status: 201, json: aLine('STARTING') },
    });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ snapshot: { state: 'connecting' } });
    expect(paths().at(-1)).toBe(`POST ${path}/start`);
  });

  test('accepts an existing line that was started concurrently', async () => {
    const { gateway } = await aWaha({
      'POST /api/sessions': exists,
      [`PUT ${path}`]: { json: aLine('STOPPED') },
      [`POST ${path}/start`]: exists,
      [`GET ${path}`]: { json: aLine('SCAN_QR_CODE') },
    });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ snapshot: { state: 'awaiting_qr' } });
  });

  test('fails when the existing line was removed concurrently', async () => {
    const { gateway } = await aWaha({ 'POST /api/sessions': exists, [`PUT ${path}`]: { status: 404, json: {} } });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ outcome: 'failed', error: { code: 'not_found' } });
  });

  test('fails when another page answers at the address', async () => {
    const { gateway } = await aWaha({ 'POST /api/sessions': { text: '<html>' } });
    expect(await gateway.createLine(line, webhook)).toEqual({
      outcome: 'failed',
      error: { code: 'unreachable', retryable: true },
    });
  });
});

describe('describing a line', () => {
  test.each([
    ['STOPPED', 'stopped'],
    ['STARTING', 'connecting'],
    ['SCAN_QR_CODE', 'awaiting_qr'],
    ['WORKING', 'connected'],
    ['FAILED', 'broken'],
    ['A_STATE_OF_NEXT_YEAR', 'unknown'],
    ['toString', 'unknown'],
  ])('maps the status %s to %s', async (status, state) => {
    const { gateway } = await aWaha({ [`GET ${path}`]: { json: aLine(status) }, [`GET ${path}/me`]: {} });
    expect(await gateway.describeLine(line)).toEqual({ state, asOf });
  });

  test('describes a linked line with number, LID and name', async () => {
    const { gateway, paths } = await aWaha({ [`GET ${path}`]: { json: aLine('WORKING', { me }) } });
    expect(await gateway.describeLine(line)).toEqual({ state: 'connected', self, asOf });
    expect(paths()).toHaveLength(1);
  });

  test('requests the number separately when the line lacks it', async () => {
    const { gateway } = await aWaha({ [`GET ${path}`]: { json: aLine('WORKING') }, [`GET ${path}/me`]: { json: me } });
    expect(await gateway.describeLine(line)).toMatchObject({ self });
  });

  test('omits a LID and a name that are unknown', async () => {
    const bare = { id: me.id, lid: null, pushName: ' ' };
    const { gateway } = await aWaha({ [`GET ${path}`]: { json: aLine('WORKING', { me: bare }) } });
    expect(await gateway.describeLine(line)).toEqual({ state: 'connected', self: { phone: self.phone }, asOf });
  });

  const challenge = { challenge: 'c29tZXRoaW5n', rpId: 'web.whatsapp.com', allowCredentials: [], extra: { kept: 1 } };
  test.each([
    ['PASSKEY_REQUIRED', '/challenge', challenge, 'awaiting_passkey', { challenge }],
    ['PASSKEY_CONFIRMATION_REQUIRED', '/confirmation', { code: '4Z-77' }, 'awaiting_passkey_code', { code: '4Z-77' }],
  ])('returns the data that WhatsApp sends with %s unchanged', async (status, rest, json, state, passkey) => {
    const { gateway } = await aWaha({
      [`GET ${path}`]: { json: aLine(status) },
      [`GET /api/${line.lineName}/auth/passkey${rest}`]: { json },
    });
    expect(await gateway.describeLine(line)).toEqual({ state, passkey, asOf });
  });

  test.each([{}, { challenge: '' }, { challenge: 7 }, ['challenge'], 'text'])(
    'omits an invalid challenge: %j',
    async (json) => {
      const { gateway } = await aWaha({
        [`GET ${path}`]: { json: aLine('PASSKEY_REQUIRED') },
        [`GET /api/${line.lineName}/auth/passkey/challenge`]: { json },
      });
      expect(await gateway.describeLine(line)).toEqual({ state: 'awaiting_passkey', asOf });
    },
  );

  test('omits a challenge that is over', async () => {
    const { gateway } = await aWaha({
      [`GET ${path}`]: { json: aLine('PASSKEY_REQUIRED') },
      [`GET /api/${line.lineName}/auth/passkey/challenge`]: { status: 422, json: { message: 'No challenge' } },
    });
    expect(await gateway.describeLine(line)).toEqual({ state: 'awaiting_passkey', asOf });
  });

  test.each([
    ['a 404', { status: 404, json: { message: 'Session not found' } }, 'absent'],
    ['a 500', { status: 500, json: { exception: { message: 'x' } } }, 'unknown'],
    ['a 503', { status: 503, text: 'busy' }, 'unknown'],
    ['a 401', { status: 401, json: { message: 'Unauthorized', statusCode: 401 } }, 'unknown'],
    ['an HTML page', { text: '<html>' }, 'unknown'],
    ['a cut connection', 'cut' as const, 'unknown'],
  ])('describes the line correctly after %s', async (_, answer, state) => {
    const { gateway } = await aWaha({ [`GET ${path}`]: answer });
    expect(await gateway.describeLine(line)).toEqual({ state, asOf });
  });

  test('describes a line as unknown when no answer comes in time', async () => {
    const { gateway } = await aWaha({ [`GET ${path}`]: 'silent' });
    expect(await gateway.describeLine(line, { timeoutMs: 80 })).toEqual({ state: 'unknown', asOf });
  });

  test('dates a description before its request, so that later events count as newer', async () => {
    const { clock, deps } = await aWaha({});
    const slow = createWahaGateway({
      ...deps,
      http: () => {
        clock.pass(4_000);
        return Promise.resolve({ outcome: 'reply', status: 200, headers: {}, body: JSON.stringify(aLine('STARTING')) });
      },
    });
    expect((await slow.describeLine(line)).asOf).toEqual(asOf);
  });
});

describe('removing a line', () => {
  const gone = { status: 404, json: { message: 'Session not found' } };

  test('removes a line and checks that the gateway no longer knows it', async () => {
    const { gateway, paths } = await aWaha({ [`DELETE ${path}`]: {}, [`GET ${path}`]: gone });
    expect(await gateway.removeLine(line)).toEqual({ outcome: 'ok' });
    expect(paths()).toEqual([`DELETE ${path}`, `GET ${path}`]);
  });

  test('removes a line any number of times', async () => {
    const { gateway } = await aWaha({ [`DELETE ${path}`]: gone, [`GET ${path}`]: gone });
    expect(await gateway.removeLine(line)).toEqual({ outcome: 'ok' });
    expect(await gateway.removeLine(line)).toEqual({ outcome: 'ok' });
  });

  test('reports a failed removal while the line still exists', async () => {
    const { gateway } = await aWaha({ [`DELETE ${path}`]: {}, [`GET ${path}`]: { json: aLine('STARTING') } });
    expect(await gateway.removeLine(line)).toEqual({
      outcome: 'failed',
      error: { code: 'wrong_state', state: 'connecting', retryable: true },
    });
  });

  test.each([
    ['the deletion failed', { status: 502, text: '' }, gone],
    ['the line cannot be read afterwards', {}, { status: 502, text: '' }],
  ])('reports an uncertain removal when %s', async (_, deleted, read) => {
    const { gateway } = await aWaha({ [`DELETE ${path}`]: deleted, [`GET ${path}`]: read });
    expect(await gateway.removeLine(line)).toMatchObject({
      outcome: 'failed',
      error: { code: 'unreachable', retryable: true },
    });
  });
});

describe('all lines', () => {
  test('lists lines with their states only', async () => {
    const other = { ...aLine('STOPPED'), name: 'somebody-elses' };
    const { gateway } = await aWaha({ 'GET /api/sessions?all=true': { json: [aLine('WORKING', { me }), other] } });
    expect(await gateway.listLines('main')).toEqual({
      outcome: 'ok',
      lines: [
        { line, snapshot: { state: 'connected', self, asOf } },
        { line: { shardId: 'main', lineName: 'somebody-elses' }, snapshot: { state: 'stopped', asOf } },
      ],
    });
  });

  test('fails to list lines when the answer cannot be read', async () => {
    const { gateway } = await aWaha({ 'GET /api/sessions?all=true': { json: { sessions: [] } } });
    expect(await gateway.listLines('main')).toMatchObject({ outcome: 'failed', error: { code: 'unreachable' } });
  });
});

describe('commands', () => {
  test.each<[string, VendorAnswer]>([
    ['a stopped line', { status: 201, json: aLine('STARTING') }],
    ['a line that already runs', { status: 422, json: { message: 'is already started' } }],
  ])('starts %s', async (_, answer) => {
    const { gateway, paths } = await aWaha({ [`POST ${path}/start`]: answer });
    expect(await gateway.startLine(line)).toEqual({ outcome: 'ok' });
    expect(paths()).toEqual([`POST ${path}/start`]);
  });

  test('restarts a stuck line', async () => {
    const { gateway, paths } = await aWaha({ [`POST ${path}/restart`]: { status: 201, json: aLine('STARTING') } });
    expect(await gateway.restartLine(line)).toEqual({ outcome: 'ok' });
    expect(paths()).toEqual([`POST ${path}/restart`]);
  });

  test('requests a pairing code for a phone number and for nothing else', async () => {
    const { gateway, asked } = await aWaha({
      [`GET ${path}`]: { json: aLine('SCAN_QR_CODE') },
      [`POST /api/${line.lineName}/auth/request-code`]: { status: 201, json: { code: 'ABCD-EFGH' } },
    });
    const ask = { waitMs: 12_000 };
    expect(await gateway.requestPairingCode(line, '5521955550000', ask)).toEqual({ outcome: 'ok', code: 'ABCD-EFGH' });
    expect(asked[1]?.body).toEqual({ phoneNumber: '5521955550000' });
    expect(await gateway.requestPairingCode(line, '+55 21', ask)).toMatchObject({ error: { code: 'rejected' } });
    expect(asked).toHaveLength(2);
  });

  test('waits for a new line before requesting its pairing code, and not for one that is no longer pairing', async () => {
    const code = `POST /api/${line.lineName}/auth/request-code`;
    const { gateway, paths } = await aWaha({
      [`GET ${path}`]: [{ json: aLine('STARTING') }, { json: aLine('SCAN_QR_CODE') }, { json: aLine('FAILED') }],
      [code]: { status: 201, json: { code: 'ABCD-EFGH' } },
    });
    const ask = { waitMs: 12_000 };
    expect(await gateway.requestPairingCode(line, '5521955550000', ask)).toMatchObject({ outcome: 'ok' });
    const over = { error: { code: 'wrong_state', state: 'broken' } };
    expect(await gateway.requestPairingCode(line, '5521955550000', ask)).toMatchObject(over);
    expect(paths()).toEqual([`GET ${path}`, `GET ${path}`, code, `GET ${path}`]);
  });

  test('submits a passkey as the browser returned it, and confirms it', async () => {
    const { gateway, asked } = await aWaha({
      [`POST /api/${line.lineName}/auth/passkey`]: { status: 201, json: {} },
      [`POST /api/${line.lineName}/auth/passkey/confirm`]: { status: 201, json: {} },
    });
    const assertion = { ...anAssertion('abc'), odd: [1] };
    expect(await gateway.submitPasskey(line, assertion)).toEqual({ outcome: 'ok' });
    expect(asked[0]?.body).toEqual(assertion);
    expect(await gateway.confirmPasskey(line)).toEqual({ outcome: 'ok' });
  });

  test.each([
    ['2026.8.1', 'GOWS', true],
    ['2026.7.1', 'GOWS', true],
    ['2027.1.0', 'GOWS', true],
    ['2026.10.2-arm', 'GOWS', true],
    ['2026.7.0', 'GOWS', false],
    ['2026.6.9', 'GOWS', false],
    ['2025.12.3', 'GOWS', false],
    ['dev', 'GOWS', false],
    ['', 'GOWS', false],
    ['2026.8.1', 'NOWEB', false],
    ['2026.8.1', 'WEBJS', false],
  ])('checks whether version %j with %s works, including passkeys: %s', async (version, engine, suitable) => {
    const json = { version, engine, tier: 'CORE', browser: null, platform: 'linux/x64' };
    const { gateway } = await aWaha({ 'GET /api/version': { json } });
    expect(await gateway.checkGateway()).toEqual({ outcome: 'ok', version: `${version} ${engine}`, suitable });
  });

  test('rejects an invalid line name before any call', async () => {
    const { gateway, asked } = await aWaha({});
    for (const lineName of ['', 'a/b', 'a b', '../x', 'é']) {
      const odd = { shardId: 'main', lineName };
      expect(await gateway.createLine(odd, webhook)).toMatchObject({ error: { code: 'rejected' } });
      expect(await gateway.describeLine(odd)).toEqual({ state: 'absent', asOf });
      for (const call of [gateway.restartLine(odd), gateway.removeLine(odd), gateway.listGroups(odd)]) {
        expect(await call).toMatchObject({ error: { code: 'rejected' } });
      }
    }
    expect(asked).toEqual([]);
  });
});
