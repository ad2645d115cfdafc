import * as z from 'zod/mini';

import { isStillRefused, type WhenRefused } from '#shared/rules/skill-state.ts';

import { accountPartition, checkPartition, type TokenHolder } from '../keys.ts';

/** The three event gateways: North America, Europe, Far East. */
export const gatewayRegions = ['NA', 'EU', 'FE'] as const;
export type GatewayRegion = (typeof gatewayRegions)[number];

export const revocations = [
  /** Amazon reports the skill as disabled. */
  'skillDisabled',
  /** Amazon refuses our tokens: the skill was disabled or the permission was removed. */
  'accessEnded',
] as const;
export type Revocation = (typeof revocations)[number];

const common = {
  amazonUserId: z.string(),
  /** Increased whenever the token changes. A version is never used again, not even by a later grant. */
  version: z.number(),
  region: z.enum(gatewayRegions),
  state: z.enum(['valid', 'revoked']),
  revokedAt: z.optional(z.iso.datetime()),
  revokedAs: z.optional(z.enum(revocations)),
  grantedAt: z.iso.datetime(),
  /**
   * When the gateway first reported an unknown skill or account for a valid token. The next accepted event clears it.
   */
  unknownAt: z.optional(z.iso.datetime()),
  /** Detached grants only. */
  expiresAt: z.optional(z.number()),
};

/** Stored in the workspace's partition while attached, otherwise in the Amazon account's. */
export const accessItem = z.object({
  ...common,
  type: z.literal('access'),
  sealed: z.string(),
  tokenExpiresAt: z.iso.datetime(),
  /** `until` is in milliseconds since 1970. */
  lock: z.optional(z.object({ id: z.string(), until: z.number() })),
  /** When Amazon last refused to let us enable the skill again for this account; a new grant clears it. */
  reconnectRefusedAt: z.optional(z.iso.datetime()),
});

export const grantItem = z.object({
  ...common,
  type: z.literal('grant'),
  sealedRefresh: z.string(),
  /** When the owner was mailed about the end of the grant; older items only, as findings record it now. */
  toldAt: z.optional(z.iso.datetime()),
  /** Absent while detached. */
  workspaceId: z.optional(z.number()),
});

export type AccessItem = z.output<typeof accessItem>;
export type GrantItem = z.output<typeof grantItem>;
export type Grant = { grant: GrantItem; access: AccessItem };

/**
 * Returns undefined also while the gateway does not know the skill. Use it to show the state: runs still try to send.
 */
export const knownAccess = (access: AccessItem | undefined): AccessItem | undefined =>
  access?.state === 'valid' && access.unknownAt !== undefined ? undefined : access;

export const grantState = (access: AccessItem | undefined): 'none' | 'valid' | 'revoked' =>
  knownAccess(access)?.state ?? 'none';

type MaybeRefused = { reconnectRefusedAt?: string | undefined } | undefined;

/** Whether Amazon does not let us enable the skill. The grant stores it, or the link without a grant. */
export const isReconnectRefused = (link: MaybeRefused, access: MaybeRefused, when: WhenRefused): boolean =>
  isStillRefused((access ?? link)?.reconnectRefusedAt, when);

/** Stored when we request to disable the skill. `isSure` once Alexa has confirmed it. */
export const offNote = z.object({ at: z.iso.datetime(), isSure: z.optional(z.literal(true)) });

type MaybeOff = { skillOff?: z.output<typeof offNote> | undefined };

/**
 * Returns what is known after we disabled the skill. A newer grant proves that it is enabled again. A report from
 * Amazon that it is off removes the doubt.
 */
export function skillOff(
  { skillOff: off }: MaybeOff,
  access: Pick<AccessItem, 'grantedAt' | 'revokedAs'> | undefined,
): { isOff?: true; mayBeOff?: true } {
  if (!off || (access && access.grantedAt >= off.at)) return {};
  if (off.isSure) return { isOff: true };
  return access?.revokedAs === 'skillDisabled' ? {} : { mayBeOff: true };
}

/** Whether the skill is certainly off: Amazon reported it, or confirmed that we disabled it. */
export const isKnownOff = (link: MaybeOff | undefined, access: AccessItem | undefined): boolean =>
  access?.revokedAs === 'skillDisabled' || skillOff(link ?? {}, access).isOff === true;

/** Why Alexa no longer accepts events, as far as is known. */
export type EndCause =
  | Revocation
  /** The user asked us to disable the skill. */
  | 'disabledByUs'
  /** The gateway does not know the skill or the account, although the token is valid. */
  | 'notFound';

export function endCause(link: MaybeOff | undefined, access: AccessItem | undefined): EndCause {
  if (link && skillOff(link, access).isOff) return 'disabledByUs';
  if (access && knownAccess(access) === undefined) return 'notFound';
  return access?.revokedAs ?? 'accessEnded';
}

/** Tokens are sealed for the account, so that attaching and detaching do not have to seal them again. */
export const tokenOwner = (amazonUserId: string): string => accountPartition(amazonUserId);

/** Less than a day, so that the half-hourly rounds check each grant daily: it may end while no trigger runs. */
export const checkEveryMs = 23 * 3_600_000;

/** Fields of a grant that is to be checked; a revoked or detached grant has neither. */
export const dueForCheck = (now: Date) => ({
  duePk: checkPartition,
  dueAt: new Date(now.getTime() + checkEveryMs).toISOString(),
});

export const holderOf = (grant: Pick<GrantItem, 'amazonUserId' | 'workspaceId'>): TokenHolder =>
  grant.workspaceId === undefined ? { amazonUserId: grant.amazonUserId } : { workspaceId: grant.workspaceId };
