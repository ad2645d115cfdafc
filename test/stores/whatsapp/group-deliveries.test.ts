import { createHash, createHmac, randomBytes } from 'node:crypto';

import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';

import { tokenOwner } from '#functions/data/items/grant-item.ts';
import { accessKey, lineKey, linePartition } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createGroupMessageStore } from '#functions/data/whatsapp/group-message-store.ts';
import { createInstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';

import { localCredentials } from '../../local/table/dynamodb.ts';
import { aWhatsApp, home, type WhatsApp } from '../../support/worlds/a-group-chat.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { anEvent } from '../../support/worlds/an-event.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { aVendor } from '../../wire/whatsapp/a-vendor.ts';

type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2 | undefined>;
type Home = Awaited<ReturnType<WhatsApp['aHome']>>;

let table: Table;
let vendor: Awaited<ReturnType<typeof aVendor>>;
let handler: Handler;
let chat: WhatsApp;
let mine: Home;
const written: string[] = [];
const voice = { status: 201, json: { id: `true_${home}_ANSWER` } };
const alexa = { status: 202 };

/** Loads the deployed function with its surroundings on this machine. */
beforeAll(async () => {
  table = await aTable();
  vendor = await aVendor({
    'POST /base/api/sendText': voice,
    'PUT /base/api/reaction': { json: {} },
    'POST /base/v3/events': alexa,
  });
  const { url } = vendor.deps.shard;
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    TABLE_NAME: table.name,
    DYNAMODB_ENDPOINT: inject('dynamodbUrl'),
    APP_URL: 'https://app.example',
    WEBHOOK_URL: 'https://hooks.example',
    WAHA_URL: url,
    ALEXA_EVENT_GATEWAY_URL: `${url}/v3/events`,
    SECRETS_JSON: JSON.stringify({
      encryption: { current: 'k1', keys: { k1: randomBytes(32).toString('base64url') } },
      alexa: { clientId: 'skill', clientSecret: 'hush' },
      whatsapp: { main: 'the-gateways-key' },
    }),
  });
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  ({ handler } = await import('#functions/lambdas/whatsapp-inbound.lambda.ts'));
  chat = aWhatsApp(table);
  mine = await chat.aHome([
    'Acender varanda',
    'Luz um',
    'Luz dois',
    'Luz tres',
    'Luz quatro',
    'Luz cinco',
    'Luz seis',
    'Luz sete',
    'Luz oito',
  ]);
  await sealAsReal(mine);
});

afterAll(() => {
  vendor.close();
  vi.restoreAllMocks();
});

beforeEach(() => {
  [alexa.status, voice.status] = [202, 201];
  vendor.asked.length = 0;
  written.length = 0;
});

/** Reseals the seeds, because the function opens sealed values. */
async function sealAsReal({ workspaceId, instanceId }: Home): Promise<void> {
  const { realSealedWorld } = await import('#functions/wiring/process.ts');
  const replace = async (Key: { pk: string; sk: string }, field: string, plain: string, owner: string) =>
    setAttributes(table, Key, { [field]: await realSealedWorld().seal.seal(plain, owner) });
  const { key, secret } = addressOf(instanceId);
  const hash = hashOf(key);
  await replace(lineKey(hash), 'sealedSecret', secret, linePartition(hash));
  await replace(accessKey({ workspaceId }), 'sealed', 'gateway-token', tokenOwner(`amzn1.account.${workspaceId}`));
}

function addressOf(instanceId: number) {
  const { url, secret } = chat.webhookOf(instanceId);
  return { key: url.split('/').at(-1) ?? '', secret };
}

type Tampering = {
  secret?: string;
  algorithm?: string;
  /** Changes the body after signing. */
  after?: (body: string) => string;
  headers?: Record<string, string | undefined>;
  rename?: (headers: Record<string, string>) => Record<string, string>;
  shard?: string;
  key?: string;
  plain?: boolean;
};

async function deliver(event: object | string, tampering: Tampering = {}) {
  const { key, secret } = addressOf(mine.instanceId);
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const { algorithm = 'sha512' } = tampering;
  const headers = {
    'content-type': 'application/json',
    'x-webhook-hmac-algorithm': algorithm,
    'x-webhook-hmac': createHmac(algorithm, tampering.secret ?? secret)
      .update(body)
      .digest('hex'),
    ...tampering.headers,
  };
  const sent = tampering.after?.(body) ?? body;
  const request = anEvent({
    route: 'POST /whatsapp/{shard}/{lineKey}',
    params: { shard: tampering.shard ?? 'main', lineKey: tampering.key ?? key },
    headers: (tampering.rename ?? ((same) => same))(
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    ),
    body: tampering.plain === true ? sent : Buffer.from(sent).toString('base64'),
  });
  const answer = await handler({ ...request, isBase64Encoded: tampering.plain !== true });
  if (!answer) throw new Error('no answer');
  return answer;
}

/** Each test has its own trigger, because a trigger does not fire twice in a row. */
const aCommand = (name = 'Acender varanda') => chat.messageEvent(mine.instanceId, name, { as: 'Carla' });
const calls = () => vendor.asked.map(({ method, path }) => `${method} ${path.replace('/base', '')}`);

describe('a signed delivery', () => {
  test('fires a command at Alexa, reacts with WAHA’s own call, and returns 200', async () => {
    expect((await deliver(aCommand())).statusCode).toBe(200);
    expect(calls()).toEqual(['POST /v3/events', 'PUT /api/reaction']);
    expect(vendor.asked[1]).toMatchObject({
      headers: { 'x-api-key': 'the-gateways-key' },
      body: {
        session: `zb-${mine.instanceId}-1`,
        messageId: expect.stringMatching(/^false_.*@g\.us_3AFFEE\d+_\d+@lid$/),
        reaction: '✅',
      },
    });
  });

  test('answers a built-in command in the group with WAHA’s own call', async () => {
    expect((await deliver(aCommand('lista'))).statusCode).toBe(200);
    expect(vendor.asked).toMatchObject([
      {
        path: '/base/api/sendText',
        body: {
          session: `zb-${mine.instanceId}-1`,
          chatId: home,
          text: expect.stringMatching(/^📋 /u),
          linkPreview: false,
          reply_to: expect.stringMatching(/^false_/),
          id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/),
        },
      },
    ]);
  });

  test('accepts a body whether or not API Gateway passes it as base64', async () => {
    const event = chat.messageEvent(mine.instanceId, 'ajuda 🙏', { as: 'José' });
    expect((await deliver(event, { plain: true })).statusCode).toBe(200);
    expect(calls()).toEqual(['POST /api/sendText']);
  });

  test.each([
    ['that we do not understand', 'status@broadcast'],
    ['of another kind', 'presence.update'],
  ])('returns 200 without an effect for a delivery %s', async (_, kind) => {
    const answer = await deliver(chat.wahaEvent(mine.instanceId, kind, { from: kind }));
    expect([answer.statusCode, calls()]).toEqual([200, []]);
  });

  test.each(['not JSON', '{"id":7}', '[]'])(
    'returns 200 for an unparsable body, because a retry would not help: %s',
    async (body) => {
      expect((await deliver(body)).statusCode).toBe(200);
      expect(written.join('')).toContain('"reason":"unreadable"');
      expect(written.join('')).toContain('"shard":"main","DeliveryUnreadable":1');
    },
  );

  test.each(['message.any', 'session.status'])(
    'counts a delivery whose content does not fit its kind as unreadable: %s',
    async (kind) => {
      expect((await deliver(chat.wahaEvent(mine.instanceId, kind, { content: 'new' }))).statusCode).toBe(200);
      expect(written.join('')).toContain('"shard":"main","DeliveryUnreadable":1');
    },
  );
});

const names: Readonly<Record<string, string>> = {
  'hosted.lid': 'Luz seis',
  'next.year': 'Luz cinco',
  'hosted-v2.lid': 'Luz sete',
};

test.each([
  ['hosted.lid', 'hosted', []],
  ['next.year', 'other.year', ['next.year']],
  ['hosted-v2.lid', 'hosted-v2', ['hosted-v2.lid']],
])('runs a command from an address at %s, and logs an unknown host', async (host, alternative, logged) => {
  const event = aCommand(names[host] ?? '');
  const body = JSON.stringify(event)
    .replaceAll(/(\d+)@lid"/g, `$1:99@${host}"`)
    .replaceAll(/(\d+)@s\.whatsapp\.net"/g, `$1:99@${alternative}"`);
  expect(body).toContain(`:99@${host}"`);
  expect((await deliver(body)).body).toBe('{"outcome":"done"}');
  expect(calls()).toEqual(['POST /v3/events', 'PUT /api/reaction']);
  const hosts = [...written.join('').matchAll(/"event":"inbound\.unknownHost".*?"host":"([^"]*)"/g)].map(
    ([, one]) => one,
  );
  expect(hosts).toEqual(logged);
});

test('runs a command without an address of its sender, and logs it', async () => {
  const body = JSON.stringify(aCommand('Luz oito'))
    .replaceAll(/_\d+@lid"/g, '"')
    .replaceAll(/"\d+(?::\d+)?@(?:lid|s\.whatsapp\.net|c\.us)"/g, 'null');
  expect(body).not.toMatch(/\d@(?!g\.us)/);
  expect((await deliver(body)).body).toBe('{"outcome":"done"}');
  expect(calls()).toEqual(['POST /v3/events', 'PUT /api/reaction']);
  expect(written.join('')).toMatch(/"event":"inbound\.unknownHost".*?"host":"none"/);
});

describe('requests for a redelivery', () => {
  test('ignores a second delivery within fifteen minutes', async () => {
    const event = aCommand('Luz um');
    const answers = [await deliver(event), await deliver(event)];
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, '{"outcome":"done"}'],
      [200, '{"outcome":"ignored"}'],
    ]);
    expect(calls()).toEqual(['POST /v3/events', 'PUT /api/reaction']);
  });

  test('requests no redelivery when Alexa or the gateway fails, because a claimed command never fires again', async () => {
    [alexa.status, voice.status] = [503, 500];
    expect((await deliver(aCommand('Luz dois'))).statusCode).toBe(200);
    expect(calls()).toEqual(['POST /v3/events', 'POST /api/sendText']);
    expect(written.join('')).toMatch(/"event":"group.answered".*"result":"unavailable","said":"unreachable"/);
  });

  test('requests a redelivery while another delivery works on the message', async () => {
    const claim = { instanceId: mine.instanceId, messageId: '3ACLAIMED', claimId: 'other', fires: true };
    await createGroupMessageStore(table, () => new Date()).take(claim, 60_000);
    const event = chat.messageEvent(mine.instanceId, 'Luz tres', { id: '3ACLAIMED' });
    const { statusCode, headers, body } = await deliver(event);
    expect([statusCode, headers?.['retry-after'], body, calls()]).toEqual([503, '2', '{"outcome":"running"}', []]);
  });

  test('requests a redelivery after our own failure, without describing it', async () => {
    const strange = await chat.aHome([], { jid: '120363999000111444@g.us' });
    const { key, secret } = addressOf(strange.instanceId);
    const answer = await deliver(chat.messageEvent(strange.instanceId, 'portão'), { key, secret });
    expect([answer.statusCode, answer.body, calls()]).toEqual([500, '{"outcome":"failed"}', []]);
    expect(written.join('')).toContain('"event":"inbound.failed"');
    expect(written.join('')).not.toContain(secret);
  });
});

test('stores a delivered state in the record of the number', async () => {
  const status = chat.wahaEvent(mine.instanceId, 'session.status', { status: 'STARTING' });
  expect((await deliver({ ...status, timestamp: Date.now() })).body).toBe('{"outcome":"done"}');
  const record = await createInstanceStore(table, () => new Date()).find(mine.workspaceId);
  expect(record).toMatchObject({ chipStatus: 'CONNECTED', connectingSince: expect.any(Number) });
});

describe('bodies that are too long', () => {
  const maxBytes = 1024 * 1024;
  const longEvent = (bytes: number): string => {
    const event = chat.wahaEvent(mine.instanceId, 'presence.update', { text: '' });
    return JSON.stringify({ ...event, text: 'x'.repeat(bytes - JSON.stringify({ ...event, text: '' }).length) });
  };
  test.each([
    ['base64', false],
    ['text', true],
  ])('rejects a body of more than a megabyte unread with 413, as %s', async (_, plain) => {
    expect((await deliver(longEvent(maxBytes), { plain })).statusCode).toBe(200);
    const { statusCode, body } = await deliver(longEvent(maxBytes + 1), { plain });
    expect([statusCode, body]).toEqual([413, '{"outcome":"refused"}']);
    expect(written.at(-1)).toContain('"reason":"tooLong"');
  });
});

test('accepts header names in any case', async () => {
  const capital = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  expect((await deliver(chat.wahaEvent(mine.instanceId, 'presence.update', {}), { rename: capital })).statusCode).toBe(
    200,
  );
});

describe('refused deliveries', () => {
  const other = createHash('sha256').update('other').digest('base64url');
  const cases: [string, Tampering][] = [
    ['a body that was changed', { after: (body) => body.replace('Carla', 'Bruno') }],
    ['a body with one blank more', { after: (body) => `${body} ` }],
    ['another key', { secret: 'another' }],
    ['an empty key', { secret: '' }],
    ['another algorithm', { algorithm: 'sha256' }],
    ['another algorithm by name alone', { headers: { 'x-webhook-hmac-algorithm': 'SHA256' } }],
    ['no signature', { headers: { 'x-webhook-hmac': undefined } }],
    ['a short signature', { headers: { 'x-webhook-hmac': 'ab' } }],
    ['an unknown line', { key: other }],
    ['an invalid address', { key: '../../..' }],
    ['another shard than the line’s', { shard: 'other' }],
  ];
  test.each(cases)('returns 401 without an effect for %s', async (_, tampering) => {
    const answer = await deliver(aCommand(), tampering);
    expect([answer.statusCode, calls()]).toEqual([401, []]);
    expect(answer.body).toBe('{"outcome":"refused"}');
  });

  test.each([
    ['our own line that is signed with another key', { secret: 'another' }, 'ERROR', 'inbound.notBelieved'],
    ['an unknown line', { key: other }, 'WARN', 'inbound.refused'],
  ] as const)('logs and counts the reason for refusing %s', async (_, tampering, level, event) => {
    await deliver(aCommand(), tampering);
    expect(written.join('')).toContain(`"level":"${level}","event":"${event}"`);
  });

  test.each([
    ['more than fifteen minutes ago', -16, 401],
    ['more than fifteen minutes ahead of our clock', 16, 401],
    ['fourteen minutes ago, which is accepted', -14, 200],
  ])('checks the age of a delivery that was signed %s', async (_, minutes, status) => {
    const event = chat.wahaEvent(mine.instanceId, 'presence.update', {});
    const signed = { ...event, timestamp: Date.now() + minutes * 60_000 };
    expect([(await deliver(signed)).statusCode, calls()]).toEqual([status, []]);
  });

  test('returns 401 for a delivery that another of our lines has signed', async () => {
    const another = await chat.aHome([], { jid: '120363999000111555@g.us' });
    const answer = await deliver(aCommand(), { secret: addressOf(another.instanceId).secret });
    expect([answer.statusCode, calls()]).toEqual([401, []]);
  });
});

test('logs no secret, token, LID, phone, name or text', async () => {
  await deliver(aCommand('Luz quatro'));
  await deliver(aCommand('Luz quatro'), { secret: 'another' });
  const { key, secret } = addressOf(mine.instanceId);
  const lines = written.join('\n');
  expect(lines).toContain('group.answered');
  expect(lines).toContain('inbound.notBelieved');
  for (const hidden of [key, secret, 'gateway-token', 'the-gateways-key', '@lid', '@g.us', 'Carla', 'quatro', '3EB0']) {
    expect(lines).not.toContain(hidden);
  }
});
