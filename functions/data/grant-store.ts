import * as z from 'zod/mini';

import { accountPartition, type TokenHolder } from './keys.ts';
import type { TransactItem } from './table.ts';

export const gatewayRegions = ['NA', 'EU', 'FE'] as const;
export type GatewayRegion = (typeof gatewayRegions)[number];

const common = {
  amazonUserId: z.string(),
  /** Raised by every change; never used again, not even by a later grant. */
  version: z.number(),
  region: z.enum(gatewayRegions),
  state: z.enum(['valid', 'revoked']),
  revokedAt: z.optional(z.iso.datetime()),
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
  /** Attached to this workspace; absent while detached. */
  workspaceId: z.optional(z.number()),
});

export type AccessItem = z.output<typeof accessItem>;
export type GrantItem = z.output<typeof grantItem>;
export type Grant = { grant: GrantItem; access: AccessItem };

/** Owner to seal both tokens with: the account, so that attaching and detaching need not seal again. */
export const tokenOwner = (amazonUserId: string): string => accountPartition(amazonUserId);

/** Where the access token of a grant lies. */
export const holderOf = (grant: Pick<GrantItem, 'amazonUserId' | 'workspaceId'>): TokenHolder =>
  grant.workspaceId === undefined ? { amazonUserId: grant.amazonUserId } : { workspaceId: grant.workspaceId };

/** What `AcceptGrant` brings; tokens are sealed with `tokenOwner`. */
export type NewGrant = {
  amazonUserId: string;
  sealedAccess: string;
  sealedRefresh: string;
  tokenExpiresAt: Date;
  region: GatewayRegion;
  /** The workspace that has linked this account, by its LINK item; undefined keeps the grant detached, for 30 days. */
  workspaceId: number | undefined;
};

export type GrantStore = {
  /** Grant and access token of an account, attached or detached; read consistently. */
  find(amazonUserId: string): Promise<Grant | undefined>;
  findAccess(holder: TokenHolder): Promise<AccessItem | undefined>;
  findGrant(amazonUserId: string): Promise<GrantItem | undefined>;
  /** Replaces any older grant. `linkChanged`: the account's LINK is not what the caller saw; read it and try again. */
  accept(grant: NewGrant): Promise<'accepted' | 'linkChanged'>;
  /** Writes for the linking transaction. `found` is what `find` gave; should it change meanwhile, they cancel. */
  attachWrites(amazonUserId: string, workspaceId: number, found: Grant | undefined): TransactItem[];
  /** Writes for the unlinking transaction: detached for 30 days, or gone at once when it was revoked. */
  detachWrites(amazonUserId: string, workspaceId: number, found: Grant | undefined): TransactItem[];
  /** Takes the right to renew this version; otherwise tells what lies there now. */
  takeLock(holder: TokenHolder, version: number, lock: { id: string; until: number }): Promise<LockOutcome>;
  /** Gives the right back after a renewal that brought nothing. */
  releaseLock(holder: TokenHolder, lockId: string): Promise<void>;
  /** Stores renewed tokens under the lock. `overtaken`: the version moved on, or the grant moved house. */
  complete(holder: TokenHolder, seen: AccessItem, renewed: Renewed): Promise<AccessItem | 'overtaken'>;
  /** Marks the grant revoked, if the version is still the one that was refused; a detached one goes. */
  revoke(holder: TokenHolder, access: Pick<AccessItem, 'amazonUserId' | 'version'>): Promise<'revoked' | 'overtaken'>;
  /** Remembers the region that answered. */
  setRegion(
    holder: TokenHolder,
    access: Pick<AccessItem, 'amazonUserId' | 'version'>,
    region: GatewayRegion,
  ): Promise<void>;
};

export type LockOutcome =
  | { outcome: 'taken'; access: AccessItem }
  | { outcome: 'held' | 'moved'; access: AccessItem }
  | { outcome: 'gone' };

export type Renewed = {
  lockId: string;
  sealedAccess: string;
  tokenExpiresAt: Date;
  /** Only when Amazon gave another refresh token; `from` is the grant whose token was sent. */
  rotated?: { sealedRefresh: string; from: GrantItem };
};
