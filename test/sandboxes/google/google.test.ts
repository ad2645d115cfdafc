import { createHash, randomBytes } from 'node:crypto';

import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startSandboxes, type Sandboxes } from '../index.ts';
import { redirected, sandboxClient, textOf, type SandboxClient } from '../sandbox-client.ts';

const callback = 'http://app.test/api/auth/google/callback';
const verifier = randomBytes(32).toString('base64url');
const wanted = {
  client_id: 'local-google-client',
  redirect_uri: callback,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'my-state',
  nonce: 'my-nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const secret = { client_id: 'local-google-client', client_secret: 'local-google-secret' };

let sandboxes: Sandboxes;
let client: SandboxClient;

beforeAll(async () => {
  sandboxes = await startSandboxes({ appUrl: 'http://app.test' });
  client = sandboxClient(sandboxes.url);
});
beforeEach(() => client.json('/google/_reset', {}));
afterAll(() => sandboxes.close());

const authorize = (more: Record<string, string> = {}) =>
  client.get(`/google/o/oauth2/v2/auth?${new URLSearchParams({ ...wanted, ...more }).toString()}`);
const codeOf = async () => redirected(await authorize({ login_hint: 'ana@example.com' }), 'code') ?? '';
const trade = (code: string, more: Record<string, string> = secret, headers: Record<string, string> = {}) => {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier, ...more };
  return client.form('/google/token', fields, headers);
};
const verify = (idToken: string) =>
  jwtVerify(idToken, createRemoteJWKSet(new URL(`${sandboxes.url}/google/oauth2/v3/certs`)), {
    issuer: `${sandboxes.url}/google`,
    audience: 'local-google-client',
  });

describe('sign-in', () => {
  test('publishes its own issuer in the discovery document', async () => {
    const { body } = await client.get('/google/.well-known/openid-configuration');
    expect(body).toMatchObject({ issuer: `${sandboxes.url}/google`, token_endpoint: `${sandboxes.url}/google/token` });
  });

  test('lets users click on their account or cancel', async () => {
    const request = new URLSearchParams(wanted).toString();
    expect((await authorize()).text).toContain('Davi Nunes');
    const clicked = await client.form('/google/signin', { request, person: 'davi' });
    expect(redirected(clicked, 'state')).toBe('my-state');
    expect(redirected(await client.form('/google/signin', { request, answer: 'cancel' }), 'error')).toBe(
      'access_denied',
    );
  });

  test.each<Record<string, string>>([
    { client_id: 'x' },
    { redirect_uri: 'http://evil.test/' },
    { scope: 'email' },
    { response_type: 'token' },
  ])('shows an error instead of redirecting for %o', async (more) => {
    expect((await authorize({ ...more, login_hint: 'ana' })).location).toBe('');
  });

  test('returns a valid ID token for a client secret in the form or in HTTP basic', async () => {
    const { payload } = await verify(textOf(await trade(await codeOf()), 'id_token'));
    expect(payload).toMatchObject({ nonce: 'my-nonce', email: 'ana@example.com', name: 'Ana Souza' });
    const basic = Buffer.from('local-google-client:local-google-secret').toString('base64');
    const again = await trade(await codeOf(), {}, { authorization: `Basic ${basic}` });
    expect((await verify(textOf(again, 'id_token'))).payload.sub).toBe(payload.sub);
  });

  test('refuses a used code, a wrong verifier, a wrong redirect address and a wrong secret', async () => {
    const code = await codeOf();
    expect((await trade(code, { ...secret, code_verifier: 'other' })).body).toMatchObject({ error: 'invalid_grant' });
    expect((await trade(code, { ...secret, redirect_uri: 'x' })).body).toMatchObject({
      error: 'redirect_uri_mismatch',
    });
    expect(await trade(code, { ...secret, client_secret: 'no' })).toMatchObject({ status: 401 });
    expect((await trade(code)).status).toBe(200);
    expect((await trade(code)).body).toMatchObject({ error: 'invalid_grant' });
  });
});

const wrongToken = async (idToken: object) => {
  await client.json('/google/_misbehave', { idToken, match: '/token' });
  return textOf(await trade(await codeOf()), 'id_token');
};

describe('wrong ID tokens on demand', () => {
  test.each([
    [{ iss: 'https://elsewhere.test' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    [{ aud: 'someone-else' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
    [{ exp: 1 }, 'ERR_JWT_EXPIRED'],
    [{ key: 'unknown' }, 'ERR_JWKS_NO_MATCHING_KEY'],
    [{ key: 'forged' }, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
    [{ alg: 'none' }, 'ERR_JOSE_NOT_SUPPORTED'],
    [{ alg: 'HS256' }, 'ERR_JOSE_NOT_SUPPORTED'],
  ])('creates an ID token with %o that fails verification', async (wrong, code) => {
    await expect(verify(await wrongToken(wrong))).rejects.toMatchObject({ code });
  });

  test('changes or omits a claim for a single token', async () => {
    expect((await verify(await wrongToken({ nonce: 'other' }))).payload.nonce).toBe('other');
    expect((await verify(await wrongToken({ nonce: null }))).payload).not.toHaveProperty('nonce');
    expect((await verify(textOf(await trade(await codeOf()), 'id_token'))).payload.nonce).toBe('my-nonce');
    expect(decodeProtectedHeader(await wrongToken({ alg: 'HS256' }))).toMatchObject({ alg: 'HS256' });
  });

  test('rejects an order with an unknown field', async () => {
    expect((await client.json('/google/_misbehave', { idToken: { audience: 'x' } })).status).toBe(400);
  });
});
