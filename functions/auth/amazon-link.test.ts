import { describe, expect, test } from 'vitest';

import type { LinkResult } from '#functions/alexa/link-amazon-account.ts';
import { appUrl } from '#test/support/worlds/a-platform.ts';
import { aSignIn, anAnswer } from '#test/support/worlds/a-sign-in.ts';

const begin = 'GET /api/auth/amazon';
const callback = 'GET /api/auth/amazon/callback';
const holder = { workspaceId: 900, link: 3 };
const spoken = { force_login: 'true', timestamp: '1795176000000', defaultWorkspaceName: 'Casa' };

/** Signs Ana in with one active workspace. Workspace 900 belongs to another user; 901 is hers but inactive. */
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
    'links the workspace that was stored with the attempt and returns to the account page',
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

  test('moves an account from its other workspace only when the start requests it', async () => {
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

  test('links the account without moving it when it was never reported as in use', async () => {
    const { move, linked } = await ana();
    await move();
    expect(linked.moved).toEqual([]);
    expect(linked.asked).toHaveLength(1);
  });

  test('moves nothing when the account was reported as in use to another session', async () => {
    const { move, linked, linkWith, signIn } = await ana();
    await linkWith({ outcome: 'accountInUse', isCurrentUserWorkspace: false, holder });
    await signIn();
    await move();
    expect(linked.moved).toEqual([]);
  });

  test('rejects a move when the user chooses an account other than the one in use', async () => {
    const { move, linked, linkWith, records, workspaceId } = await ana();
    await linkWith({ outcome: 'accountInUse', isCurrentUserWorkspace: false, holder });
    const offer = records.offers.get(workspaceId);
    if (offer) records.offers.set(workspaceId, { ...offer, amazonUserId: 'amzn1.account.OTHER' });
    const end = await move();
    expect(end.href).toBe(`${appUrl}/amazon-auth?error=amazon.otherAccountChosen&id=${workspaceId}`);
    expect(linked.moved).toEqual([]);
  });

  test.each(['move', 'reset'])('accepts a %s only with the page token of the current session', async (what) => {
    const { ana: browser, workspaceId, signIn } = await ana();
    const query = { workspace: String(workspaceId), ...spoken };
    const pageToken = browser.tokenOf(workspaceId);
    const refusedAs = (code: string) => `${appUrl}/amazon-auth?error=${code}`;
    // Safari before 16.4 does not send `sec-fetch-site`.
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

  test('links nothing when the user signs in, and keeps the session when an account is linked', async () => {
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
  ])('returns to the account page with the result %j', async (result, query) => {
    const { linkWith, workspaceId } = await ana();
    expect(await linkWith(result)).toBe(`${appUrl}/amazon-auth?${query.replace('ID', String(workspaceId))}`);
  });

  test.each([
    ['of another user', '900', 'workspace.notFound'],
    ['that does not exist', '12345', 'workspace.notFound'],
    ['with an invalid id', 'seven', 'workspace.notFound'],
    ['with an empty id', '', 'workspace.notFound'],
    ['that is inactive', '901', 'workspace.inactive'],
  ])('does not redirect to Amazon for a workspace %s', async (_, workspace, key) => {
    const { goLinking } = await ana();
    expect((await goLinking(workspace)).page.href).toBe(`${appUrl}/amazon-auth?error=${key}`);
  });

  test('redirects to the login page when the session is missing', async () => {
    const { browser, workspaceId } = await ana();
    const page = await browser().go(begin, { workspace: String(workspaceId) });
    expect(page.href).toBe(`${appUrl}/login?error=auth.sessionExpired`);
  });

  test('links nothing when the user has signed out in between', async () => {
    const { ana: browser, goLinking, linked } = await ana();
    const { back } = await goLinking();
    await browser.call('POST /api/auth/logout');
    expect((await browser.go(callback, back)).href).toBe(`${appUrl}/amazon-auth?error=auth.stateInvalid`);
    expect(linked.asked).toEqual([]);
  });

  test('links nothing when a new session has started in between', { tags: 'threat-login-csrf' }, async () => {
    const { ana: browser, goLinking, signIn, linked } = await ana();
    const { back } = await goLinking();
    await signIn();
    expect((await browser.go(callback, back)).searchParams.get('error')).toBe('auth.stateInvalid');
    expect(linked.asked).toEqual([]);
  });

  test('links nothing when the session was ended elsewhere and only its cookie is left', async () => {
    const { ana: browser, goLinking, platform, linked } = await ana();
    const { back } = await goLinking();
    platform.sessions.all.clear();
    expect((await browser.go(callback, back)).searchParams.get('error')).toBe('auth.stateInvalid');
    expect(linked.asked).toEqual([]);
  });

  test('links nothing when the callback is opened in another browser', async () => {
    const { browser, goLinking, linked } = await ana();
    const { back } = await goLinking();
    expect((await browser().go(callback, back)).href).toBe(`${appUrl}/login?error=auth.stateInvalid`);
    expect(linked.asked).toEqual([]);
  });

  test('links once when the callback is opened twice', async () => {
    const { ana: browser, goLinking, linked } = await ana();
    const { back } = await goLinking();
    await browser.go(callback, back);
    await browser.go(callback, back);
    expect(linked.asked).toHaveLength(1);
  });

  test('returns to the account page when the user cancels at Amazon', async () => {
    const { ana: browser, goLinking, workspaceId } = await ana();
    const { back } = await goLinking();
    const end = await browser.go(callback, { state: back.state, error: 'access_denied' });
    expect(end.href).toBe(`${appUrl}/amazon-auth?error=auth.cancelled&id=${workspaceId}`);
  });

  test('links nothing and returns to the account page when Amazon is down', async () => {
    const { ana: browser, goLinking, providers, linked, workspaceId } = await ana();
    const { back } = await goLinking();
    providers.amazonProfile = () => anAnswer(503, '');
    expect((await browser.go(callback, back)).href).toBe(
      `${appUrl}/amazon-auth?error=auth.providerUnavailable&id=${workspaceId}`,
    );
    expect(linked.asked).toEqual([]);
  });
});

test('logs no tokens, cookies, codes, states, names, e-mail addresses or query strings while linking', async () => {
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
