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

/** Carries the configuration with the signing key. */
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

describe('a line is made', () => {
  test('with our webhook, its own key, what we must not lose, and nothing else kept', async () => {
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

  test('once: made again, it gets its configuration replaced', async () => {
    const { gateway, paths, asked } = await aWaha({
      'POST /api/sessions': exists,
      [`PUT ${path}`]: { json: aLine('STARTING') },
    });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ outcome: 'ok', snapshot: { state: 'connecting' } });
    expect(paths()).toEqual(['POST /api/sessions', `PUT ${path}`]);
    expect(asked[1]?.body).toMatchObject({ config: { webhooks: [{ hmac: { key: webhook.secret } }] } });
  });

  test('that exists and is stopped, and runs afterwards', async () => {
    const { gateway, paths } = await aWaha({
      'POST /api/sessions': exists,
      [`PUT ${path}`]: { json: aLine('STOPPED') },
      [`POST ${path}/start`]: { status: 201, json: aLine('STARTING') },
    });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ snapshot: { state: 'connecting' } });
    expect(paths().at(-1)).toBe(`POST ${path}/start`);
  });

  test('even when somebody else started it in between', async () => {
    const { gateway } = await aWaha({
      'POST /api/sessions': exists,
      [`PUT ${path}`]: { json: aLine('STOPPED') },
      [`POST ${path}/start`]: exists,
      [`GET ${path}`]: { json: aLine('SCAN_QR_CODE') },
    });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ snapshot: { state: 'awaiting_qr' } });
  });

  test('not when it was taken away in between', async () => {
    const { gateway } = await aWaha({ 'POST /api/sessions': exists, [`PUT ${path}`]: { status: 404, json: {} } });
    expect(await gateway.createLine(line, webhook)).toMatchObject({ outcome: 'failed', error: { code: 'not_found' } });
  });

  test('not by a page that something else shows at the address', async () => {
    const { gateway } = await aWaha({ 'POST /api/sessions': { text: '<html>' } });
    expect(await gateway.createLine(line, webhook)).toEqual({
      outcome: 'failed',
      error: { code: 'unreachable', retryable: true },
    });
  });
});

describe('a line is described', () => {
  test.each([
    ['STOPPED', 'stopped'],
    ['STARTING', 'connecting'],
    ['SCAN_QR_CODE', 'awaiting_qr'],
    ['WORKING', 'connected'],
    ['FAILED', 'broken'],
    ['A_STATE_OF_NEXT_YEAR', 'unknown'],
    ['toString', 'unknown'],
  ])('%s means %s', async (status, state) => {
    const { gateway } = await aWaha({ [`GET ${path}`]: { json: aLine(status) }, [`GET ${path}/me`]: {} });
    expect(await gateway.describeLine(line)).toEqual({ state, asOf });
  });

  test('with the number, the LID and the name once it is linked', async () => {
    const { gateway, paths } = await aWaha({ [`GET ${path}`]: { json: aLine('WORKING', { me }) } });
    expect(await gateway.describeLine(line)).toEqual({ state: 'connected', self, asOf });
    expect(paths()).toHaveLength(1);
  });

  test('with the number asked for on its own, where the line does not tell it', async () => {
    const { gateway } = await aWaha({ [`GET ${path}`]: { json: aLine('WORKING') }, [`GET ${path}/me`]: { json: me } });
    expect(await gateway.describeLine(line)).toMatchObject({ self });
  });

  test('without a LID and a name that are not known', async () => {
    const bare = { id: me.id, lid: null, pushName: ' ' };
    const { gateway } = await aWaha({ [`GET ${path}`]: { json: aLine('WORKING', { me: bare }) } });
    expect(await gateway.describeLine(line)).toEqual({ state: 'connected', self: { phone: self.phone }, asOf });
  });

  const challenge = { challenge: 'c29tZXRoaW5n', rpId: 'web.whatsapp.com', allowCredentials: [], extra: { kept: 1 } };
  test.each([
    ['PASSKEY_REQUIRED', '/challenge', challenge, 'awaiting_passkey', { challenge }],
    ['PASSKEY_CONFIRMATION_REQUIRED', '/confirmation', { code: '4Z-77' }, 'awaiting_passkey_code', { code: '4Z-77' }],
  ])('%s brings what WhatsApp wants, unchanged', async (status, rest, json, state, passkey) => {
    const { gateway } = await aWaha({
      [`GET ${path}`]: { json: aLine(status) },
      [`GET /api/${line.lineName}/auth/passkey${rest}`]: { json },
    });
    expect(await gateway.describeLine(line)).toEqual({ state, passkey, asOf });
  });

  test.each([{}, { challenge: '' }, { challenge: 7 }, ['challenge'], 'text'])(
    'without a challenge that is none: %j',
    async (json) => {
      const { gateway } = await aWaha({
        [`GET ${path}`]: { json: aLine('PASSKEY_REQUIRED') },
        [`GET /api/${line.lineName}/auth/passkey/challenge`]: { json },
      });
      expect(await gateway.describeLine(line)).toEqual({ state: 'awaiting_passkey', asOf });
    },
  );

  test('without a challenge that is over already', async () => {
    const { gateway } = await aWaha({
      [`GET ${path}`]: { json: aLine('PASSKEY_REQUIRED') },
      [`GET /api/${line.lineName}/auth/passkey/challenge`]: { status: 422, json: { message: 'No challenge' } },
    });
    expect(await gateway.describeLine(line)).toEqual({ state: 'awaiting_passkey', asOf });
  });

  test.each([
    ['404 says that there is none', { status: 404, json: { message: 'Session not found' } }, 'absent'],
    ['500 says nothing', { status: 500, json: { exception: { message: 'x' } } }, 'unknown'],
    ['503 says nothing', { status: 503, text: 'busy' }, 'unknown'],
    ['401 says nothing about the line', { status: 401, json: { message: 'Unauthorized', statusCode: 401 } }, 'unknown'],
    ['a page says nothing', { text: '<html>' }, 'unknown'],
    ['a connection that was cut says nothing', 'cut' as const, 'unknown'],
  ])('%s', async (_, answer, state) => {
    const { gateway } = await aWaha({ [`GET ${path}`]: answer });
    expect(await gateway.describeLine(line)).toEqual({ state, asOf });
  });

  test('as unknown when no answer comes in the time that there is', async () => {
    const { gateway } = await aWaha({ [`GET ${path}`]: 'silent' });
    expect(await gateway.describeLine(line, { timeoutMs: 80 })).toEqual({ state: 'unknown', asOf });
  });

  test('as of the time before it was asked, so that an event of the time after it is newer', async () => {
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

describe('a line is removed', () => {
  const gone = { status: 404, json: { message: 'Session not found' } };

  test('only once the gateway knows no such line any more', async () => {
    const { gateway, paths } = await aWaha({ [`DELETE ${path}`]: {}, [`GET ${path}`]: gone });
    expect(await gateway.removeLine(line)).toEqual({ outcome: 'ok' });
    expect(paths()).toEqual([`DELETE ${path}`, `GET ${path}`]);
  });

  test('any number of times', async () => {
    const { gateway } = await aWaha({ [`DELETE ${path}`]: gone, [`GET ${path}`]: gone });
    expect(await gateway.removeLine(line)).toEqual({ outcome: 'ok' });
    expect(await gateway.removeLine(line)).toEqual({ outcome: 'ok' });
  });

  test('not yet, while it is still there', async () => {
    const { gateway } = await aWaha({ [`DELETE ${path}`]: {}, [`GET ${path}`]: { json: aLine('STARTING') } });
    expect(await gateway.removeLine(line)).toEqual({
      outcome: 'failed',
      error: { code: 'wrong_state', state: 'connecting', retryable: true },
    });
  });

  test.each([
    ['the deletion failed', { status: 502, text: '' }, gone],
    ['nobody can tell afterwards', {}, { status: 502, text: '' }],
  ])('not for certain, when %s', async (_, deleted, read) => {
    const { gateway } = await aWaha({ [`DELETE ${path}`]: deleted, [`GET ${path}`]: read });
    expect(await gateway.removeLine(line)).toMatchObject({
      outcome: 'failed',
      error: { code: 'unreachable', retryable: true },
    });
  });
});

describe('all lines', () => {
  test('are listed with their states, and with nothing else', async () => {
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

  test('are not none because the answer cannot be read', async () => {
    const { gateway } = await aWaha({ 'GET /api/sessions?all=true': { json: { sessions: [] } } });
    expect(await gateway.listLines('main')).toMatchObject({ outcome: 'failed', error: { code: 'unreachable' } });
  });
});

describe('on demand', () => {
  test.each<[string, VendorAnswer]>([
    ['a stopped line is started', { status: 201, json: aLine('STARTING') }],
    ['a line that runs by now counts as started', { status: 422, json: { message: 'is already started' } }],
  ])('%s', async (_, answer) => {
    const { gateway, paths } = await aWaha({ [`POST ${path}/start`]: answer });
    expect(await gateway.startLine(line)).toEqual({ outcome: 'ok' });
    expect(paths()).toEqual([`POST ${path}/start`]);
  });

  test('a stuck line is restarted', async () => {
    const { gateway, paths } = await aWaha({ [`POST ${path}/restart`]: { status: 201, json: aLine('STARTING') } });
    expect(await gateway.restartLine(line)).toEqual({ outcome: 'ok' });
    expect(paths()).toEqual([`POST ${path}/restart`]);
  });

  test('a pairing code comes for a phone, and for nothing else', async () => {
    const { gateway, asked } = await aWaha({
      [`POST /api/${line.lineName}/auth/request-code`]: { status: 201, json: { code: 'ABCD-EFGH' } },
    });
    expect(await gateway.requestPairingCode(line, '5521955550000')).toEqual({ outcome: 'ok', code: 'ABCD-EFGH' });
    expect(asked[0]?.body).toEqual({ phoneNumber: '5521955550000' });
    expect(await gateway.requestPairingCode(line, '+55 21')).toMatchObject({ error: { code: 'rejected' } });
    expect(asked).toHaveLength(1);
  });

  test('a passkey is answered with the credential as the browser gave it, and confirmed', async () => {
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
  ])('a gateway of version %j with %s: can it be used, passkeys included? %s', async (version, engine, suitable) => {
    const json = { version, engine, tier: 'CORE', browser: null, platform: 'linux/x64' };
    const { gateway } = await aWaha({ 'GET /api/version': { json } });
    expect(await gateway.checkGateway()).toEqual({ outcome: 'ok', version: `${version} ${engine}`, suitable });
  });

  test('no name that was not made for a line reaches the gateway', async () => {
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
