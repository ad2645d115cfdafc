import { describe, expect, test } from 'vitest';

import type { LinkResult } from '#functions/alexa/link-amazon-account.ts';
import { appUrl } from '#test/support/worlds/a-platform.ts';
import { aSignIn, anAnswer } from '#test/support/worlds/a-sign-in.ts';

const begin = 'GET /api/auth/amazon';
const callback = 'GET /api/auth/amazon/callback';
const holder = { workspaceId: 900, link: 3 };
const spoken = { force_login: 'true', timestamp: '1795176000000', defaultWorkspaceName: 'Casa' };

/** Ana, signed in, and the workspace that she has; somebody else has number 900, an inactive one of hers is 901. */
async function ana() {
  const world = await aSignIn();
  const browser = world.browser();
  const signIn = async () => {
    const page = await browser.go(begin);
    await browser.go(callback, { code: 'a-code', state: page.searchParams.get('state') ?? '' });
  };
  await signIn();
  const [workspaceId = 0] = world.records.workspaces.keys();
  const userId = world.records.workspaces.get(workspaceId)?.userId ?? '';
  world.records.workspaces.set(900, { userId: 'bruno', name: 'Foreign', status: 'ATIVO' });
  world.records.workspaces.set(901, { userId, name: 'Asleep', status: 'INATIVO' });
  const goLinking = async (workspace = String(workspaceId), how: Record<string, string> = {}) => {
    const page = await browser.go(begin, { workspace, ...spoken, ...how });
    return { page, back: { code: 'link-code', state: page.searchParams.get('state') ?? '' } };
  };
  const move = async () => {
    const { back } = await goLinking(undefined, { move: browser.tokenOf(workspaceId) });
    return browser.go(callback, back);
  };
  const linkWith = async (result: LinkResult) => {
    world.linked.result = result;
    return (await browser.go(callback, (await goLinking()).back)).href;
  };
  return { ...world, ana: browser, signIn, workspaceId, userId, goLinking, move, linkWith };
}

describe('linking an Amazon account', () => {
  test(
    'goes to Amazon, links the workspace of our own record, and comes back to the page of the account',
    { tags: 'spec-9.4' },
    async () => {
      const { ana: browser, goLinking, linked, workspaceId, userId } = await ana();
      const { page, back } = await goLinking();
      expect(page.origin).toBe('https://lwa.test');
      const end = await browser.go(callback, { ...back, workspace: '900' });
      expect(end.href).toBe(`${appUrl}/amazon-auth?success=true&id=${workspaceId}`);
      const account = { amazonUserId: 'amzn1.account.ANA', name: 'Ana Souza', email: 'ana@example.com' };
      expect(linked.asked).toEqual([{ userId, workspaceId, account }]);
    },
  );

  test('moves an account from its other workspace only when the start asks for it', async () => {
    const { move, linked, linkWith, workspaceId, userId } = await ana();
    await linkWith({ outcome: 'accountInUse', isCurrentUserWorkspace: false, holder });
    const end = await move();
    expect(end.href).toBe(`${appUrl}/amazon-auth?success=true&id=${workspaceId}`);
    const account = { amazonUserId: 'amzn1.account.ANA', name: 'Ana Souza', email: 'ana@example.com' };
    expect(linked.moved).toEqual([
      { request: { userId, workspaceId, account }, from: expect.objectContaining(holder) },
    ]);
    expect(linked.asked).toHaveLength(1);
  });

  test('moves nothing when no answer of ours said that the account is in use', async () => {
    const { move, linked } = await ana();
    await move();
    expect(linked.moved).toEqual([]);
    expect(linked.asked).toHaveLength(1);
  });

  test('moves nothing when another session was told that the account is in use', async () => {
    const { move, linked, linkWith, signIn } = await ana();
    await linkWith({ outcome: 'accountInUse', isCurrentUserWorkspace: false, holder });
    await signIn();
    await move();
    expect(linked.moved).toEqual([]);
  });

  test('moves no other account than the one that was in use', async () => {
    const { move, linked, linkWith, records, workspaceId } = await ana();
    await linkWith({ outcome: 'accountInUse', isCurrentUserWorkspace: false, holder });
    const offer = records.offers.get(workspaceId);
    if (offer) records.offers.set(workspaceId, { ...offer, amazonUserId: 'amzn1.account.OTHER' });
    const end = await move();
    expect(end.href).toBe(`${appUrl}/amazon-auth?error=amazon.otherAccountChosen&id=${workspaceId}`);
    expect(linked.moved).toEqual([]);
  });

  test.each(['move', 'reset'])('only our page of this session can ask for %s, in any browser', async (what) => {
    const { ana: browser, workspaceId, signIn } = await ana();
    const query = { workspace: String(workspaceId), ...spoken };
    const pageToken = browser.tokenOf(workspaceId);
    const refusedAs = (code: string) => `${appUrl}/amazon-auth?error=${code}`;
    // Safari before 16.4 tells nothing of where it comes from.
    const origins: [Record<string, string>, string][] = [
      [{}, 'request.pageOutdated'],
      [{ 'sec-fetch-site': 'cross-site' }, 'request.foreignOrigin'],
      [{ 'sec-fetch-site': 'same-origin' }, 'request.pageOutdated'],
    ];
    for (const [headers, code] of origins) {
      for (const guess of ['', 'true', browser.tokenOf(workspaceId + 1)]) {
        const answer = await browser.call(begin, { ...query, [what]: guess }, headers);
        expect(answer.headers?.['location']).toBe(refusedAs(code));
      }
      const answer = await browser.call(begin, { ...query, [what]: pageToken }, headers);
      expect(answer.headers?.['location']).toContain('https://lwa.test');
    }
    await signIn();
    const later = await browser.call(begin, { ...query, [what]: pageToken }, { 'sec-fetch-site': 'same-origin' });
    expect(later.headers?.['location']).toBe(refusedAs('request.pageOutdated'));
  });

  test('leaves the session as it was, and signing in links nothing', async () => {
    const { ana: browser, linked, linkWith } = await ana();
    expect(linked.asked).toEqual([]);
    const before = browser.jar.get('__Host-session');
    await linkWith({ outcome: 'linked' });
    expect(browser.jar.get('__Host-session')).toBe(before);
  });

  test.each<[LinkResult, string]>([
    [{ outcome: 'renewed' }, 'success=true&id=ID'],
    [
      { outcome: 'accountInUse', isCurrentUserWorkspace: true, workspaceName: 'Casa & praia', holder },
      'error=amazonAuth.accountInUseModal.title&isCurrentUserWorkspace=true&workspaceName=Casa+%26+praia&id=ID',
    ],
    [
      { outcome: 'accountInUse', isCurrentUserWorkspace: false, holder },
      'error=amazonAuth.accountInUseModal.title&isCurrentUserWorkspace=false&id=ID',
    ],
    [{ outcome: 'otherAccountLinked' }, 'error=amazon.otherAccountLinked&id=ID'],
    [{ outcome: 'workspaceNotFound' }, 'error=workspace.notFound'],
    [{ outcome: 'workspaceInactive' }, 'error=workspace.inactive'],
  ])('that ends as %j says so to the page', async (result, query) => {
    const { linkWith, workspaceId } = await ana();
    expect(await linkWith(result)).toBe(`${appUrl}/amazon-auth?${query.replace('ID', String(workspaceId))}`);
  });

  test.each([
    ['of somebody else', '900', 'workspace.notFound'],
    ['of nobody', '12345', 'workspace.notFound'],
    ['that cannot be one', 'seven', 'workspace.notFound'],
    ['that is empty', '', 'workspace.notFound'],
    ['that is inactive', '901', 'workspace.inactive'],
  ])('to a workspace %s does not even begin', async (_, workspace, key) => {
    const { goLinking } = await ana();
    expect((await goLinking(workspace)).page.href).toBe(`${appUrl}/amazon-auth?error=${key}`);
  });

  test('without a session begins with signing in', async () => {
    const { browser, workspaceId } = await ana();
    const page = await browser().go(begin, { workspace: String(workspaceId) });
    expect(page.href).toBe(`${appUrl}/login?error=auth.sessionExpired`);
  });

  test('after signing out in between links nothing', async () => {
    const { ana: browser, goLinking, linked } = await ana();
    const { back } = await goLinking();
    await browser.call('POST /api/auth/logout');
    expect((await browser.go(callback, back)).href).toBe(`${appUrl}/amazon-auth?error=auth.stateInvalid`);
    expect(linked.asked).toEqual([]);
  });

  test('after another sign-in in between links nothing', { tags: 'threat-login-csrf' }, async () => {
    const { ana: browser, goLinking, signIn, linked } = await ana();
    const { back } = await goLinking();
    await signIn();
    expect((await browser.go(callback, back)).searchParams.get('error')).toBe('auth.stateInvalid');
    expect(linked.asked).toEqual([]);
  });

  test('with a session that was ended elsewhere links nothing, though the cookie is still there', async () => {
    const { ana: browser, goLinking, platform, linked } = await ana();
    const { back } = await goLinking();
    platform.sessions.all.clear();
    expect((await browser.go(callback, back)).searchParams.get('error')).toBe('auth.stateInvalid');
    expect(linked.asked).toEqual([]);
  });

  test("in somebody else's browser links nothing", async () => {
    const { browser, goLinking, linked } = await ana();
    const { back } = await goLinking();
    expect((await browser().go(callback, back)).href).toBe(`${appUrl}/login?error=auth.stateInvalid`);
    expect(linked.asked).toEqual([]);
  });

  test('is done once per attempt', async () => {
    const { ana: browser, goLinking, linked } = await ana();
    const { back } = await goLinking();
    await browser.go(callback, back);
    await browser.go(callback, back);
    expect(linked.asked).toHaveLength(1);
  });

  test('that the person cancels ends on the page of the account', async () => {
    const { ana: browser, goLinking, workspaceId } = await ana();
    const { back } = await goLinking();
    const end = await browser.go(callback, { state: back.state, error: 'access_denied' });
    expect(end.href).toBe(`${appUrl}/amazon-auth?error=auth.cancelled&id=${workspaceId}`);
  });

  test('while Amazon is down links nothing and ends there too', async () => {
    const { ana: browser, goLinking, providers, linked, workspaceId } = await ana();
    const { back } = await goLinking();
    providers.amazonProfile = () => anAnswer(503, '');
    expect((await browser.go(callback, back)).href).toBe(
      `${appUrl}/amazon-auth?error=auth.providerUnavailable&id=${workspaceId}`,
    );
    expect(linked.asked).toEqual([]);
  });
});

test('no log line holds a token, a cookie, a code, a state, a name, an address or a query string', async () => {
  const { ana: browser, goLinking, platform, linkWith, providers, heard } = await ana();
  await linkWith({ outcome: 'accountInUse', isCurrentUserWorkspace: true, workspaceName: 'Casa', holder });
  const { back } = await goLinking();
  providers.amazonToken = () => anAnswer(400, { error: 'invalid_grant', error_description: 'code link-code' });
  await browser.go(callback, back);
  await browser.go(callback, back);
  await browser.call('POST /api/auth/logout', {}, { origin: 'https://evil.test' });
  const lines = platform.logged.join('');
  expect(lines).toContain('signIn.done');
  const verifiers = heard.map(({ body }) => new URLSearchParams(body).get('code_verifier'));
  const secrets = [
    ...browser.jar.values(),
    ...verifiers,
    back.state,
    'a-code',
    'link-code',
    'Atza|',
    'Atzr|',
    'our-secret',
  ];
  const people = ['Ana Souza', 'ana@example.com', 'Casa'];
  const unsaid = [...secrets, ...people, '?'].filter((text) => text !== null);
  expect(unsaid.filter((text) => lines.includes(text))).toEqual([]);
});
