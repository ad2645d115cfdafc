import { describe, expect, test } from 'vitest';

import { createAmazonLogin } from './amazon-login.ts';
import type { HttpReply, HttpRequest } from './http.ts';

const config = {
  LWA_AUTHORIZE_URL: 'https://lwa.test/authorize',
  LWA_TOKEN_URL: 'https://lwa.test/token',
  LWA_PROFILE_URL: 'https://lwa.test/profile',
  LWA_TOKENINFO_URL: 'https://lwa.test/tokeninfo',
};
const client = { clientId: 'our-client', clientSecret: 'our-secret' };

/** Amazon that gives one answer, and remembers what it was asked. */
function amazonThat(answer: HttpReply | { status: number; body: unknown }) {
  const asked: HttpRequest[] = [];
  const reply: HttpReply =
    'outcome' in answer
      ? answer
      : {
          outcome: 'reply',
          status: answer.status,
          headers: {},
          body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
        };
  const http = async (request: HttpRequest): Promise<HttpReply> => {
    asked.push(request);
    return reply;
  };
  return { asked, login: createAmazonLogin({ config, http }) };
}

const tokens = { access_token: 'Atza|new', refresh_token: 'Atzr|new', expires_in: 3600, token_type: 'bearer' };
const longAccess = { ...tokens, access_token: 'a'.repeat(5000) };
const longRefresh = { ...tokens, refresh_token: 'a'.repeat(5000) };
const renewed = { refreshToken: 'Atzr|old', client, timeoutMs: 1000 };

describe('variants of an answer', () => {
  const named = { user_id: 'amzn1.account.ANA', name: 'Ana', email: 'ana@example.com' };

  test.each<[string, object]>([
    ['the life of a token as a number', { ...tokens, expires_in: 3600 }],
    ['the life of a token as a text', { ...tokens, expires_in: '3600' }],
    ['another spelling of its type', { ...tokens, token_type: 'Bearer' }],
    ['no type', { ...tokens, token_type: undefined }],
    ['a scope beside it', { ...tokens, scope: 'profile', id_token: null }],
  ])('%s is read', async (_, body) => {
    const { login } = amazonThat({ status: 200, body });
    expect(await login.refresh(renewed)).toMatchObject({ outcome: 'tokens', expiresInSeconds: 3600 });
  });

  test.each(['0', '-1', 'soon', ''])('a life of %j is none', async (life) => {
    const { login } = amazonThat({ status: 200, body: { ...tokens, expires_in: life } });
    expect(await login.refresh(renewed)).toEqual({ outcome: 'unavailable' });
  });

  test.each(['https://www.amazon.com', 'www.amazon.com', undefined])('the issuer %s does not matter', async (iss) => {
    const about = { iss, aud: 'our-client', app_id: 'amzn1.application.1', user_id: named.user_id, exp: '3597' };
    const { login } = amazonThat({ status: 200, body: about });
    expect(await login.tokenInfo('Atza|x', 1000)).toEqual({
      outcome: 'token',
      aud: 'our-client',
      userId: named.user_id,
    });
  });

  test.each<[string, object, object]>([
    ['with its scope "profile"', named, { name: 'Ana', email: 'ana@example.com' }],
    ['with a postal code', { ...named, postal_code: '01000-000' }, { name: 'Ana' }],
    ['of the scope "profile:user_id"', { user_id: named.user_id }, { name: '', email: '' }],
    ['without a name', { ...named, name: null }, { name: '' }],
  ])('a profile %s is read', async (_, body, expected) => {
    const { login } = amazonThat({ status: 200, body });
    expect(await login.profile('Atza|x', 1000)).toMatchObject({
      outcome: 'profile',
      userId: named.user_id,
      ...expected,
    });
  });
});

describe('a renewal', () => {
  test('sends the refresh token and the client, as a form', async () => {
    const { login, asked } = amazonThat({ status: 200, body: tokens });
    await login.refresh(renewed);
    expect(asked[0]).toMatchObject({ method: 'POST', url: 'https://lwa.test/token', timeoutMs: 1000 });
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'Atzr|old',
      client_id: 'our-client',
      client_secret: 'our-secret',
    });
  });

  test('brings a new refresh token, or none when the old one stays', async () => {
    const both = await amazonThat({ status: 200, body: tokens }).login.refresh(renewed);
    expect(both).toEqual({
      outcome: 'tokens',
      accessToken: 'Atza|new',
      refreshToken: 'Atzr|new',
      expiresInSeconds: 3600,
    });
    const { refresh_token: _, ...withoutRefresh } = tokens;
    const one = await amazonThat({ status: 200, body: withoutRefresh }).login.refresh(renewed);
    expect(one).toEqual({ outcome: 'tokens', accessToken: 'Atza|new', expiresInSeconds: 3600 });
  });

  test.each<[string, Parameters<typeof amazonThat>[0], string]>([
    ['a grant that was withdrawn is final', { status: 400, body: { error: 'invalid_grant' } }, 'invalidGrant'],
    ['extra fields do not matter', { status: 400, body: { error: 'invalid_grant', request_id: 'x' } }, 'invalidGrant'],
    ['a wrong secret of ours is not', { status: 401, body: { error: 'invalid_client' } }, 'invalidClient'],
    ['a wrong request of ours is not', { status: 400, body: { error: 'invalid_request' } }, 'misconfigured'],
    ['a client without the right is not', { status: 400, body: { error: 'unauthorized_client' } }, 'misconfigured'],
    ['a wrong grant type is not', { status: 400, body: { error: 'unsupported_grant_type' } }, 'misconfigured'],
    ['too many requests is a transient failure', { status: 429, body: { error: 'invalid_grant' } }, 'unavailable'],
    ['an error of Amazon is a transient failure', { status: 500, body: { error: 'invalid_grant' } }, 'unavailable'],
    ['a page instead of an answer is a transient failure', { status: 503, body: '<html>' }, 'unavailable'],
    ['a page of some box in between is a transient failure', { status: 403, body: '<html>' }, 'unavailable'],
    ['a success without a token is a transient failure', { status: 200, body: { access_token: '' } }, 'unavailable'],
    ['an access token of 5,000 letters is unreadable', { status: 200, body: longAccess }, 'unavailable'],
    ['a refresh token of 5,000 letters is unreadable', { status: 200, body: longRefresh }, 'unavailable'],
    ['a lost call is a transient failure', { outcome: 'lost' }, 'unavailable'],
    ['a call that was never sent is a transient failure', { outcome: 'notSent' }, 'unavailable'],
  ])('%s', async (_, answer, outcome) => {
    expect(await amazonThat(answer).login.refresh(renewed)).toEqual({ outcome });
  });
});

describe('the exchange of a code', () => {
  const code = { code: 'a-code', client, timeoutMs: 1000 };

  test('of a browser sends the address and the verifier it began with', async () => {
    const { login, asked } = amazonThat({ status: 200, body: tokens });
    await login.exchangeCode({ ...code, redirectUri: 'https://app.test/callback', codeVerifier: 'v' });
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toMatchObject({
      grant_type: 'authorization_code',
      code: 'a-code',
      redirect_uri: 'https://app.test/callback',
      code_verifier: 'v',
    });
  });

  test('of the skill sends neither, as Amazon demands', async () => {
    const { login, asked } = amazonThat({ status: 200, body: tokens });
    await login.exchangeCode(code);
    const sent = [...new URLSearchParams(asked[0]?.body).keys()].sort();
    expect(sent).toEqual(['client_id', 'client_secret', 'code', 'grant_type']);
  });
});

describe('the way to Amazon', () => {
  const { login } = amazonThat({ status: 200, body: {} });
  const way = { clientId: 'our-client', redirectUri: 'https://app.test/callback', state: 'a-state' };
  const asked = (url: string) => Object.fromEntries(new URL(url).searchParams);
  const always = {
    client_id: 'our-client',
    redirect_uri: 'https://app.test/callback',
    response_type: 'code',
    state: 'a-state',
  };

  test('asks for the profile with a challenge', () => {
    expect(asked(login.authorizeUrl({ ...way, codeChallenge: 'a-challenge', loginHint: 'ana' }))).toEqual({
      ...always,
      scope: 'profile',
      code_challenge: 'a-challenge',
      code_challenge_method: 'S256',
      login_hint: 'ana',
    });
  });

  test('may ask for the right to enable the skill, and for a code that somebody else spends', () => {
    const scope = 'alexa::skills:account_linking';
    expect(asked(login.authorizeUrl({ ...way, scope }))).toEqual({ ...always, scope });
  });
});

describe('who a token belongs to', () => {
  test('is asked with the token in the header, never in the address', async () => {
    const { login, asked } = amazonThat({ status: 200, body: { user_id: 'amzn1.account.A', name: 'Ana' } });
    expect(await login.profile('Atza|x', 1000)).toEqual({
      outcome: 'profile',
      userId: 'amzn1.account.A',
      name: 'Ana',
      email: '',
    });
    expect(asked[0]).toMatchObject({ url: 'https://lwa.test/profile', headers: { authorization: 'Bearer Atza|x' } });
  });

  test.each<[string, Parameters<typeof amazonThat>[0], string]>([
    ['an invalid token is refused', { status: 400, body: { error: 'invalid_token' } }, 'tokenRefused'],
    ['so it is as 401', { status: 401, body: { error: 'invalid_token' } }, 'tokenRefused'],
    ['and as 403', { status: 403, body: { error: 'insufficient_scope', request_id: 'x' } }, 'tokenRefused'],
    ['an empty 401 says nothing about it', { status: 401, body: '' }, 'unavailable'],
    ['an empty 403 says nothing about it', { status: 403, body: '' }, 'unavailable'],
    ['nor does JSON of somebody else', { status: 403, body: { message: 'Forbidden' } }, 'unavailable'],
    ['nor does a page of a firewall', { status: 403, body: '<html>invalid_token</html>' }, 'unavailable'],
    ['nor does another word of Amazon', { status: 401, body: { error: 'unsupported_token_type' } }, 'unavailable'],
    [
      'a wrong secret of ours says nothing about it',
      { status: 401, body: { error: 'invalid_client' } },
      'misconfigured',
    ],
    ['nor does a missing right of ours', { status: 400, body: { error: 'unauthorized_client' } }, 'misconfigured'],
    [
      'a wrong request of ours says nothing about it',
      { status: 400, body: { error: 'invalid_request' } },
      'unavailable',
    ],
    [
      'a user id of 3,000 letters is unreadable',
      { status: 200, body: { aud: 'our-client', user_id: 'a'.repeat(3000) } },
      'unavailable',
    ],
    ['an answer without a person says nothing', { status: 200, body: { name: 'Ana' } }, 'unavailable'],
    ['too many requests is a transient failure', { status: 429, body: { error: 'invalid_token' } }, 'unavailable'],
    ['an error of Amazon is a transient failure', { status: 503, body: { error: 'invalid_token' } }, 'unavailable'],
    ['a lost call is a transient failure', { outcome: 'lost' }, 'unavailable'],
  ])('%s', async (_, answer, outcome) => {
    const { login } = amazonThat(answer);
    expect(await login.profile('Atza|x', 1000)).toEqual({ outcome });
    expect(await login.tokenInfo('Atza|x', 1000)).toEqual({ outcome });
  });

  test('shortens a name of 6,000 letters and omits an address of 3,000', async () => {
    const body = { user_id: 'amzn1.account.A', name: '🏠'.repeat(6000), email: `${'a'.repeat(3000)}@example.com` };
    expect(await amazonThat({ status: 200, body }).login.profile('Atza|x', 1000)).toEqual({
      outcome: 'profile',
      userId: 'amzn1.account.A',
      name: '🏠'.repeat(110),
      email: '',
    });
  });

  test('is asked, and for which client, with the token escaped', async () => {
    const { login, asked } = amazonThat({ status: 200, body: { aud: 'our-client', exp: 3000 } });
    expect(await login.tokenInfo('Atza|a+b/c', 1000)).toEqual({ outcome: 'token', aud: 'our-client' });
    expect(asked[0]?.url).toBe('https://lwa.test/tokeninfo?access_token=Atza%7Ca%2Bb%2Fc');
  });

  test('is said along with the client where Amazon says it', async () => {
    const { login } = amazonThat({ status: 200, body: { aud: 'our-client', user_id: 'amzn1.account.A' } });
    expect(await login.tokenInfo('Atza|x', 1000)).toEqual({
      outcome: 'token',
      aud: 'our-client',
      userId: 'amzn1.account.A',
    });
  });
});
