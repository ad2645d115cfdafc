import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 as base64url. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** In constant time. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** 1 to 2^48 - 1; the store checks that it is new. */
export const newNumericId = (): number => randomInt(1, 2 ** 48 - 1);
