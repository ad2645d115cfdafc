import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { createAmazonLogin } from '#functions/providers/amazon-login.ts';
import { createHttp } from '#functions/providers/http.ts';

import { startSandboxes, type Sandboxes } from '../../sandboxes/index.ts';
import { sandboxClient, type SandboxClient } from '../../sandboxes/sandbox-client.ts';
import { defaultClients } from '../../sandboxes/world.ts';
import { acceptGrantDirective, aSkill, discoverDirective, withSecrets } from './skill.ts';

let sandboxes: Sandboxes;
let client: SandboxClient;
beforeAll(async () => {
  sandboxes = await startSandboxes();
  client = sandboxClient(sandboxes.url);
});
afterAll(() => sandboxes.close());
beforeEach(async () => void (await client.json('/amazon/_misbehave', { next: 0 })));

const secretOf = ({ id, secret }: { id: string; secret: string }) => ({ clientId: id, clientSecret: secret });
const clients = { web: secretOf(defaultClients.amazonWeb), messaging: secretOf(defaultClients.amazonSkill) };

function aSkillAtAmazon() {
  const at = (path: string) => `${sandboxes.url}/amazon${path}`;
  const config = {
    LWA_AUTHORIZE_URL: at('/ap/oa'),
    LWA_TOKEN_URL: at('/auth/o2/token'),
    LWA_PROFILE_URL: at('/user/profile'),
    LWA_TOKENINFO_URL: at('/auth/o2/tokeninfo'),
  };
  return aSkill({ login: createAmazonLogin({ config, http: createHttp() }), clients });
}

const tokenOf = (person: string, clientId = defaultClients.amazonWeb.id): string =>
  sandboxes.amazon.grant(person, clientId, 'profile').access.token;

async function answerTo(directive: unknown): Promise<string> {
  const { event } = await aSkillAtAmazon().hear(directive);
  return typeof event.payload['type'] === 'string' ? event.payload['type'] : event.header.name;
}
const discover = (token: string) => answerTo(withSecrets(discoverDirective, token));

const html = '<html><h1>Sorry</h1></html>';
const failure: readonly [name: string, how: object][] = [
  ['429', { status: 429 }],
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['502 with a page', { status: 502, body: html }],
  ['200 with a page', { status: 200, body: html }],
  ['an empty 200', { status: 200, body: '' }],
  ['400 that is our own mistake', { code: 'invalid_request' }],
  ['400 with a page', { status: 400, body: html }],
  ['401 with a page', { status: 401, body: html }],
  ['403 with a page of a firewall', { status: 403, body: html }],
  ['an empty 401', { status: 401, body: '' }],
  ['an empty 403', { status: 403, body: '' }],
  ['401 without a word', { status: 401, body: '{}' }],
  ['403 of somebody else', { status: 403, body: '{"message":"Forbidden"}' }],
  ['401 invalid_client, which is about us', { code: 'invalid_client' }],
  ['a cut connection', { cut: 'after' }],
  ['an answer after more than two seconds', { delayMs: 2300 }],
];
const refusals: readonly [name: string, how: object][] = [
  ['400 invalid_token', { code: 'invalid_token' }],
  ['401 invalid_token', { status: 401, code: 'invalid_token' }],
  ['403 invalid_token', { status: 403, code: 'invalid_token' }],
  ['403 insufficient_scope', { code: 'insufficient_scope' }],
];
const addresses = ['/user/profile', '/auth/o2/tokeninfo'] as const;

describe.each(addresses)('%s', (match) => {
  test.each(failure)(
    'answers INTERNAL_ERROR and keeps the account link when Amazon answers with %s',
    async (_, how) => {
      await client.json('/amazon/_misbehave', { match, ...how });
      expect(await discover(tokenOf('ana'))).toBe('INTERNAL_ERROR');
    },
  );

  test.each(refusals)('ends the account link when Amazon itself refuses the token with %s', async (_, how) => {
    await client.json('/amazon/_misbehave', { match, ...how });
    expect(await discover(tokenOf('ana'))).toBe('INVALID_AUTHORIZATION_CREDENTIAL');
  });
});

test('accepts a valid token and refuses an expired one', async () => {
  const token = tokenOf('ana');
  expect(await discover(token)).toBe('Discover.Response');
  await client.json('/amazon/_expire', { person: 'ana' });
  expect(await discover(token)).toBe('INVALID_AUTHORIZATION_CREDENTIAL');
});

test('answers INTERNAL_ERROR to a token of another application, which is our misconfiguration', async () => {
  expect(await discover(tokenOf('ana', defaultClients.amazonSkill.id))).toBe('INTERNAL_ERROR');
});

describe('the code of a grant', () => {
  const newCode = () =>
    sandboxes.amazon.newCode({
      person: 'ana',
      clientId: defaultClients.amazonSkill.id,
      scope: 'alexa::async_event:write',
    });
  const accept = (code: string) => answerTo(withSecrets(acceptGrantDirective, tokenOf('ana'), code));
  const match = '/auth/o2/token';
  const matchBody = 'grant_type=authorization_code';

  test('exchanges a code once', async () => {
    const code = newCode();
    expect(await accept(code)).toBe('AcceptGrant.Response');
    expect(await accept(code)).toBe('ACCEPT_GRANT_FAILED');
  });

  test.each([
    ...failure,
    ['invalid_grant', { code: 'invalid_grant' }],
    ['invalid_client', { code: 'invalid_client' }],
    ['unauthorized_client', { code: 'unauthorized_client' }],
    ['unsupported_grant_type', { code: 'unsupported_grant_type' }],
  ] as const)(
    'answers ACCEPT_GRANT_FAILED when the token endpoint answers with %s, so that the user can retry',
    async (name, how) => {
      // The exchange may take three seconds.
      const order = name.startsWith('an answer after') ? { delayMs: 3300 } : how;
      await client.json('/amazon/_misbehave', { match, matchBody, ...order });
      expect(await accept(newCode())).toBe('ACCEPT_GRANT_FAILED');
    },
  );

  test.each(failure)('does not spend the code when the profile endpoint answers with %s', async (_, how) => {
    const code = newCode();
    await client.json('/amazon/_misbehave', { match: '/user/profile', ...how });
    expect(await accept(code)).toBe('ACCEPT_GRANT_FAILED');
    expect(await accept(code)).toBe('AcceptGrant.Response');
  });
});
