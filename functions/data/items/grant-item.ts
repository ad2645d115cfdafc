import * as z from 'zod/mini';

import { isStillRefused, type WhenRefused } from '#shared/rules/skill-state.ts';

import { accountPartition, checkPartition, type TokenHolder } from '../keys.ts';

/** The three event gateways: North America, Europe, Far East. */
export const gatewayRegions = ['NA', 'EU', 'FE'] as const;
export type GatewayRegion = (typeof gatewayRegions)[number];

/** Amazon says that the skill is off, or refuses our tokens, for that or because the permission was removed. */
export const revocations = ['skillDisabled', 'accessEnded'] as const;
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
  /** When the gateway first said that it knows no such skill or account, though the token counts; what it takes ends it. */
  unknownAt: z.optional(z.iso.datetime()),
  /** Detached grants only. */
  expiresAt: z.optional(z.number()),
};

/** Lies beside its workspace while attached, else beside its Amazon account. */
export const accessItem = z.object({
  ...common,
  type: z.literal('access'),
  sealed: z.string(),
  tokenExpiresAt: z.iso.datetime(),
  /** Milliseconds since 1970. */
  lock: z.optional(z.object({ id: z.string(), until: z.number() })),
  /** When Amazon did not let us enable the skill again for this account; a new grant ends it. */
  reconnectRefusedAt: z.optional(z.iso.datetime()),
});

export const grantItem = z.object({
  ...common,
  type: z.literal('grant'),
  sealedRefresh: z.string(),
  /** When its owner got an e-mail about its end, before findings were told. */
  toldAt: z.optional(z.iso.datetime()),
  /** Absent while detached. */
  workspaceId: z.optional(z.number()),
});

export type AccessItem = z.output<typeof accessItem>;
export type GrantItem = z.output<typeof grantItem>;
export type Grant = { grant: GrantItem; access: AccessItem };

/** Undefined as well while the gateway does not know the skill: for who tells of it, as runs try all the same. */
export const knownAccess = (access: AccessItem | undefined): AccessItem | undefined =>
  access?.state === 'valid' && access.unknownAt !== undefined ? undefined : access;

export const grantState = (access: AccessItem | undefined): 'none' | 'valid' | 'revoked' =>
  knownAccess(access)?.state ?? 'none';

type MaybeRefused = { reconnectRefusedAt?: string | undefined } | undefined;

/** Whether Amazon does not let us enable the skill: the grant says so, or, where there is none, the link. */
export const isReconnectRefused = (link: MaybeRefused, access: MaybeRefused, when: WhenRefused): boolean =>
  isStillRefused((access ?? link)?.reconnectRefusedAt, when);

/** That we disabled the skill, or asked to (`isSure`: Alexa confirmed it). */
export const offNote = z.object({ at: z.iso.datetime(), isSure: z.optional(z.literal(true)) });

type MaybeOff = { skillOff?: z.output<typeof offNote> | undefined };

/**
 * What our disabling of the skill left. A newer grant proves that the skill is enabled again; Amazon's word that it is
 * off ends the doubt.
 */
export function skillOff(
  { skillOff: off }: MaybeOff,
  access: Pick<AccessItem, 'grantedAt' | 'revokedAs'> | undefined,
): { isOff?: true; mayBeOff?: true } {
  if (!off || (access && access.grantedAt >= off.at)) return {};
  if (off.isSure) return { isOff: true };
  return access?.revokedAs === 'skillDisabled' ? {} : { mayBeOff: true };
}

/** Whether there is nothing left to disable: Amazon says so, or confirmed that we did. */
export const isKnownOff = (link: MaybeOff | undefined, access: AccessItem | undefined): boolean =>
  access?.revokedAs === 'skillDisabled' || skillOff(link ?? {}, access).isOff === true;

/**
 * Why Alexa no longer takes anything, as far as it is known. `disabledByUs`: as its person asked. `notFound`: the gateway
 * knows no such skill or account, though the permission counts.
 */
export type EndCause = Revocation | 'disabledByUs' | 'notFound';

export function endCause(link: MaybeOff | undefined, access: AccessItem | undefined): EndCause {
  if (link && skillOff(link, access).isOff) return 'disabledByUs';
  if (access && knownAccess(access) === undefined) return 'notFound';
  return access?.revokedAs ?? 'accessEnded';
}

/** The account, so that attaching and detaching need not seal again. */
export const tokenOwner = (amazonUserId: string): string => accountPartition(amazonUserId);

/** Within a day with the rounds of the clock, because a grant may end while no trigger runs. */
export const checkEveryMs = 23 * 3_600_000;

/** A revoked or detached grant has neither field. */
export const dueForCheck = (now: Date) => ({
  duePk: checkPartition,
  dueAt: new Date(now.getTime() + checkEveryMs).toISOString(),
});

export const holderOf = (grant: Pick<GrantItem, 'amazonUserId' | 'workspaceId'>): TokenHolder =>
  grant.workspaceId === undefined ? { amazonUserId: grant.amazonUserId } : { workspaceId: grant.workspaceId };
