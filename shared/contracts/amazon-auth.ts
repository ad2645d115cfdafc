import * as z from 'zod/mini';

import { contract } from './endpoint.ts';
import { numericId, time } from './fields.ts';

const amazonAuth = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  createdAt: z.nullable(time),
  updatedAt: z.nullable(time),
  /** When the token of the event gateway expires; null unless the skill is active. */
  expiresDate: z.nullable(time),
  /** In seconds; null unless the skill is active. */
  expiresIn: z.nullable(z.number().check(z.nonnegative())),
  /** Required by `reset` and `move` of `GET /api/auth/amazon`, which disable the skill or take the account over. */
  pageToken: z.optional(z.string()),
  skill: z.enum(['notLinked', 'notEnabled', 'active', 'revoked']),
  /** Only while active: when Alexa sent the grant. */
  grantedAt: z.optional(time),
  /** When the grant ended. Only while the skill is revoked or no longer enabled. */
  revokedAt: z.optional(time),
  /** Why it ended: a key of the refusals table. */
  reason: z.optional(z.string()),
  /** Only while linked and not active. `reinstall` means disabling and enabling the skill in the Alexa app. */
  mend: z.optional(z.enum(['reconnect', 'reinstall'])),
  /** Only while linked and not active: we disabled the skill, and Alexa has not enabled it since. */
  isOff: z.optional(z.literal(true)),
  /** Only while linked and not active: we asked Alexa to disable the skill and received no answer. */
  mayBeOff: z.optional(z.literal(true)),
  /** The connection flow in progress, from the link to the grant. */
  connecting: z.optional(
    z.object({
      /** When the current step began. */
      since: time,
      step: z.enum(['allow', 'enable', 'grant']),
      /** A key of the refusals table. */
      problem: z.optional(z.string()),
      /** Alexa confirmed that the skill is enabled. */
      isEnabled: z.optional(z.literal(true)),
      /** The grant is taking longer than usual, measured by our own clock. */
      late: z.optional(z.literal(true)),
      /** The skill was already enabled, so Alexa sent no new grant. Disabling and enabling it makes Alexa send one. */
      maySwitchOffAndOn: z.optional(z.literal(true)),
    }),
  ),
  /** When this workspace's account was moved to another workspace. Only while no account is linked. */
  movedAwayAt: z.optional(time),
  /** The account that the user probably wants to link, and its source. Only while no account is linked. */
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
    summary: 'Cancel connecting Alexa; does nothing if no connection is in progress',
  },
  unlinkAmazon: {
    method: 'POST',
    path: '/api/amazon-auth/unlink',
    access: 'session',
    scope: 'workspace',
    body: z.object({ workspaceId: numericId }),
    reply: z.object({ success: z.literal(true) }),
    owned: { 'body.workspaceId': 'workspace' },
    summary: 'Unlink the Amazon account and delete its triggers and devices',
  },
});
