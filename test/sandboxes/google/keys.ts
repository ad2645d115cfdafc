import {
  calculateJwkThumbprint,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';

export type KeyPair = {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
  publicPem: string;
  privateJwk: Record<string, string>;
};

/** The RS256 key of the issuer, kept across restarts. */
export function signingKey(changed: () => void) {
  let kept: Record<string, string> | undefined;
  let pair: Promise<KeyPair> | undefined;

  async function make(): Promise<KeyPair> {
    const made = kept ? await reopen(kept) : await newKeyPair();
    kept = made.privateJwk;
    changed();
    return made;
  }
  return {
    get: () => (pair ??= make()),
    kept: () => kept,
    restore: (jwk: Record<string, string>) => void (kept = jwk),
  };
}

export async function newKeyPair(): Promise<KeyPair> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return reopen(
    Object.fromEntries(
      Object.entries(jwk).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
  );
}

async function reopen(privateJwk: Record<string, string>): Promise<KeyPair> {
  const { n = '', e = '' } = privateJwk;
  const kid = await calculateJwkThumbprint({ kty: 'RSA', n, e });
  const publicJwk = { kty: 'RSA', n, e, kid, alg: 'RS256', use: 'sig' };
  const privateKey = await importJWK({ ...privateJwk, kty: 'RSA' }, 'RS256', { extractable: true });
  const publicKey = await importJWK(publicJwk, 'RS256', { extractable: true });
  if (privateKey instanceof Uint8Array || publicKey instanceof Uint8Array) throw new Error('an RSA key was expected');
  return { kid, privateKey, publicJwk, publicPem: await exportSPKI(publicKey), privateJwk };
}
