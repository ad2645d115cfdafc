import * as z from 'zod/mini';

import type { SandboxPerson } from '../world.ts';

/** Revoking a grant ends its refresh tokens. */
const grantSchema = z.object({
  id: z.string(),
  person: z.string(),
  clientId: z.string(),
  scope: z.string(),
  revoked: z.boolean(),
});
export type AmazonGrant = z.output<typeof grantSchema>;

/** Codes for AcceptGrant have no redirect address. */
const codeSchema = z.object({
  code: z.string(),
  person: z.string(),
  clientId: z.string(),
  scope: z.string(),
  redirectUri: z.optional(z.string()),
  challenge: z.optional(z.object({ value: z.string(), method: z.string() })),
  expiresAt: z.number(),
});
export type AmazonCode = z.output<typeof codeSchema>;

const accessSchema = z.object({
  token: z.string(),
  grantId: z.string(),
  issuedAt: z.number(),
  expiresAt: z.number(),
});
export type AccessToken = z.output<typeof accessSchema>;

const refreshSchema = z.object({
  token: z.string(),
  grantId: z.string(),
  /** When a newer token was issued. From then on, this one works only for the grace period. */
  replacedAt: z.optional(z.number()),
});
export type RefreshToken = z.output<typeof refreshSchema>;

/**
 * Errors with which Amazon redirects. https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
export const authorizationErrors = [
  'access_denied',
  'invalid_request',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
  'server_error',
  'temporarily_unavailable',
] as const;
export type AuthorizationError = (typeof authorizationErrors)[number];

export const settingsSchema = z.object({
  /** The skill's client may request `profile` in addition to its own scope. */
  skillMayAskProfile: z.boolean(),
});
export type AmazonSettings = z.output<typeof settingsSchema>;
export const usualSettings: AmazonSettings = { skillMayAskProfile: false };

/** `consents` contains entries of the form `person client scope`. */
export const stateSchema = z.object({
  grants: z.array(grantSchema),
  codes: z.array(codeSchema),
  access: z.array(accessSchema),
  refresh: z.array(refreshSchema),
  consents: z.array(z.string()),
  settings: z._default(settingsSchema, usualSettings),
});

/** The same for all clients of one developer. */
export function amazonUserId(person: SandboxPerson): string {
  return `amzn1.account.${person.key.toUpperCase().replace(/[^A-Z0-9]/g, '')}`.padEnd(42, 'SANDBOX');
}
