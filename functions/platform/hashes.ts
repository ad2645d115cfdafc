import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** 256 random bits as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 as base64url. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares in constant time. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** An integer from 1 to below 2^48 - 1. The store checks that it is unused. */
export const newNumericId = (): number => randomInt(1, 2 ** 48 - 1);
