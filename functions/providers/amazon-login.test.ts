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

/** A fake Amazon that always returns the same response and records its requests. */
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

describe('response variants', () => {
  const named = { user_id: 'amzn1.account.ANA', name: 'Ana', email: 'ana@example.com' };

  test.each<[string, object]>([
    ['the lifetime as a number', { ...tokens, expires_in: 3600 }],
    ['the lifetime as a text', { ...tokens, expires_in: '3600' }],
    ['another spelling of the token type', { ...tokens, token_type: 'Bearer' }],
    ['no token type', { ...tokens, token_type: undefined }],
    ['additional fields', { ...tokens, scope: 'profile', id_token: null }],
  ])('reads tokens with %s', async (_, body) => {
    const { login } = amazonThat({ status: 200, body });
    expect(await login.refresh(renewed)).toMatchObject({ outcome: 'tokens', expiresInSeconds: 3600 });
  });

  test.each(['0', '-1', 'soon', ''])('rejects tokens with the lifetime %j', async (life) => {
    const { login } = amazonThat({ status: 200, body: { ...tokens, expires_in: life } });
    expect(await login.refresh(renewed)).toEqual({ outcome: 'unavailable' });
  });

  test.each(['https://www.amazon.com', 'www.amazon.com', undefined])('accepts the issuer %s', async (iss) => {
    const about = { iss, aud: 'our-client', app_id: 'amzn1.application.1', user_id: named.user_id, exp: '3597' };
    const { login } = amazonThat({ status: 200, body: about });
    expect(await login.tokenInfo('Atza|x', 1000)).toEqual({
      outcome: 'token',
      aud: 'our-client',
      userId: named.user_id,
    });
  });

  test.each<[string, object, object]>([
    ['with the scope "profile"', named, { name: 'Ana', email: 'ana@example.com' }],
    ['with a postal code', { ...named, postal_code: '01000-000' }, { name: 'Ana' }],
    ['with the scope "profile:user_id"', { user_id: named.user_id }, { name: '', email: '' }],
    ['without a name', { ...named, name: null }, { name: '' }],
  ])('reads a profile %s', async (_, body, expected) => {
    const { login } = amazonThat({ status: 200, body });
    expect(await login.profile('Atza|x', 1000)).toMatchObject({
      outcome: 'profile',
      userId: named.user_id,
      ...expected,
    });
  });
});

describe('refresh', () => {
  test('sends the refresh token and the client credentials as a form', async () => {
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

  test('returns a new refresh token only when Amazon sends one', async () => {
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
    ['a revoked grant', { status: 400, body: { error: 'invalid_grant' } }, 'invalidGrant'],
    [
      'a revoked grant with additional fields',
      { status: 400, body: { error: 'invalid_grant', request_id: 'x' } },
      'invalidGrant',
    ],
    ['a wrong client secret', { status: 401, body: { error: 'invalid_client' } }, 'invalidClient'],
    ['an invalid request', { status: 400, body: { error: 'invalid_request' } }, 'misconfigured'],
    ['an unauthorized client', { status: 400, body: { error: 'unauthorized_client' } }, 'misconfigured'],
    ['an unsupported grant type', { status: 400, body: { error: 'unsupported_grant_type' } }, 'misconfigured'],
    ['too many requests', { status: 429, body: { error: 'invalid_grant' } }, 'unavailable'],
    ['a server error', { status: 500, body: { error: 'invalid_grant' } }, 'unavailable'],
    ['an HTML page with 503', { status: 503, body: '<html>' }, 'unavailable'],
    ['an HTML page with 403', { status: 403, body: '<html>' }, 'unavailable'],
    ['a success without a token', { status: 200, body: { access_token: '' } }, 'unavailable'],
    ['an access token of 5,000 characters', { status: 200, body: longAccess }, 'unavailable'],
    ['a refresh token of 5,000 characters', { status: 200, body: longRefresh }, 'unavailable'],
    ['a lost call', { outcome: 'lost' }, 'unavailable'],
    ['a call that was not sent', { outcome: 'notSent' }, 'unavailable'],
  ])('returns the outcome of a refresh for %s', async (_, answer, outcome) => {
    expect(await amazonThat(answer).login.refresh(renewed)).toEqual({ outcome });
  });
});

describe('code exchange', () => {
  const code = { code: 'a-code', client, timeoutMs: 1000 };

  test('sends the redirect URL and the verifier for the code of a browser', async () => {
    const { login, asked } = amazonThat({ status: 200, body: tokens });
    await login.exchangeCode({ ...code, redirectUri: 'https://app.test/callback', codeVerifier: 'v' });
    expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toMatchObject({
      grant_type: 'authorization_code',
      code: 'a-code',
      redirect_uri: 'https://app.test/callback',
      code_verifier: 'v',
    });
  });

  test('sends neither redirect URL nor verifier for the code of the skill, as Amazon requires', async () => {
    const { login, asked } = amazonThat({ status: 200, body: tokens });
    await login.exchangeCode(code);
    const sent = [...new URLSearchParams(asked[0]?.body).keys()].sort();
    expect(sent).toEqual(['client_id', 'client_secret', 'code', 'grant_type']);
  });
});

describe('authorize URL', () => {
  const { login } = amazonThat({ status: 200, body: {} });
  const way = { clientId: 'our-client', redirectUri: 'https://app.test/callback', state: 'a-state' };
  const asked = (url: string) => Object.fromEntries(new URL(url).searchParams);
  const always = {
    client_id: 'our-client',
    redirect_uri: 'https://app.test/callback',
    response_type: 'code',
    state: 'a-state',
  };

  test('requests the profile with a PKCE challenge', () => {
    expect(asked(login.authorizeUrl({ ...way, codeChallenge: 'a-challenge', loginHint: 'ana' }))).toEqual({
      ...always,
      scope: 'profile',
      code_challenge: 'a-challenge',
      code_challenge_method: 'S256',
      login_hint: 'ana',
    });
  });

  test('requests the scope to enable the skill without a challenge, because Alexa exchanges the code', () => {
    const scope = 'alexa::skills:account_linking';
    expect(asked(login.authorizeUrl({ ...way, scope }))).toEqual({ ...always, scope });
  });
});

describe('profile and token info', () => {
  test('sends the access token in the header, never in the URL', async () => {
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
    ['an invalid token with 400', { status: 400, body: { error: 'invalid_token' } }, 'tokenRefused'],
    ['an invalid token with 401', { status: 401, body: { error: 'invalid_token' } }, 'tokenRefused'],
    [
      'an insufficient scope with 403',
      { status: 403, body: { error: 'insufficient_scope', request_id: 'x' } },
      'tokenRefused',
    ],
    ['an empty 401', { status: 401, body: '' }, 'unavailable'],
    ['an empty 403', { status: 403, body: '' }, 'unavailable'],
    ['third-party JSON', { status: 403, body: { message: 'Forbidden' } }, 'unavailable'],
    ['a firewall page', { status: 403, body: '<html>invalid_token</html>' }, 'unavailable'],
    ['an unknown error code', { status: 401, body: { error: 'unsupported_token_type' } }, 'unavailable'],
    ['a wrong client secret', { status: 401, body: { error: 'invalid_client' } }, 'misconfigured'],
    ['an unauthorized client', { status: 400, body: { error: 'unauthorized_client' } }, 'misconfigured'],
    ['an invalid request', { status: 400, body: { error: 'invalid_request' } }, 'unavailable'],
    [
      'a user id of 3,000 characters',
      { status: 200, body: { aud: 'our-client', user_id: 'a'.repeat(3000) } },
      'unavailable',
    ],
    ['a response without a user', { status: 200, body: { name: 'Ana' } }, 'unavailable'],
    ['too many requests', { status: 429, body: { error: 'invalid_token' } }, 'unavailable'],
    ['a server error', { status: 503, body: { error: 'invalid_token' } }, 'unavailable'],
    ['a lost call', { outcome: 'lost' }, 'unavailable'],
  ])('returns the outcome of profile and token info for %s', async (_, answer, outcome) => {
    const { login } = amazonThat(answer);
    expect(await login.profile('Atza|x', 1000)).toEqual({ outcome });
    expect(await login.tokenInfo('Atza|x', 1000)).toEqual({ outcome });
  });

  test('shortens a name of 6,000 characters and omits an e-mail address of 3,000', async () => {
    const body = { user_id: 'amzn1.account.A', name: '🏠'.repeat(6000), email: `${'a'.repeat(3000)}@example.com` };
    expect(await amazonThat({ status: 200, body }).login.profile('Atza|x', 1000)).toEqual({
      outcome: 'profile',
      userId: 'amzn1.account.A',
      name: '🏠'.repeat(110),
      email: '',
    });
  });

  test('escapes the token in the URL of token info and returns its client', async () => {
    const { login, asked } = amazonThat({ status: 200, body: { aud: 'our-client', exp: 3000 } });
    expect(await login.tokenInfo('Atza|a+b/c', 1000)).toEqual({ outcome: 'token', aud: 'our-client' });
    expect(asked[0]?.url).toBe('https://lwa.test/tokeninfo?access_token=Atza%7Ca%2Bb%2Fc');
  });

  test('returns user and client when Amazon sends both', async () => {
    const { login } = amazonThat({ status: 200, body: { aud: 'our-client', user_id: 'amzn1.account.A' } });
    expect(await login.tokenInfo('Atza|x', 1000)).toEqual({
      outcome: 'token',
      aud: 'our-client',
      userId: 'amzn1.account.A',
    });
  });
});
