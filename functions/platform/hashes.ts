import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** A secret that nobody can guess: 256 random bits as base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored instead of a secret: SHA-256 as base64url. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Compares without telling by its time how much was right. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Id of a workspace, an instance or a group: 1 to 2^48 - 1; whoever stores it makes sure that it is new. */
export const newNumericId = (): number => randomInt(1, 2 ** 48 - 1);
