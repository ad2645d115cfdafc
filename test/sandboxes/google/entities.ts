import { createHash } from 'node:crypto';

import * as z from 'zod/mini';

import type { SandboxPerson } from '../world.ts';

const codeSchema = z.object({
  code: z.string(),
  person: z.string(),
  clientId: z.string(),
  redirectUri: z.string(),
  scope: z.string(),
  nonce: z.optional(z.string()),
  challenge: z.optional(z.object({ value: z.string(), method: z.string() })),
  expiresAt: z.number(),
});
export type GoogleCode = z.output<typeof codeSchema>;

export const stateSchema = z.object({
  codes: z.array(codeSchema),
  key: z.optional(z.record(z.string(), z.string())),
});

/** `POST /google/_misbehave` `{"idToken": ...}`: claims to set (null removes one) and ways to sign incorrectly. */
export const wrongTokenSchema = z.strictObject({
  iss: z.optional(z.nullable(z.string())),
  aud: z.optional(z.nullable(z.union([z.string(), z.array(z.string())]))),
  azp: z.optional(z.nullable(z.string())),
  sub: z.optional(z.nullable(z.string())),
  nonce: z.optional(z.nullable(z.string())),
  email: z.optional(z.nullable(z.string())),
  email_verified: z.optional(z.nullable(z.boolean())),
  name: z.optional(z.nullable(z.string())),
  /** Seconds since 1970. */
  exp: z.optional(z.nullable(z.number())),
  iat: z.optional(z.nullable(z.number())),
  /** `HS256` signs with the public key as the secret, the classic key confusion. */
  alg: z.optional(z.union([z.literal('RS256'), z.literal('none'), z.literal('HS256')])),
  /** `unknown` uses an unpublished key id, `forged` the published id with another key. */
  key: z.optional(z.union([z.literal('unknown'), z.literal('forged')])),
});
export type WrongToken = z.output<typeof wrongTokenSchema>;

/** 21 digits derived from the entire key. */
export function googleSub(person: SandboxPerson): string {
  const hash = createHash('sha256').update(person.key).digest('hex').slice(0, 16);
  return `1${BigInt(`0x${hash}`).toString().padStart(20, '0')}`;
}
