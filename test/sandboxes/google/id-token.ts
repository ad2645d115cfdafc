import { createHash } from 'node:crypto';

import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';

import type { SandboxPerson } from '../world.ts';
import { googleSub, type GoogleCode, type WrongToken } from './entities.ts';
import { newKeyPair, type KeyPair } from './keys.ts';

type Facts = { issuer: string; code: GoogleCode; person: SandboxPerson; accessToken: string; now: Date };

/** The claims of Google. https://developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload */
function claimsOf({ issuer, code, person, accessToken, now }: Facts): JWTPayload {
  const iat = Math.floor(now.getTime() / 1000);
  const [given, ...family] = person.name.split(' ');
  const scopes = code.scope.split(' ');
  return {
    iss: issuer,
    azp: code.clientId,
    aud: code.clientId,
    sub: googleSub(person),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
    ...(scopes.includes('email') && { email: person.email, email_verified: true }),
    ...(scopes.includes('profile') && { name: person.name, given_name: given, family_name: family.join(' ') }),
    ...(code.nonce !== undefined && { nonce: code.nonce }),
    iat,
    exp: iat + 3600,
  };
}

export async function idToken(facts: Facts, own: KeyPair, wrong: WrongToken = {}): Promise<string> {
  const { alg = 'RS256', key, ...changes } = wrong;
  const merged = { ...claimsOf(facts), ...changes };
  const claims = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
  if (alg === 'none') return new UnsecuredJWT(claims).encode();
  if (alg === 'HS256') {
    return new SignJWT(claims)
      .setProtectedHeader({ alg, kid: own.kid, typ: 'JWT' })
      .sign(new TextEncoder().encode(own.publicPem));
  }
  const signer = key === undefined ? own : await newKeyPair();
  const kid = key === 'unknown' ? signer.kid : own.kid;
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(signer.privateKey);
}
