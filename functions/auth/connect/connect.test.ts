import { describe, expect, test } from 'vitest';

import { skillOff, type AccessItem } from '#functions/data/items/grant-item.ts';
import { functions } from '#infra/functions.ts';
import { appUrl } from '#test/support/worlds/a-platform.ts';
import { aSignIn, anAnswer } from '#test/support/worlds/a-sign-in.ts';
import { skillId } from '#test/support/worlds/an-enabling-flow.ts';

const begin = 'GET /api/auth/amazon';
const callback = 'GET /api/auth/amazon/callback';
const amazonUserId = 'amzn1.account.ANA';
const success = ({ workspaceId }: { workspaceId: number }) => `${appUrl}/amazon-auth?success=true&id=${workspaceId}`;
const minute = 60_000;

const access = (state: AccessItem['state'], extra: Partial<AccessItem> = {}): AccessItem => ({
  type: 'access',
  amazonUserId,
  version: 4,
  region: 'NA',
  state,
  grantedAt: '2026-11-01T10:00:00.000Z',
  sealed: 'sealed',
  tokenExpiresAt: '2026-11-01T11:00:00.000Z',
  ...extra,
});

/**
 * Signs Ana in; her first redirect links her workspace. Amazon's pages return a code unless a test passes an answer.
 */
async function ana(outcome: 'linked' | 'renewed' = 'linked') {
  const world = await aSignIn();
  const { chain, records } = world;
  chain.isOn = true;
  const browser = world.browser();
  const signInPage = await browser.go(begin);
  await browser.go(callback, { code: 'a-code', state: signInPage.searchParams.get('state') ?? '' });
  const [workspaceId = 0] = records.workspaces.keys();
  const workspace = records.workspaces.get(workspaceId);
  if (!workspace) throw new Error('nobody signed in');
  const at = '2026-11-01T10:00:00.000Z';
  const link = { number: 3, amazonUserId, name: 'Ana', email: 'ana@example.com', createdAt: at, updatedAt: at };
  records.workspaces.set(workspaceId, { ...workspace, link });
  world.linked.result = { outcome };

  const back = (page: URL, answer: Record<string, string> = { code: `code-${page.searchParams.get('scope') ?? ''}` }) =>
    browser.go(callback, { ...answer, state: page.searchParams.get('state') ?? '' });
  const start = (query: Record<string, string> = {}) =>
    browser.go(begin, {
      workspace: String(workspaceId),
      ...query,
      ...(query['reset'] && { reset: browser.tokenOf(workspaceId) }),
    });
  const toAllow = async (query: Record<string, string> = {}) => back(await start(query));
  const toCode = async () => back(await toAllow());
  const status = () => chain.items.get(workspaceId);
  /** The page's view of a skill that we have disabled. */
  const off = () => {
    const now = records.workspaces.get(workspaceId)?.link;
    return now && skillOff(now, chain.access.found);
  };
  return {
    ...world,
    ana: browser,
    workspaceId,
    userId: workspace.userId,
    link,
    back,
    start,
    toAllow,
    toCode,
    status,
    off,
  };
}

type World = Awaited<ReturnType<typeof ana>>;

/** Sets Alexa's answers by method. The endpoint lookup always succeeds. */
function alexaSays(world: World, answers: Partial<Record<string, [number, unknown?]>>) {
  world.providers.alexa = (method, path) => {
    if (path === 'alexaApiEndpoint') return anAnswer(200, { endpoints: ['alexa.test'] });
    const [status, body = {}] = answers[method] ?? [404];
    return anAnswer(status, body);
  };
}

const calls = ({ heard }: World, method: string) =>
  heard.filter((each) => each.method === method && each.url.endsWith('/enablement'));

describe('connecting Alexa', () => {
  test('redirects from the link to the consent, then for a code that Alexa uses, and enables the skill', async () => {
    const world = await ana();
    alexaSays(world, { POST: [201, { status: 'ENABLED' }] });
    const allow = await world.toAllow();
    expect(Object.fromEntries(allow.searchParams)).toMatchObject({
      client_id: 'skill-client',
      scope: 'alexa::skills:account_linking',
      redirect_uri: `${appUrl}/api/auth/amazon/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(world.status()).toMatchObject({ step: 'allow', link: 3, amazonUserId });

    const code = await world.back(allow);
    expect(Object.fromEntries(code.searchParams)).toMatchObject({ client_id: 'our-client', scope: 'profile' });
    expect(code.searchParams.has('code_challenge')).toBe(false);
    expect(world.status()).toMatchObject({ step: 'enable' });

    expect((await world.back(code, { code: 'unspent' })).href).toBe(success(world));
    expect(world.status()).toMatchObject({ step: 'grant' });
    expect(world.status()).not.toHaveProperty('problem');
    const [call] = calls(world, 'POST');
    expect(call?.url).toBe(`https://alexa.test/v1/users/~current/skills/${skillId}/enablement`);
    expect(JSON.parse(call?.body ?? '')).toMatchObject({
      accountLinkRequest: { authCode: 'unspent', redirectUri: `${appUrl}/api/auth/amazon/callback` },
    });
    const spent = world.heard.map(({ body }) => new URLSearchParams(body).get('code'));
    expect(spent).not.toContain('unspent');
  });

  test("completes in the user's browser when a link scanner opens each callback first", async () => {
    const world = await ana();
    alexaSays(world, { POST: [201, { status: 'ENABLED' }] });
    const scanner = world.browser();
    const scanned: string[] = [];
    const scanAndGo = async (page: URL) => {
      const back = { code: 'scanned', state: page.searchParams.get('state') ?? '' };
      scanned.push((await scanner.go(callback, back)).href);
      return world.back(page);
    };
    const end = await scanAndGo(await scanAndGo(await scanAndGo(await world.start())));
    expect(end.href).toBe(success(world));
    expect(scanned).toEqual(Array(3).fill(`${appUrl}/login?error=auth.stateInvalid`));
  });

  test.each<[string, [number, unknown?], Record<string, true | undefined>]>([
    ['enabled', [201, { status: 'ENABLED' }], { isEnabled: true }],
    ['enabling', [201, { status: 'ENABLING' }], {}],
    ['an unreadable answer', [201, 'fine'], {}],
    ['already enabled', [409], { isEnabled: true, wasEnabled: true }],
    ['a timeout', [504], {}],
  ])('stores the skill as enabled only after Alexa confirms it: %s', async (_case, answer, noted) => {
    const world = await ana();
    const before: unknown[] = [];
    alexaSays(world, { POST: answer });
    const { alexa } = world.providers;
    world.providers.alexa = (method, path) => {
      if (method === 'POST') before.push(world.status());
      return alexa(method, path);
    };
    expect((await world.back(await world.toCode())).href).toBe(success(world));
    expect(before[0]).toMatchObject({ step: 'grant' });
    expect(before[0]).not.toHaveProperty('isEnabled');
    const { isEnabled, wasEnabled } = world.status() ?? {};
    expect({ isEnabled, wasEnabled }).toEqual({ isEnabled: undefined, wasEnabled: undefined, ...noted });
  });

  test('succeeds when storing the skill as enabled fails', async () => {
    const world = await ana();
    alexaSays(world, { POST: [201, { status: 'ENABLED' }] });
    const code = await world.toCode();
    world.chain.deps.connecting.noteEnabled = async () => Promise.reject(new Error('the table is away'));
    expect((await world.back(code)).href).toBe(success(world));
    expect(world.status()).toMatchObject({ step: 'grant' });
    expect(world.platform.logged.join('')).toContain('enablement.notNoted');
  });

  test("exchanges the consent code as the skill's client with the code verifier", async () => {
    const world = await ana();
    await world.toCode();
    const exchange = world.heard.findLast(({ url }) => url === 'https://lwa.test/token');
    expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toMatchObject({
      client_id: 'skill-client',
      code: 'code-alexa::skills:account_linking',
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test('redirects to the consent page when the stored grant has ended at Amazon', async () => {
    const world = await ana();
    world.chain.access.found = access('valid');
    world.chain.access.checked = access('revoked');
    expect((await world.toAllow()).searchParams.get('scope')).toBe('alexa::skills:account_linking');
    expect(world.status()).toMatchObject({ step: 'allow' });
  });

  test('passes the login hint on with every redirect', async () => {
    const world = await ana();
    const allow = await world.toAllow({ login_hint: 'ana@example.com' });
    const code = await world.back(allow);
    expect([allow, code].map(({ searchParams }) => searchParams.get('login_hint'))).toEqual([
      'ana@example.com',
      'ana@example.com',
    ]);
  });

  test(
    'uses a new state for each redirect, seals the token, and rejects the callback after five minutes',
    { tags: 'threat-skill-mix-up' },
    async () => {
      const world = await ana();
      const allow = await world.toAllow();
      const code = await world.back(allow);
      expect(code.searchParams.get('state')).not.toBe(allow.searchParams.get('state'));
      expect(world.chain.sealed).toEqual([`W#${world.workspaceId}`]);
      expect(JSON.stringify([...world.records.states.values()])).not.toContain('Atza|');
      world.platform.clock.pass(5 * minute);
      expect((await world.back(code)).searchParams.get('error')).toBe('auth.stateInvalid');
      expect(calls(world, 'POST')).toEqual([]);
    },
  );

  test('stores that the skill was enabled before the flow', async () => {
    const world = await ana();
    alexaSays(world, { GET: [200, { status: 'ENABLED' }], POST: [201] });
    await world.back(await world.toCode());
    expect(world.status()).toMatchObject({ step: 'grant', wasEnabled: true });
  });

  test('waits for the grant when Alexa answers that the skill is already enabled', async () => {
    const world = await ana();
    alexaSays(world, { GET: [503], POST: [409] });
    expect((await world.back(await world.toCode())).href).toBe(success(world));
    expect(world.status()).toMatchObject({ step: 'grant', wasEnabled: true });
    expect(world.status()).not.toHaveProperty('problem');
  });

  test('sends the code once and waits for the grant when the answer is lost', async () => {
    const world = await ana();
    world.providers.alexa = (method, path) =>
      method === 'POST' ? { outcome: 'lost' } : anAnswer(path === 'enablement' ? 404 : 200, {});
    await world.back(await world.toCode());
    expect(world.status()).toMatchObject({ step: 'grant' });
    expect(calls(world, 'POST')).toHaveLength(1);
  });

  test('waits for the grant even before Alexa answers the call', async () => {
    const world = await ana();
    const steps: unknown[] = [];
    world.providers.alexa = (method, path) => {
      if (method === 'POST') steps.push(world.status()?.step);
      return anAnswer(path === 'enablement' && method === 'GET' ? 404 : 200, {});
    };
    await world.back(await world.toCode());
    expect(steps).toEqual(['grant']);
  });

  test('enables the skill when the stored grant is valid but the gateway does not know the skill', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('valid', { unknownAt: '2026-11-01T10:30:00.000Z' });
    alexaSays(world, { POST: [201, { status: 'ENABLED' }] });
    await world.back(await world.toCode());
    expect(world.chain.access.checks).toBe(0);
    expect(world.status()).toMatchObject({ step: 'grant', isEnabled: true });
    expect(calls(world, 'POST')).toHaveLength(1);
  });

  test('does not call Alexa when a grant has arrived in between', async () => {
    const world = await ana();
    const code = await world.toCode();
    world.chain.access.found = access('valid');
    expect((await world.back(code)).href).toBe(success(world));
    expect(calls(world, 'POST')).toEqual([]);
    expect(world.status()).toBeUndefined();
  });
});

describe('ending after the link', () => {
  test('ends after the link when Amazon confirms the stored grant', async () => {
    const world = await ana();
    world.chain.access.found = access('valid');
    world.chain.access.checked = access('valid', { version: 5 });
    expect((await world.toAllow()).href).toBe(success(world));
    expect(world.chain.access.checks).toBe(1);
    expect(world.status()).toBeUndefined();
  });

  test('ends after the link when this stage cannot enable the skill', async () => {
    const world = await ana();
    world.chain.isOn = false;
    expect((await world.toAllow()).href).toBe(success(world));
    expect(world.status()).toBeUndefined();
  });

  test('ends after the link when the client of the skill is not configured', async () => {
    const world = await ana();
    world.secrets.alexa = undefined;
    expect((await world.toAllow()).href).toBe(success(world));
  });

  test.each([
    [
      'the account is in use elsewhere',
      { outcome: 'accountInUse', isCurrentUserWorkspace: false, holder: { workspaceId: 900, link: 3 } } as const,
    ],
    ['another account is linked', { outcome: 'otherAccountLinked' } as const],
  ])('does not continue to Alexa when %s', async (_case, result) => {
    const world = await ana();
    world.linked.result = result;
    expect((await world.toAllow()).searchParams.has('error')).toBe(true);
    expect(world.status()).toBeUndefined();
  });

  test('ends after the link when the account was unlinked in between', async () => {
    const world = await ana();
    const { link: _, ...unlinked } = world.records.workspaces.get(world.workspaceId) ?? {
      userId: world.userId,
      name: '',
      status: 'ATIVO' as const,
    };
    world.records.workspaces.set(world.workspaceId, unlinked);
    expect((await world.toAllow()).href).toBe(success(world));
  });
});

describe('linking the same account again', () => {
  test('ends when Amazon confirms that the grant is still valid', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('valid');
    world.chain.access.checked = access('valid', { version: 5 });
    expect((await world.toAllow()).href).toBe(success(world));
    expect(world.chain.access.checks).toBe(1);
  });

  test('redirects to the consent page when Amazon answers that the grant has ended', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('valid');
    world.chain.access.checked = access('revoked');
    expect((await world.toAllow()).searchParams.get('client_id')).toBe('skill-client');
  });

  test('redirects to the consent page without a check when the grant is known to have ended', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('revoked');
    expect((await world.toAllow()).searchParams.get('client_id')).toBe('skill-client');
    expect(world.chain.access.checks).toBe(0);
  });

  const reinstall = ({ workspaceId }: World) => `${appUrl}/amazon-auth?error=amazon.reinstallSkill&id=${workspaceId}`;

  test.each<[string, (world: World) => void]>([
    ['this stage cannot enable the skill', ({ chain }) => void (chain.isOn = false)],
    [
      'Amazon has refused to enable it for this grant',
      ({ chain, platform }) =>
        void (chain.access.found = access('revoked', { reconnectRefusedAt: platform.now().toISOString() })),
    ],
    [
      'Amazon has refused to enable it before the first grant',
      ({ chain, platform, records, workspaceId, userId, link }) => {
        chain.access.found = undefined;
        const refused = { ...link, reconnectRefusedAt: platform.now().toISOString() };
        records.workspaces.set(workspaceId, { userId, name: 'Casa', status: 'ATIVO', link: refused });
      },
    ],
  ])('asks the user to reinstall the skill when %s', async (_case, change) => {
    const world = await ana('renewed');
    world.chain.access.found = access('revoked');
    change(world);
    expect((await world.toAllow()).href).toBe(reinstall(world));
    expect(world.status()).toBeUndefined();
  });

  test('redirects to the consent page again a day after a refusal', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('revoked', { reconnectRefusedAt: world.platform.now().toISOString() });
    world.platform.clock.pass(24 * 60 * minute);
    expect((await world.toAllow()).searchParams.get('client_id')).toBe('skill-client');
  });

  test('rejects the sixth reconnect within an hour and allows the next one afterwards', async () => {
    const world = await ana('renewed');
    for (let time = 1; time <= 5; time += 1) {
      expect((await world.toAllow()).searchParams.get('client_id')).toBe('skill-client');
    }
    expect((await world.toAllow()).href).toBe(`${appUrl}/amazon-auth?id=${world.workspaceId}`);
    expect(world.status()).toMatchObject({ problem: 'amazon.connectTooOften' });
    world.platform.clock.pass(60 * minute);
    expect((await world.toAllow()).searchParams.get('client_id')).toBe('skill-client');
  });
});

test('keeps a new link and stores the problem when the hourly limit is exceeded', async () => {
  const world = await ana();
  for (let time = 1; time <= 5; time += 1) await world.toAllow();
  expect((await world.toAllow()).href).toBe(success(world));
  expect(world.status()).toMatchObject({ problem: 'amazon.connectTooOften' });
});

describe('keeping the link when Alexa cannot be connected', () => {
  test.each<[string, Record<string, string>, string]>([
    ['Amazon is down', { error: 'temporarily_unavailable' }, 'amazon.enablementUnavailable'],
    ['Amazon fails', { error: 'server_error' }, 'amazon.enablementUnavailable'],
    ['our client is not authorized', { error: 'unauthorized_client' }, 'amazon.enablementNotConfigured'],
    ['our scope is wrong', { error: 'invalid_scope' }, 'amazon.enablementNotConfigured'],
    ['our request is wrong', { error: 'invalid_request' }, 'amazon.enablementNotConfigured'],
    ['the callback has an unknown error', { error: 'made_up' }, 'amazon.enablementUnavailable'],
    ['the callback is empty', {}, 'amazon.enablementUnavailable'],
  ])('keeps the link and stores the problem when %s, at either page', async (_case, answer, problem) => {
    for (const page of ['allow', 'code'] as const) {
      const world = await ana();
      const at = page === 'allow' ? await world.toAllow() : await world.toCode();
      expect((await world.back(at, answer)).href).toBe(success(world));
      expect(world.status()).toMatchObject({ problem });
      expect(calls(world, 'POST')).toEqual([]);
    }
  });

  test.each([
    ['allow', 'does not allow Alexa', 'amazon.allowDeclined'],
    ['code', 'allows Alexa but does not confirm the account', 'amazon.accountNotConfirmed'],
  ])('keeps the link and stores the problem at the page "%s" when the user %s', async (page, _case, problem) => {
    const world = await ana();
    const at = page === 'allow' ? await world.toAllow() : await world.toCode();
    expect((await world.back(at, { error: 'access_denied' })).href).toBe(success(world));
    expect(world.status()).toMatchObject({ problem });
    expect(calls(world, 'POST')).toEqual([]);
  });

  test.each(['invalid_request', 'unauthorized_client', 'invalid_scope', 'unsupported_response_type'])(
    'only logs a warning and stores no refusal when the callback has %s, which a user can forge',
    async (error) => {
      const world = await ana();
      await world.back(await world.toAllow(), { error });
      const lines = world.platform.logged.map((line) => JSON.parse(line));
      const told = lines.filter(({ level }) => level !== 'INFO');
      expect(told.map((line) => [line.level, line.event, line.reason])).toEqual([
        ['WARN', 'enablement.refused', 'askedWrongly'],
      ]);
      expect(lines).toContainEqual(
        expect.objectContaining({ event: 'enablement.ended', outcome: 'askedWrongly', code: error }),
      );
      expect(world.chain.refused).toEqual([]);
    },
  );

  test.each<[string, [number, unknown?], string]>([
    ['the code was already used', [400, { error: 'invalid_grant' }], 'amazon.consentRefused'],
    ['our secret is wrong', [401, { error: 'invalid_client' }], 'amazon.enablementNotConfigured'],
    ['our request is wrong', [400, { error: 'invalid_request' }], 'amazon.enablementNotConfigured'],
    ['Amazon is down', [503, ''], 'amazon.enablementUnavailable'],
  ])('stores the problem when the code exchange fails because %s', async (_case, [status, body], problem) => {
    const world = await ana();
    const allow = await world.toAllow();
    world.providers.amazonToken = () => anAnswer(status, body);
    expect((await world.back(allow)).href).toBe(success(world));
    expect(world.status()).toMatchObject({ problem });
    expect(world.chain.refused).toEqual([]);
  });

  test('stores a refusal only for the stage when our client is no longer configured', async () => {
    const world = await ana();
    const allow = await world.toAllow();
    world.secrets.alexa = undefined;
    expect((await world.back(allow)).href).toBe(success(world));
    expect(world.status()).toMatchObject({ problem: 'amazon.enablementNotConfigured' });
    expect(world.chain.refused).toEqual([]);
    expect(await world.chain.deps.enablingRefused.isStopped()).toBe(true);
  });

  test.each<[string, [number, unknown?], string | undefined]>([
    ['codeRefused', [400, { message: 'Invalid account linking credentials' }], 'codeRefused'],
    ['wrongRegion', [400, { code: 'incorrectEndpoint' }], 'wrongRegion'],
    ['forbidden', [403], 'forbidden'],
    ['enablingFailed', [201, { status: 'ENABLING_FAILED' }], 'enablingFailed'],
    ['an outage', [503], undefined],
  ])('logs a warning about a refusal but not about an outage: %s', async (_case, said, reason) => {
    const world = await ana();
    alexaSays(world, { POST: said });
    await world.back(await world.toCode());
    const warnings = world.platform.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 'WARN');
    expect(warnings.map((line) => [line.event, line.reason])).toEqual(
      reason === undefined ? [] : [['enablement.refused', reason]],
    );
  });

  test.each<[string, [number, unknown?], string, 'noted' | 'not noted']>([
    [
      'cannot use the code',
      [400, { message: 'Invalid account linking credentials' }],
      'enablementRefused',
      'not noted',
    ],
    ['cannot read our message', [400, { message: 'Bad' }], 'enablementNotConfigured', 'not noted'],
    ['does not know the account in any region', [400, { code: 'incorrectEndpoint' }], 'enablementRefused', 'noted'],
    ['rejects the token', [401], 'consentRefused', 'not noted'],
    ['refuses this user', [403], 'enablementRefused', 'noted'],
    ['does not know the skill', [404], 'enablementNotConfigured', 'not noted'],
    ['is rate limiting', [429], 'enablementUnavailable', 'not noted'],
    ['fails', [500], 'enablementUnavailable', 'not noted'],
    ['is down', [503], 'enablementUnavailable', 'not noted'],
    ['accepts the request and then fails', [201, { status: 'ENABLING_FAILED' }], 'enablementUnavailable', 'not noted'],
  ])('keeps the link and stores the problem when Alexa %s', async (_case, said, problem, noted) => {
    const world = await ana();
    world.chain.access.found = access('revoked');
    alexaSays(world, { POST: said });
    expect((await world.back(await world.toCode())).href).toBe(success(world));
    expect(world.status()).toMatchObject({ problem: `amazon.${problem}` });
    expect(world.chain.refused).toEqual(noted === 'noted' ? [world.chain.access.found] : []);
  });

  test.each([401, 403])('does not enable the skill when Alexa answers the lookup with %i', async (status) => {
    const world = await ana();
    alexaSays(world, { GET: [status], POST: [201] });
    await world.back(await world.toCode());
    expect(world.status()).toHaveProperty('problem');
    expect(calls(world, 'POST')).toEqual([]);
  });

  test('stores a refusal with the link when the grant is missing', async () => {
    const world = await ana();
    alexaSays(world, { POST: [403] });
    await world.back(await world.toCode());
    expect(world.chain.refused).toEqual(['link']);
  });

  test.each<[string, [number, unknown], string]>([
    ['another account was chosen', [200, { aud: 'skill-client', user_id: 'amzn1.account.BIA' }], 'otherAccountChosen'],
    ['Amazon does not return the user id', [200, { aud: 'skill-client' }], 'enablementUnavailable'],
    ['Amazon is down', [503, ''], 'enablementUnavailable'],
    ['Amazon does not know our client', [400, { error: 'invalid_client' }], 'enablementNotConfigured'],
  ])('stores the problem when accounts are compared and %s', async (_case, [status, body], problem) => {
    const world = await ana();
    world.chain.comparesAccounts = true;
    world.providers.amazonTokenInfo = () => anAnswer(status, body);
    expect((await world.toCode()).href).toBe(success(world));
    expect(world.status()).toMatchObject({ problem: `amazon.${problem}` });
  });

  test('continues when the compared accounts are the same', async () => {
    const world = await ana();
    world.chain.comparesAccounts = true;
    expect((await world.toCode()).searchParams.get('client_id')).toBe('our-client');
  });
});

describe('refusals of all users', () => {
  const isStopped = ({ chain }: World) => chain.deps.enablingRefused.isStopped();
  const others = async ({ chain }: World, ...accounts: string[]) => {
    for (const account of accounts) await chain.deps.enablingRefused.note('account', account);
  };
  const lines = ({ platform }: World) => platform.logged.map((line) => JSON.parse(line));
  const stops = (world: World) => lines(world).filter(({ event }) => event === 'enablement.stopped');

  test.each<[string, (world: World) => Promise<unknown>, 'at once' | 'after three' | 'never']>([
    ['does not know the skill', (world) => (alexaSays(world, { POST: [404] }), enable(world)), 'at once'],
    ['does not know our client', (world) => consentEndsWith(world, [401, { error: 'invalid_client' }]), 'at once'],
    ['cannot read our message', (world) => (alexaSays(world, { POST: [400] }), enable(world)), 'after three'],
    [
      'cannot read our request for a token',
      (world) => consentEndsWith(world, [400, { error: 'invalid_request' }]),
      'after three',
    ],
    ['cannot use the code', (world) => (alexaSays(world, { POST: [400, credentials] }), enable(world)), 'after three'],
    ['refuses the account', (world) => (alexaSays(world, { POST: [403] }), enable(world)), 'after three'],
    [
      'does not know the account',
      (world) => (alexaSays(world, { POST: [400, elsewhere] }), enable(world)),
      'after three',
    ],
    [
      'refuses our scope at its consent page',
      async (world) => world.back(await world.toAllow(), { error: 'invalid_scope' }),
      'after three',
    ],
    [
      'refuses our client at its consent page',
      async (world) => world.back(await world.toAllow(), { error: 'unauthorized_client' }),
      'after three',
    ],
    ['rejects the token', (world) => (alexaSays(world, { POST: [401] }), enable(world)), 'never'],
    ['is down', (world) => (alexaSays(world, { POST: [503] }), enable(world)), 'never'],
    [
      'accepts the request and then fails',
      (world) => (alexaSays(world, { POST: [201, { status: 'ENABLING_FAILED' }] }), enable(world)),
      'never',
    ],
    [
      'returns that the user declined',
      async (world) => world.back(await world.toAllow(), { error: 'access_denied' }),
      'never',
    ],
  ])('stops enabling at once, after three accounts or never when Amazon %s', async (_case, refuse, known) => {
    const alone = await ana();
    await refuse(alone);
    expect(await isStopped(alone)).toBe(known === 'at once');
    const third = await ana();
    await others(third, 'BIA', 'CAIO');
    expect(await isStopped(third)).toBe(false);
    await refuse(third);
    expect(await isStopped(third)).toBe(known !== 'never');
    expect(stops(third)).toHaveLength(known === 'never' ? 0 : 1);
  });
  const credentials = { message: 'Invalid account linking credentials' };
  const elsewhere = { code: 'incorrectEndpoint' };
  const enable = async (world: World) => world.back(await world.toCode());
  const consentEndsWith = async (world: World, [status, body]: [number, unknown]) => {
    const allow = await world.toAllow();
    world.providers.amazonToken = () => anAnswer(status, body);
    await world.back(allow);
  };

  test.each<[string, (world: World) => Promise<unknown>]>([
    ['the client is unknown', (world) => consentEndsWith(world, [401, { error: 'invalid_client' }])],
    ['the skill is unknown', (world) => (alexaSays(world, { POST: [404] }), enable(world))],
    ['the client is not configured', (world) => ((world.secrets.alexa = undefined), world.toAllow())],
    [
      'Alexa accepts the request and then fails',
      (world) => (alexaSays(world, { POST: [201, { status: 'ENABLING_FAILED' }] }), enable(world)),
    ],
    ['Alexa rejects the token', (world) => (alexaSays(world, { POST: [401] }), enable(world))],
    ['Alexa is down', (world) => (alexaSays(world, { POST: [503] }), enable(world))],
    ['the user declines', async (world) => world.back(await world.toAllow(), { error: 'access_denied' })],
  ])('stores nothing about the account when %s', async (_case, refuse) => {
    const world = await ana();
    await refuse(world);
    expect([...world.chain.stage.accounts]).toEqual([]);
    expect(world.chain.refused).toEqual([]);
  });

  test.each<[string, (world: World) => Promise<unknown>, boolean]>([
    ['the account is refused', (world) => (alexaSays(world, { POST: [403] }), enable(world)), true],
    ['no region knows the account', (world) => (alexaSays(world, { POST: [400, elsewhere] }), enable(world)), true],
    ['the code cannot be used', (world) => (alexaSays(world, { POST: [400, credentials] }), enable(world)), false],
    ['Alexa cannot read our message', (world) => (alexaSays(world, { POST: [400] }), enable(world)), false],
    ['Amazon cannot read our request', (world) => consentEndsWith(world, [400, { error: 'invalid_request' }]), false],
    [
      'Amazon refuses our scope at its consent page',
      async (world) => world.back(await world.toAllow(), { error: 'invalid_scope' }),
      false,
    ],
  ])(
    'counts the account when %s, and stores a refusal for it only if the refusal is about the account',
    async (_case, refuse, isAbout) => {
      const world = await ana();
      await refuse(world);
      expect([...world.chain.stage.accounts]).toEqual([amazonUserId]);
      expect(world.chain.refused).toEqual(isAbout ? ['link'] : []);
    },
  );

  test('stops reconnecting for all users after three accounts get the same refusal at the consent page', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('revoked');
    await others(world, 'BIA', 'CAIO');
    await world.back(await world.toAllow(), { error: 'unauthorized_client' });
    world.chain.items.clear();
    expect((await world.toAllow()).searchParams.get('error')).toBe('amazon.reinstallSkill');
  });

  test('logs a warning for each failed enabling without stopping the stage', async () => {
    const world = await ana();
    alexaSays(world, { POST: [201, { status: 'ENABLING_FAILED' }] });
    for (let time = 1; time <= 3; time += 1) await enable(world);
    const warnings = lines(world).filter(({ level }) => level === 'WARN');
    expect(warnings.map(({ event, reason }) => [event, reason])).toEqual(
      Array.from({ length: 3 }, () => ['enablement.refused', 'enablingFailed']),
    );
    expect(await isStopped(world)).toBe(false);
  });

  test('counts an account once and logs one warning when it is refused repeatedly', async () => {
    const world = await ana();
    alexaSays(world, { POST: [403] });
    for (let time = 1; time <= 4; time += 1) await enable(world);
    expect(await isStopped(world)).toBe(false);
    expect(lines(world).filter(({ event }) => event === 'enablement.refused')).toHaveLength(1);
  });

  test('redirects no user to Amazon for an hour, and then a single one to test the refusal', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('revoked');
    await world.chain.deps.enablingRefused.note('stage', 'BIA');
    expect((await world.toAllow()).href).toBe(
      `${appUrl}/amazon-auth?error=amazon.reinstallSkill&id=${world.workspaceId}`,
    );
    expect(world.status()).toBeUndefined();
    world.platform.clock.pass(60 * minute);
    expect((await world.toAllow()).searchParams.get('client_id')).toBe('skill-client');
    expect((await world.toAllow()).searchParams.get('error')).toBe('amazon.reinstallSkill');
  });

  test('completes a first link without an attempt to connect Alexa while all users are refused', async () => {
    const world = await ana();
    await world.chain.deps.enablingRefused.note('stage', 'BIA');
    expect((await world.toAllow()).href).toBe(success(world));
    expect(world.status()).toBeUndefined();
  });

  test.each<[string, [number, unknown?]]>([
    ['enabled', [201, { status: 'ENABLED' }]],
    ['already enabled', [409]],
  ])('forgets earlier refusals when Alexa answers: %s', async (_case, answer) => {
    const world = await ana();
    await others(world, 'BIA', 'CAIO');
    alexaSays(world, { POST: answer });
    await enable(world);
    await others(world, 'DORA');
    expect(await isStopped(world)).toBe(false);
  });

  test('stores no refusal with the third account or a later one', async () => {
    const third = await ana();
    await others(third, 'BIA', 'CAIO');
    alexaSays(third, { POST: [403] });
    await enable(third);
    expect(await isStopped(third)).toBe(true);
    expect(third.chain.refused).toEqual([]);
    expect(third.status()).toMatchObject({ problem: 'amazon.enablementRefused' });
    third.platform.clock.pass(60 * minute);
    await enable(third);
    expect(third.chain.refused).toEqual([]);
  });

  test('logs an error and stops the stage when the client is missing', async () => {
    const world = await ana();
    world.secrets.alexa = undefined;
    await world.toAllow();
    const told = lines(world).filter(({ level }) => level !== 'INFO');
    expect(told.map(({ level, event, reason, secret }) => [level, event, reason, secret])).toEqual([
      ['ERROR', 'gateway.misconfigured', 'notConfigured', 'alexa'],
      ['WARN', 'enablement.stopped', 'notConfigured', undefined],
    ]);
    expect(await isStopped(world)).toBe(true);
  });

  test("stores the user's problem even when storing the refusal fails", async () => {
    const world = await ana();
    world.chain.deps.enablingRefused.note = () => Promise.reject(new Error('the table is away'));
    alexaSays(world, { POST: [403] });
    expect((await enable(world)).href).toBe(success(world));
    expect(world.status()).toMatchObject({ problem: 'amazon.enablementRefused' });
    expect(world.platform.logged.join('')).toContain('enablement.notNoted');
  });
});

describe('invalid callbacks', () => {
  const invalid = `${appUrl}/amazon-auth?error=auth.stateInvalid`;

  test.each(['allow', 'code'] as const)('rejects a callback of the page "%s" after a newer start', async (page) => {
    const world = await ana();
    const old = page === 'allow' ? await world.toAllow() : await world.toCode();
    await world.toAllow();
    expect((await world.back(old)).href).toBe(invalid);
    expect(world.status()).toMatchObject({ step: 'allow' });
  });

  test.each(['allow', 'code'] as const)('rejects a callback of the page "%s" after a cancellation', async (page) => {
    const world = await ana();
    const old = page === 'allow' ? await world.toAllow() : await world.toCode();
    world.chain.items.clear();
    expect((await world.back(old)).href).toBe(invalid);
    expect(world.status()).toBeUndefined();
    expect(calls(world, 'POST')).toEqual([]);
  });

  test('rejects a callback when the flow is cancelled during the call to Alexa', async () => {
    const world = await ana();
    const code = await world.toCode();
    world.providers.alexa = () => {
      world.chain.items.clear();
      return anAnswer(404, {});
    };
    expect((await world.back(code)).href).toBe(invalid);
    expect(calls(world, 'POST')).toEqual([]);
  });

  test.each(['allow', 'code'] as const)(
    'rejects a repeated callback of the page "%s", such as after a reload',
    async (page) => {
      const world = await ana();
      const at = page === 'allow' ? await world.toAllow() : await world.toCode();
      await world.back(at);
      expect((await world.back(at)).href).toBe(invalid);
      expect(calls(world, 'POST')).toHaveLength(page === 'code' ? 1 : 0);
    },
  );

  test('rejects a callback after the user has signed out', { tags: 'threat-skill-mix-up' }, async () => {
    const world = await ana();
    const code = await world.toCode();
    await world.ana.call('POST /api/auth/logout');
    expect((await world.back(code)).href).toBe(invalid);
    expect(calls(world, 'POST')).toEqual([]);
  });

  test('rejects a callback in another browser', { tags: 'threat-skill-mix-up' }, async () => {
    const world = await ana();
    const code = await world.toCode();
    const stolen = { code: 'x', state: code.searchParams.get('state') ?? '' };
    expect((await world.browser().go(callback, stolen)).href).toBe(`${appUrl}/login?error=auth.stateInvalid`);
    expect(calls(world, 'POST')).toEqual([]);
  });

  test.each<[string, (world: World) => void]>([
    [
      'with another link',
      ({ records, workspaceId, userId, link }) =>
        void records.workspaces.set(workspaceId, { userId, name: '', status: 'ATIVO', link: { ...link, number: 4 } }),
    ],
    [
      'that is inactive',
      ({ records, workspaceId, userId, link }) =>
        void records.workspaces.set(workspaceId, { userId, name: '', status: 'INATIVO', link }),
    ],
    [
      'of another user',
      ({ records, workspaceId, link }) =>
        void records.workspaces.set(workspaceId, { userId: 'bruno', name: '', status: 'ATIVO', link }),
    ],
  ])('rejects a callback for a workspace %s', async (_case, change) => {
    const world = await ana();
    const code = await world.toCode();
    change(world);
    expect((await world.back(code)).href).toBe(invalid);
    expect(calls(world, 'POST')).toEqual([]);
  });
});

describe('switching the skill off and on', () => {
  test('disables the skill with the first consent, asks for a second one, and enables the skill', async () => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: [204], POST: [201] });
    const first = await world.toAllow({ reset: 'true' });
    const second = await world.back(first);
    expect(second.searchParams.get('client_id')).toBe('skill-client');
    expect(calls(world, 'DELETE')).toHaveLength(1);
    const code = await world.back(second);
    expect(code.searchParams.get('client_id')).toBe('our-client');
    await world.back(code);
    expect(world.status()).toMatchObject({ step: 'grant' });
    expect([calls(world, 'DELETE'), calls(world, 'POST')].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('shows the skill as off after a declined consent and a new start, until Alexa has enabled it', async () => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: [204], POST: [201, { status: 'ENABLED' }] });
    const second = await world.back(await world.toAllow({ reset: 'true' }));
    expect(world.off()).toEqual({ isOff: true });
    await world.back(second, { error: 'access_denied' });
    expect(world.status()).toMatchObject({ problem: 'amazon.allowDeclined' });
    expect(world.off()).toEqual({ isOff: true });
    const code = await world.toCode();
    expect(world.off()).toEqual({ isOff: true });
    await world.back(code);
    expect(world.status()).toMatchObject({ step: 'grant', isEnabled: true });
    expect(world.off()).toEqual({});
  });

  test.each<[string, [number, unknown?], string]>([
    ['refuses the account', [403], 'amazon.enablementRefused'],
    ['cannot use the code', [400, { message: 'Invalid account linking credentials' }], 'amazon.enablementRefused'],
    ['does not know the skill', [404], 'amazon.enablementNotConfigured'],
    ['cannot read our message', [400], 'amazon.enablementNotConfigured'],
    ['rejects the token', [401], 'amazon.consentRefused'],
    ['accepts the request and then fails', [201, { status: 'ENABLING_FAILED' }], 'amazon.enablementUnavailable'],
    ['is down', [503], 'amazon.enablementUnavailable'],
  ])('shows the skill as off when it cannot be enabled again because Alexa %s', async (_case, answer, problem) => {
    const world = await ana('renewed');
    world.chain.access.found = access('revoked');
    alexaSays(world, { DELETE: [204], POST: answer });
    const second = await world.back(await world.toAllow({ reset: 'true' }));
    await world.back(await world.back(second));
    expect(calls(world, 'POST').length).toBeGreaterThan(0);
    expect(world.status()).toMatchObject({ problem });
    expect(world.off()).toEqual({ isOff: true });
    world.chain.items.clear();
    expect(world.off()).toEqual({ isOff: true });
  });

  test.each<[string, [number, unknown?]]>([
    ['Alexa already has it enabled', [200, { status: 'ENABLED' }]],
    ['the lookup fails and Alexa answers that it is already enabled', [503]],
  ])('no longer shows the skill as off when %s', async (_case, seen) => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: [204], GET: seen, POST: [409] });
    const second = await world.back(await world.toAllow({ reset: 'true' }));
    await world.back(await world.back(second));
    expect(world.off()).toEqual({});
  });

  test('does not show the skill as off for another link', async () => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: [204] });
    await world.back(await world.toAllow({ reset: 'true' }));
    const { userId, link, records, workspaceId } = world;
    records.workspaces.set(workspaceId, { userId, name: 'Casa', status: 'ATIVO', link: { ...link, number: 4 } });
    await world.toAllow();
    expect(world.status()).toMatchObject({ link: 4 });
    expect(world.off()).toEqual({});
  });

  test('shows that the skill may be off after a lost answer and a new start, until Alexa has enabled it', async () => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: [504], POST: [201, { status: 'ENABLED' }] });
    expect((await world.back(await world.toAllow({ reset: 'true' }))).href).toBe(success(world));
    expect(world.status()).toMatchObject({ problem: 'amazon.enablementUnavailable' });
    expect(world.off()).toEqual({ mayBeOff: true });
    const code = await world.toCode();
    expect(world.off()).toEqual({ mayBeOff: true });
    await world.back(code);
    expect(world.off()).toEqual({});
  });

  test.each<[string, [number, unknown?], object]>([
    ['is off', [204], { isOff: true }],
    ['may be off', [504], { mayBeOff: true }],
  ])('stores that the skill %s when a newer start has replaced the flow', async (_case, answer, off) => {
    const world = await ana('renewed');
    const consent = await world.toAllow({ reset: 'true' });
    alexaSays(world, { DELETE: answer });
    const { alexa } = world.providers;
    world.providers.alexa = async (method, path) => {
      const started = world.status()?.chainId;
      if (method === 'DELETE' && started === first) await world.toAllow();
      return alexa(method, path);
    };
    const first = world.status()?.chainId;
    await world.back(consent);
    expect(world.status()?.chainId).not.toBe(first);
    expect(world.status()).toMatchObject({ step: 'allow' });
    expect(world.off()).toEqual(off);
    expect(world.status()).not.toHaveProperty('problem');
  });

  test.each<[string, [number, unknown?], object]>([
    ['rejects the token', [401], {}],
    ['refuses the account', [403], {}],
    ['does not know the account in any region', [400, { code: 'incorrectEndpoint' }], {}],
    ['is rate limiting', [429], {}],
    ['is down', [503], { mayBeOff: true }],
  ])('shows that the skill may be off only if Alexa may have disabled it: Alexa %s', async (_case, answer, off) => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: answer });
    await world.back(await world.toAllow({ reset: 'true' }));
    expect(world.off()).toEqual(off);
  });

  test('still shows that the skill is or may be off when a later attempt is refused', async () => {
    for (const [first, off] of [
      [204, { isOff: true }],
      [503, { mayBeOff: true }],
    ] as const) {
      const world = await ana('renewed');
      alexaSays(world, { DELETE: [first] });
      await world.back(await world.toAllow({ reset: 'true' }));
      world.platform.clock.pass(1_000);
      alexaSays(world, { DELETE: [403] });
      await world.back(await world.toAllow({ reset: 'true' }));
      expect(world.off()).toEqual(off);
    }
  });

  test('stores that the skill may be off before it calls Alexa', async () => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: [204] });
    const { alexa } = world.providers;
    const known: unknown[] = [];
    world.providers.alexa = (method, path) => {
      if (method === 'DELETE') {
        known.push(world.off());
        world.chain.deps.connecting.noteOff = () => Promise.reject(new Error('the table is away'));
      }
      return alexa(method, path);
    };
    await world.back(await world.toAllow({ reset: 'true' }));
    expect(known).toEqual([{ mayBeOff: true }]);
    expect(world.off()).toEqual({ mayBeOff: true });
  });

  test('continues when the skill is already off', async () => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: [404] });
    const second = await world.back(await world.toAllow({ reset: 'true' }));
    expect(second.searchParams.get('client_id')).toBe('skill-client');
  });

  test.each<[number, string]>([
    [401, 'amazon.consentRefused'],
    [403, 'amazon.enablementRefused'],
    [503, 'amazon.enablementUnavailable'],
  ])('ends with a problem when Alexa answers %i to disabling', async (status, problem) => {
    const world = await ana('renewed');
    alexaSays(world, { DELETE: [status] });
    expect((await world.back(await world.toAllow({ reset: 'true' }))).href).toBe(success(world));
    expect(world.status()).toMatchObject({ problem });
  });

  test('does not disable the skill while the grant is valid', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('valid');
    world.chain.access.checked = access('valid');
    expect((await world.toAllow({ reset: 'true' })).href).toBe(success(world));
    expect(calls(world, 'DELETE')).toEqual([]);
  });

  test('keeps the skill enabled when the user enables it in the Alexa app during the consent', async () => {
    const world = await ana('renewed');
    world.chain.access.found = access('revoked');
    alexaSays(world, { DELETE: [204] });
    const consent = await world.toAllow({ reset: 'true' });
    world.chain.access.found = access('valid', { version: 5 });
    expect((await world.back(consent)).href).toBe(success(world));
    expect(calls(world, 'DELETE')).toEqual([]);
    expect(world.status()).toBeUndefined();
    expect(world.off()).toEqual({});
  });
});

describe('slow answers of Amazon and Alexa', () => {
  const seconds = functions.find(({ name }) => name === 'auth')?.seconds ?? 0;
  // Time for the table and the secrets.
  const spare = 5_000;

  /** Lets each call take as long as its timeout, and returns how long `travel` took in ms. */
  async function slowly(world: World, travel: () => Promise<unknown>): Promise<number> {
    const { providers, platform, heard } = world;
    const slow = () => platform.clock.pass(heard.at(-1)?.timeoutMs ?? 0);
    const { amazonToken, amazonTokenInfo } = providers;
    providers.amazonToken = (request) => (slow(), amazonToken(request));
    providers.amazonTokenInfo = () => (slow(), amazonTokenInfo());
    providers.alexa = () => (slow(), { outcome: 'lost' });
    const before = platform.now().getTime();
    await travel();
    return platform.now().getTime() - before;
  }

  test.each<[string, (world: World) => Promise<URL>]>([
    ['the consent', (world) => world.toAllow()],
    ['the consent that disables the skill', (world) => world.toAllow({ reset: 'true' })],
    ['the code that enables the skill', (world) => world.toCode()],
  ])('finishes the callback of %s within the time of its function', async (_case, upTo) => {
    const world = await ana('renewed');
    world.chain.comparesAccounts = true;
    const page = await upTo(world);
    const took = await slowly(world, () => world.back(page));
    expect(took).toBeGreaterThan(5_000);
    expect(took).toBeLessThanOrEqual(seconds * 1000 - spare);
  });

  test('reserves five seconds for disabling when the lookup of the region times out', async () => {
    const world = await ana('renewed');
    const page = await world.toAllow({ reset: 'true' });
    await slowly(world, () => world.back(page));
    expect(calls(world, 'DELETE')[0]?.timeoutMs).toBe(5_000);
  });
});

test('logs no tokens, codes, states, names or e-mail addresses while connecting', async () => {
  const world = await ana();
  world.providers.amazonToken = () =>
    anAnswer(200, { access_token: 'Atza|consent', refresh_token: 'Atzr|consent', expires_in: 3600 });
  alexaSays(world, { POST: [400, { message: 'Invalid account linking credentials: unspent' }] });
  const allow = await world.toAllow({ login_hint: 'ana@example.com' });
  const code = await world.back(allow);
  await world.back(code, { code: 'unspent' });
  const lines = world.platform.logged.join('');
  expect(lines).toContain('enablement.ended');
  const states = [allow, code].map(({ searchParams }) => searchParams.get('state') ?? 'missing');
  const secrets = [...states, 'consent', 'unspent', 'skill-secret', 'ana@example.com', ...world.ana.jar.values()];
  expect(secrets.filter((text) => lines.includes(text))).toEqual([]);
});
