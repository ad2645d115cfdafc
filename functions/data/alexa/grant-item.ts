import * as z from 'zod/mini';

import { accountPartition, checkPartition, type TokenHolder } from '../keys.ts';

/** North America, Europe, Far East: the three event gateways. */
export const gatewayRegions = ['NA', 'EU', 'FE'] as const;
export type GatewayRegion = (typeof gatewayRegions)[number];

/** How Amazon ended a permission: it says that the skill is off, or it takes the refresh token no more. */
export const revocations = ['skillDisabled', 'permissionWithdrawn'] as const;
export type Revocation = (typeof revocations)[number];

const common = {
  amazonUserId: z.string(),
  /** Raised whenever the token changes, and never used again, not even by a later grant. */
  version: z.number(),
  region: z.enum(gatewayRegions),
  state: z.enum(['valid', 'revoked']),
  revokedAt: z.optional(z.iso.datetime()),
  revokedAs: z.optional(z.enum(revocations)),
  grantedAt: z.iso.datetime(),
  /** Detached grants only. */
  expiresAt: z.optional(z.number()),
};

/** Event-gateway access token: beside its workspace while attached, else beside its Amazon account. */
export const accessItem = z.object({
  ...common,
  type: z.literal('access'),
  sealed: z.string(),
  tokenExpiresAt: z.iso.datetime(),
  /** Who is renewing it, and until when that counts (ms since 1970). */
  lock: z.optional(z.object({ id: z.string(), until: z.number() })),
});

/** Refresh token, apart from the hot path. */
export const grantItem = z.object({
  ...common,
  type: z.literal('grant'),
  sealedRefresh: z.string(),
  /** Its owner was told by e-mail that it ended. */
  toldAt: z.optional(z.iso.datetime()),
  /** Attached to this workspace; absent while detached. */
  workspaceId: z.optional(z.number()),
});

export type AccessItem = z.output<typeof accessItem>;
export type GrantItem = z.output<typeof grantItem>;
export type Grant = { grant: GrantItem; access: AccessItem };

/** Owner to seal both tokens with: the account, so that attaching and detaching need not seal again. */
export const tokenOwner = (amazonUserId: string): string => accountPartition(amazonUserId);

/** An attached grant is asked about at Amazon once a day, in case nobody fires a trigger for weeks. */
export const checkEveryMs = 24 * 3_600_000;

/** What puts an attached grant among those to be checked; a revoked or detached one carries neither. */
export const dueForCheck = (now: Date) => ({
  duePk: checkPartition,
  dueAt: new Date(now.getTime() + checkEveryMs).toISOString(),
});

/** Where the access token of a grant lies. */
export const holderOf = (grant: Pick<GrantItem, 'amazonUserId' | 'workspaceId'>): TokenHolder =>
  grant.workspaceId === undefined ? { amazonUserId: grant.amazonUserId } : { workspaceId: grant.workspaceId };
