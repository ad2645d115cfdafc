import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { markUncertain } from '#functions/alexa/devices/device-difference.ts';
import { sendReports } from '#functions/alexa/devices/send-reports.ts';
import { sendToGateway, type SendOutcome } from '#functions/alexa/events/send-to-gateway.ts';
import { endpointOf } from '#functions/alexa/messages/endpoint.ts';
import { runMessage } from '#functions/alexa/messages/run-message.ts';
import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';
import { createAlexaEvents } from '#functions/providers/alexa-events.ts';
import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createHttp } from '#functions/providers/http.ts';

import { sampleSkill } from '../../sandboxes/alexa/sample-skill.ts';
import { startSandboxes, type Sandboxes } from '../../sandboxes/index.ts';
import { sandboxClient, type SandboxClient } from '../../sandboxes/sandbox-client.ts';
import { defaultClients } from '../../sandboxes/world.ts';
import { aGatewayWorld } from '../../support/worlds/a-grant.ts';

let sandboxes: Sandboxes;
let client: SandboxClient;
const { skill } = sampleSkill(() => sandboxes.url);

beforeAll(async () => {
  sandboxes = await startSandboxes({ skillEndpoint: skill });
  client = sandboxClient(sandboxes.url);
});
afterAll(() => sandboxes.close());
beforeEach(async () => {
  for (const name of ['alexa', 'amazon']) await client.json(`/${name}/_reset`, {});
  for (const name of ['alexa', 'amazon']) await client.json(`/${name}/_misbehave`, { next: 0 });
  await client.json('/alexa/home/ana/enable', {});
});

const heard = z.array(z.object({ path: z.string(), body: z.unknown() }));
const refreshing = z.object({ grant_type: z.literal('refresh_token') });
const event = z.object({ event: z.object({ header: z.object({ messageId: z.string() }) }) });

async function calls(name: string): Promise<z.output<typeof heard>> {
  return heard.parse((await client.get(`/${name}/_heard`)).body);
}

type Wanted = {
  gateway?: readonly object[];
  meanwhile?: (person: string) => Promise<unknown> | void;
  /** In minutes. */
  ageMinutes?: number;
  gatewayUrl?: string;
  /** In ms. */
  patienceMs?: number;
};

function aSender({ ageMinutes = 600, gatewayUrl }: Wanted) {
  const { access, refresh } = sandboxes.amazon.grant('ana', defaultClients.amazonSkill.id, 'alexa::async_event:write');
  const grantedAt = new Date(Date.now() - ageMinutes * 60_000).toISOString();
  const world = aGatewayWorld({
    now: new Date(),
    access: { sealed: `sealed:${access.token}`, grantedAt },
    grant: { sealedRefresh: `sealed:${refresh.token}`, grantedAt },
  });
  const http = createHttp();
  const at = (path: string) => `${sandboxes.url}${path}`;
  const urls = {
    NA: gatewayUrl ?? at('/alexa/v3/events'),
    EU: at('/alexa/eu/v3/events'),
    FE: at('/alexa/fe/v3/events'),
  };
  const config = {
    LWA_AUTHORIZE_URL: at('/amazon/ap/oa'),
    LWA_TOKEN_URL: at('/amazon/auth/o2/token'),
    LWA_PROFILE_URL: at('/amazon/user/profile'),
    LWA_TOKENINFO_URL: at('/amazon/auth/o2/tokeninfo'),
  };
  const { id: clientId, secret: clientSecret } = defaultClients.amazonSkill;
  const deps = {
    ...world.deps,
    gateway: createAlexaEvents({ http, urls }),
    login: createAmazonLogin({ config, http }),
    client: () => Promise.resolve({ clientId, clientSecret }),
    now: () => new Date(),
  };
  return { deps, world };
}

async function send(wanted: Wanted) {
  const { gateway = [], meanwhile, patienceMs = 6000 } = wanted;
  const { deps, world } = aSender(wanted);
  await meanwhile?.('ana');
  for (const order of gateway) await client.json('/alexa/_misbehave', order);
  const before = (await calls('amazon')).length;
  const moment = { messageId: crypto.randomUUID(), at: new Date() };
  const target = { deviceId: 'trg-1', starter: 'simple-event' } as const;
  const build = (token: string) => runMessage(target, moment, token);
  const sent = await sendToGateway(deps, { workspaceId: 7 }, build, deadlineIn(deps.now, patienceMs));
  const events = (await calls('alexa')).filter(({ body }) => event.safeParse(body).success);
  const renewals = (await calls('amazon'))
    .slice(0, -before || undefined)
    .filter(({ body }) => refreshing.safeParse(body).success);
  return {
    outcome: sent.outcome,
    retryAfterSeconds: sent.retryAfterSeconds,
    events: events.length,
    messages: new Set(events.map(({ body }) => event.parse(body).event.header.messageId)).size,
    renewals: renewals.length,
    permission: world.world.access()?.state,
    region: world.world.access()?.region,
  };
}

const withdraw = async (person: string) =>
  client.json('/amazon/_revoke', { person, client: 'skill', keepAccess: true });
const code = (name: string, more: object = {}) => ({ code: `${name}_EXCEPTION`, ...more });
const html = { body: '<html><h1>Bad gateway</h1></html>' };

type Row = [name: string, wanted: Wanted, outcome: SendOutcome, rest?: Partial<Awaited<ReturnType<typeof send>>>];
const once = { events: 1, messages: 1, renewals: 0, permission: 'valid', region: 'NA' } as const;

const rows: readonly Row[] = [
  ['202', {}, 'sent'],
  ['204, which Amazon has sent before', { gateway: [{ status: 204 }] }, 'sent'],
  ['400 INVALID_REQUEST', { gateway: [code('INVALID_REQUEST')] }, 'malformed'],
  ['400 without a code', { gateway: [{ status: 400 }] }, 'rejected'],
  ['401, then 202', { gateway: [code('INVALID_ACCESS_TOKEN')] }, 'sent', { events: 2, renewals: 1 }],
  [
    '401, then 401',
    { gateway: [code('INVALID_ACCESS_TOKEN', { next: 2 })] },
    'grantRevoked',
    { events: 2, renewals: 1, permission: 'revoked' },
  ],
  [
    '401, then invalid_grant',
    { gateway: [code('INVALID_ACCESS_TOKEN')], meanwhile: withdraw },
    'grantRevoked',
    { renewals: 1, permission: 'revoked' },
  ],
  ['401 without a code', { gateway: [{ status: 401 }] }, 'sent', { events: 2, renewals: 1 }],
  ['403 SKILL_DISABLED', { gateway: [code('SKILL_DISABLED')] }, 'grantRevoked', { permission: 'revoked' }],
  [
    '403 SKILL_NEVER_ENABLED in this region alone',
    { meanwhile: async () => client.json('/alexa/home/ana/region', { region: 'EU' }) },
    'sent',
    { events: 2, region: 'EU' },
  ],
  [
    '403 SKILL_NEVER_ENABLED everywhere',
    { gateway: [code('SKILL_NEVER_ENABLED', { next: 3 })] },
    'skillNotEnabled',
    { events: 3, renewals: 1 },
  ],
  [
    '403 SKILL_NEVER_ENABLED everywhere, then invalid_grant',
    { gateway: [code('SKILL_NEVER_ENABLED', { next: 3 })], meanwhile: withdraw },
    'grantRevoked',
    { events: 3, renewals: 1, permission: 'revoked' },
  ],
  [
    '403 SKILL_NEVER_ENABLED within ten minutes of the permission',
    { gateway: [code('SKILL_NEVER_ENABLED', { next: 3 })], ageMinutes: 5 },
    'skillNotEnabled',
    { events: 3 },
  ],
  ['403 INSUFFICIENT_PERMISSION', { gateway: [code('INSUFFICIENT_PERMISSION')] }, 'rejected'],
  ['403 without a code', { gateway: [{ status: 403 }] }, 'rejected', { renewals: 1 }],
  ['403 with a page', { gateway: [{ status: 403, ...html }] }, 'rejected', { renewals: 1 }],
  [
    '403 without a code, then invalid_grant',
    { gateway: [{ status: 403 }], meanwhile: withdraw },
    'grantRevoked',
    { renewals: 1, permission: 'revoked' },
  ],
  ['404 SKILL_NOT_FOUND', { gateway: [code('SKILL_NOT_FOUND')] }, 'reinstallSkill'],
  ['404 ACCOUNT_NOT_FOUND', { gateway: [code('ACCOUNT_NOT_FOUND')] }, 'reinstallSkill'],
  ['the code under another status', { gateway: [code('ACCOUNT_NOT_FOUND', { status: 400 })] }, 'reinstallSkill'],
  ['413', { gateway: [code('REQUEST_ENTITY_TOO_LARGE')] }, 'tooLarge'],
  ['413 without a code', { gateway: [{ status: 413 }] }, 'tooLarge'],
  ['429 THROTTLING', { gateway: [code('THROTTLING')] }, 'throttled', { retryAfterSeconds: 5 }],
  ['429 without a code', { gateway: [{ status: 429 }] }, 'throttled', { retryAfterSeconds: 5 }],
  ['500 INTERNAL_SERVICE', { gateway: [code('INTERNAL_SERVICE')] }, 'unavailable', { retryAfterSeconds: 5 }],
  ['500 without a code', { gateway: [{ status: 500 }] }, 'unavailable', { retryAfterSeconds: 5 }],
  ['502 with a page', { gateway: [{ status: 502, ...html }] }, 'unavailable', { retryAfterSeconds: 5 }],
  ['503 SERVICE_UNAVAILABLE', { gateway: [code('SERVICE_UNAVAILABLE')] }, 'unavailable', { retryAfterSeconds: 5 }],
  ['504 of a proxy', { gateway: [{ status: 504, ...html }] }, 'unknown'],
  ['a connection cut before the answer', { gateway: [{ cut: 'before' }] }, 'unknown'],
  ['a connection cut after Amazon took it', { gateway: [{ cut: 'after' }] }, 'unknown'],
  ['an answer that is too slow', { gateway: [{ delayMs: 3000 }], patienceMs: 400 }, 'unknown'],
  [
    'an address without a server',
    { gatewayUrl: 'http://127.0.0.1:1/v3/events' },
    'unavailable',
    { events: 0, messages: 0 },
  ],
];

describe('sending an event', () => {
  test.each(rows)('returns the documented outcome on %s', async (_, wanted, outcome, rest) => {
    expect(await send(wanted)).toEqual({ ...once, retryAfterSeconds: undefined, ...rest, outcome });
  });
});

describe('renewing the token', () => {
  const renewal = { match: '/auth/o2/token', matchBody: 'grant_type=refresh_token' };
  test.each([
    ['503', { status: 503 }],
    ['429', { status: 429 }],
    ['an empty 500', { status: 500, body: '' }],
    ['a page', { status: 502, ...html }],
    ['200 with a page', { status: 200, ...html }],
    ['200 without tokens', { status: 200, body: '{}' }],
    ['a cut connection', { cut: 'after' }],
    ['invalid_client', { code: 'invalid_client' }],
    ['invalid_request', { code: 'invalid_request' }],
    ['unauthorized_client', { code: 'unauthorized_client' }],
    ['unsupported_grant_type', { code: 'unsupported_grant_type' }],
  ])('keeps the permission and sends nothing twice when the token endpoint answers %s', async (_, how) => {
    const failure = async () => client.json('/amazon/_misbehave', { ...renewal, ...how });
    const result = await send({ gateway: [code('INVALID_ACCESS_TOKEN')], meanwhile: failure });
    expect(result).toMatchObject({ outcome: 'unavailable', events: 1, renewals: 1, permission: 'valid' });
  });

  test('keeps the permission when the token endpoint is too slow', async () => {
    const slow = async () => client.json('/amazon/_misbehave', { ...renewal, delayMs: 3000 });
    const result = await send({ gateway: [code('INVALID_ACCESS_TOKEN')], meanwhile: slow, patienceMs: 700 });
    expect(result).toMatchObject({ outcome: 'unavailable', events: 1, permission: 'valid' });
  });
});

test('halves a report until the gateway accepts it, so that the home learns every device', async () => {
  const { deps } = aSender({});
  const devices = ['One', 'Two', 'Three', 'Four'].map((name) => ({ deviceId: `trg-${name}`, name: `Number ${name}` }));
  const changed = devices.map((device) => endpointOf({ ...device, starter: 'simple-event' }));
  for (let refused = 1; refused <= 2; refused += 1) {
    await client.json('/alexa/_misbehave', { code: 'REQUEST_ENTITY_TOO_LARGE_EXCEPTION', match: '/v3/events' });
  }
  const report = (build: (token: string) => object, deadline: Deadline) =>
    sendToGateway(deps, { workspaceId: 7 }, build, deadline, { patience: 'background' });
  const difference = { changed, gone: [] };
  const sent = await sendReports(deps, report, difference, markUncertain({}, difference), deadlineIn(deps.now, 20_000));
  expect(sent.outcome).toBe('sent');
  const sizes = (await calls('alexa')).flatMap(
    ({ body }) => addition.safeParse(body).data?.event.payload.endpoints.length ?? [],
  );
  expect(sizes.toReversed()).toEqual([4, 2, 1, 1, 2]);
  const home = homeOf.parse((await client.get('/alexa/home/ana.json')).body);
  expect(home.devices.map(({ friendlyName }) => friendlyName)).toEqual(
    expect.arrayContaining(devices.map(({ name }) => name)),
  );
});

const addition = z.object({
  event: z.object({
    header: z.object({ name: z.literal('AddOrUpdateReport') }),
    payload: z.object({ endpoints: z.array(z.unknown()) }),
  }),
});
const homeOf = z.object({ devices: z.array(z.object({ friendlyName: z.string() })) });
