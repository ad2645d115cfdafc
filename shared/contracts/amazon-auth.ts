import * as z from 'zod/mini';

import { contract } from './endpoint.ts';
import { numericId, time } from './fields.ts';

const amazonAuth = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  createdAt: z.nullable(time),
  updatedAt: z.nullable(time),
  /** Both are set exactly while the skill is active, for the event-gateway token; `expiresIn` in seconds. */
  expiresDate: z.nullable(time),
  expiresIn: z.nullable(z.number().check(z.nonnegative())),
  /** For the addresses of `GET /api/auth/amazon` that end something. */
  pageToken: z.optional(z.string()),
  skill: z.enum(['notLinked', 'notEnabled', 'active', 'revoked']),
  /** Only while active: when Alexa gave the permission. */
  grantedAt: z.optional(time),
  /** Only while revoked, or not enabled any more: since when, and a key of the refusals table. */
  revokedAt: z.optional(time),
  reason: z.optional(z.string()),
  /** Only while linked and not active: `reinstall` means disabling and enabling the skill in the Alexa app. */
  mend: z.optional(z.enum(['reconnect', 'reinstall'])),
  /** Only while linked and not active: we disabled the skill, and Alexa has not enabled it since. */
  isOff: z.optional(z.literal(true)),
  /** Likewise: we asked to disable the skill, and Alexa's answer got lost. */
  mayBeOff: z.optional(z.literal(true)),
  /** The way from the link to the grant while it is under way; `step` is what is awaited `since` then. */
  connecting: z.optional(
    z.object({
      since: time,
      step: z.enum(['allow', 'enable', 'grant']),
      /** A key of the refusals table. */
      problem: z.optional(z.string()),
      /** Alexa said that the skill is enabled. */
      isEnabled: z.optional(z.literal(true)),
      /** By our own clock: the grant is awaited for longer than Alexa usually takes. */
      late: z.optional(z.literal(true)),
      /** The skill was enabled already, and Alexa sent no new grant. */
      maySwitchOffAndOn: z.optional(z.literal(true)),
    }),
  ),
  /** Only while nothing is linked: when the account of this workspace was moved to another one. */
  movedAwayAt: z.optional(time),
  /** Only while nothing is linked: a guess, and its source. */
  knownAccount: z.optional(
    z.object({
      name: z.optional(z.string()),
      email: z.optional(z.string()),
      source: z.enum(['signIn', 'detachedGrant']),
    }),
  ),
});

export type AmazonAuth = z.output<typeof amazonAuth>;

export const amazonAuthContract = contract({
  amazonAuth: {
    method: 'GET',
    path: '/api/amazon-auth',
    access: 'session',
    scope: 'workspace',
    reply: amazonAuth,
    summary: 'The linked Amazon account and whether the skill is active',
  },
  cancelConnecting: {
    method: 'DELETE',
    path: '/api/amazon-auth/connecting',
    access: 'session',
    scope: 'workspace',
    reply: z.object({ success: z.literal(true) }),
    summary: 'Stop connecting Alexa; harmless when nothing is under way',
  },
  unlinkAmazon: {
    method: 'POST',
    path: '/api/amazon-auth/unlink',
    access: 'session',
    scope: 'workspace',
    body: z.object({ workspaceId: numericId }),
    reply: z.object({ success: z.literal(true) }),
    owned: { 'body.workspaceId': 'workspace' },
    summary: 'Unlink the Amazon account: its triggers and devices go',
  },
});
