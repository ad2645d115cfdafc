import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod/mini';

import { displayNameFrom } from '#shared/rules/names.ts';

import type { Http } from './http.ts';
import { emailAddress, identifier } from './text-limits.ts';

export type GoogleAccount = { subject: string; name: string; email?: string };

export type Expected = { issuer: string; keysUrl: string; clientId: string; nonce: string };

const claims = z.object({
  sub: identifier.check(z.minLength(1)),
  nonce: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.optional(z.string()),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  /** A string in tokens of Google's older endpoints. */
  email_verified: z.optional(z.union([z.boolean(), z.string()])),
});

class KeysUnavailable extends Error {
  override name = 'KeysUnavailable';
}

type Verdict = { outcome: 'account'; account: GoogleAccount } | { outcome: 'tokenRefused' | 'unavailable' };

/**
 * Both forms that Google documents; legacy implementations use `accounts.google.com`.
 * https://developers.google.com/identity/openid-connect/reference
 */
export const formsOf = (issuer: string): string[] => [issuer, issuer.replace(/^https?:\/\//, '')];

/**
 * Verifies ID tokens by OpenID Connect Core 3.1.3.7. Fetches the keys again for an unknown key id, at most every 30 s.
 */
export function createIdTokenCheck({ http, now }: { http: Http; now: () => Date }) {
  let keys: { url: string; set: JWTVerifyGetKey } | undefined;
  const keysAt = (url: string): JWTVerifyGetKey => {
    if (keys?.url !== url) keys = { url, set: createRemoteJWKSet(new URL(url), { [customFetch]: fetchKeys(http) }) };
    return keys.set;
  };

  return async (idToken: string, expected: Expected): Promise<Verdict> => {
    const { issuer, clientId } = expected;
    try {
      const { payload } = await jwtVerify(idToken, keysAt(expected.keysUrl), {
        issuer: formsOf(issuer),
        audience: clientId,
        algorithms: ['RS256'],
        currentDate: now(),
        clockTolerance: 30,
        requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      });
      return readClaims(payload, expected);
    } catch (error) {
      if (error instanceof KeysUnavailable || error instanceof errors.JWKSTimeout) return { outcome: 'unavailable' };
      if (error instanceof errors.JOSEError) return { outcome: 'tokenRefused' };
      throw error;
    }
  };
}

function readClaims(payload: JWTPayload, { clientId, nonce }: Expected): Verdict {
  const { data } = claims.safeParse(payload);
  if (!data || data.nonce !== nonce) return { outcome: 'tokenRefused' };
  // A token for several audiences must name us as the authorised party.
  const isShared = Array.isArray(data.aud) && data.aud.length > 1;
  if (data.azp === undefined ? isShared : data.azp !== clientId) return { outcome: 'tokenRefused' };
  const email = String(data.email_verified) === 'true' ? emailAddress(data.email) : undefined;
  const account = {
    subject: data.sub,
    name: displayNameFrom(data.name ?? ''),
    // We never send mail to an address that Google has not verified.
    ...(email !== undefined && { email }),
  };
  return { outcome: 'account', account };
}

const fetchKeys =
  (http: Http) =>
  async (url: string): Promise<Response> => {
    const reply = await http({ method: 'GET', url, headers: { accept: 'application/json' }, timeoutMs: 2000 });
    if (reply.outcome !== 'reply' || reply.status !== 200) throw new KeysUnavailable('The keys could not be read.');
    return new Response(reply.body, { status: 200, headers: { 'content-type': 'application/json' } });
  };
