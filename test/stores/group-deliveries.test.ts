import { createHash, createHmac, randomBytes } from 'node:crypto';

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';

import { tokenOwner } from '#functions/data/grant-item.ts';
import { accessKey, lineKey, linePartition } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { hashOf } from '#functions/platform/random.ts';

import { localCredentials } from '../local/dynamodb.ts';
import { aWhatsApp, home, type WhatsApp } from '../support/a-group-chat.ts';
import { aTable } from '../support/a-table.ts';
import { anEvent } from '../support/an-event.ts';
import { aVendor } from '../wire/whatsapp/a-vendor.ts';

type Handler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;
type Home = Awaited<ReturnType<WhatsApp['aHome']>>;

let table: Table;
let vendor: Awaited<ReturnType<typeof aVendor>>;
let handler: Handler;
let chat: WhatsApp;
let mine: Home;
const written: string[] = [];

/** The very function that is deployed, with the world around it on this machine. */
beforeAll(async () => {
  table = await aTable();
  vendor = await aVendor({
    'POST /base/api/sendText': { status: 201, json: { id: `true_${home}_ANSWER` } },
    'PUT /base/api/reaction': { json: {} },
    'POST /base/v3/events': { status: 202 },
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
  ({ handler } = await import('#functions/whatsapp/inbound.lambda.ts'));
  chat = aWhatsApp(table);
  mine = await chat.aHome(['Acender varanda']);
  await sealAsReal(mine);
}, 60_000);

afterAll(() => {
  vendor.close();
  vi.restoreAllMocks();
});

beforeEach(() => {
  vendor.asked.length = 0;
  written.length = 0;
});

/** What the story's people did was kept as it was; the function opens what is sealed. */
async function sealAsReal({ workspaceId, instanceId }: Home): Promise<void> {
  const { realSeal } = await import('#functions/platform/deps.ts');
  const replace = async (Key: { pk: string; sk: string }, field: string, plain: string, owner: string) =>
    table.doc.send(
      new UpdateCommand({
        TableName: table.name,
        Key,
        UpdateExpression: 'SET #field = :sealed',
        ExpressionAttributeNames: { '#field': field },
        ExpressionAttributeValues: { ':sealed': await realSeal().seal(plain, owner) },
      }),
    );
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
  /** Signs with this. */
  secret?: string;
  algorithm?: string;
  /** The body after it was signed. */
  after?: (body: string) => string;
  headers?: Record<string, string | undefined>;
  shard?: string;
  key?: string;
  plain?: boolean;
};

/** A delivery of WAHA through API Gateway, with whatever somebody did to it. */
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
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    body: tampering.plain === true ? sent : Buffer.from(sent).toString('base64'),
  });
  return handler({ ...request, isBase64Encoded: tampering.plain !== true });
}

const aCommand = () => chat.messageEvent(mine.instanceId, 'Acender varanda', { as: 'Carla' });
const calls = () => vendor.asked.map(({ method, path }) => `${method} ${path.replace('/base', '')}`);

describe('a signed delivery', () => {
  test('of a command rings Alexa, answers in the group by WAHA’s own call, and is 200', async () => {
    expect((await deliver(aCommand())).statusCode).toBe(200);
    expect(calls()).toEqual(['POST /v3/events', 'POST /api/sendText']);
    expect(vendor.asked[1]).toMatchObject({
      headers: { 'x-api-key': 'the-gateways-key' },
      body: {
        session: `zb-${mine.instanceId}-1`,
        chatId: home,
        text: '✅ Acender varanda - Carla',
        linkPreview: false,
        reply_to: expect.stringMatching(/^false_/),
        id: expect.stringMatching(/^3EB0[0-9A-F]{18}$/),
      },
    });
  });

  test('counts whether or not API Gateway passed its body on as base64', async () => {
    chat.clock.advance(4_000);
    const event = chat.messageEvent(mine.instanceId, 'ajuda 🙏', { as: 'José' });
    expect((await deliver(event, { plain: true })).statusCode).toBe(200);
    expect(calls()).toEqual(['POST /api/sendText']);
  });

  test.each([
    ['that we do not understand', 'status@broadcast'],
    ['of another kind', 'presence.update'],
  ])('%s is 200 and has no effect', async (_, kind) => {
    const answer = await deliver(chat.wahaEvent(mine.instanceId, kind, { from: kind }));
    expect([answer.statusCode, calls()]).toEqual([200, []]);
  });

  test.each(['not JSON', '{"id":7}', '[]'])(
    'that nobody can read is 200, for it would be no better again: %s',
    async (body) => {
      expect((await deliver(body)).statusCode).toBe(200);
      expect(written.join('')).toContain('"reason":"unreadable"');
    },
  );
});

describe('401, and nothing happens, for', () => {
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
    ['a line that nobody has', { key: other }],
    ['an address that cannot be one', { key: '../..' }],
    ['another shard than the line’s', { shard: 'other' }],
  ];
  test.each(cases)('%s', async (_, tampering) => {
    const answer = await deliver(aCommand(), tampering);
    expect([answer.statusCode, calls()]).toEqual([401, []]);
    expect(answer.body).toBe('{"outcome":"refused"}');
  });

  test('a delivery that was signed more than fifteen minutes ago', async () => {
    const stale = { ...aCommand(), timestamp: Date.now() - 16 * 60_000 };
    expect([(await deliver(stale)).statusCode, calls()]).toEqual([401, []]);
  });
});

test('no secret, token, LID, phone, name or text is written to the log', async () => {
  await deliver(aCommand());
  await deliver(aCommand(), { secret: 'another' });
  const { key, secret } = addressOf(mine.instanceId);
  const lines = written.join('\n');
  expect(lines).toContain('group.answered');
  expect(lines).toContain('inbound.refused');
  for (const hidden of [
    key,
    secret,
    'gateway-token',
    'the-gateways-key',
    '@lid',
    '@g.us',
    'Carla',
    'varanda',
    '3EB0',
  ]) {
    expect(lines).not.toContain(hidden);
  }
});
