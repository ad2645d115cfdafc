import type { AmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import type { GrantStore } from '#functions/data/alexa/grant-store.ts';
import type { SkillUserStore } from '#functions/data/alexa/skill-user-store.ts';
import type { OutboxStore } from '#functions/data/outbox/outbox-store.ts';
import type { Log } from '#functions/platform/log.ts';

import type { TokenToUser } from '../skill/token-to-user.ts';
import { readSkillEvent, type SkillEvent } from './read-skill-event.ts';

export type SkillEventDeps = {
  tokenToUser: TokenToUser;
  skillUsers: SkillUserStore;
  links: Pick<AmazonLinkStore, 'find'>;
  grants: Pick<GrantStore, 'findGrant'>;
  outbox: Pick<OutboxStore, 'add'>;
  newId: () => string;
  log: Log;
  now: () => Date;
};

/** The outcome of a skill event. */
export type SkillEventOutcome =
  /** Stored which user enabled the skill. */
  | 'kept'
  | 'noToken'
  | 'tokenRefused'
  | 'foreignToken'
  /** Queued a check with Amazon: whether the skill is off, or why a permission ended. */
  | 'checking'
  /** The skill has been enabled again since the event. */
  | 'older'
  | 'unknownUser'
  /** We have no grant that depends on the skill. */
  | 'noGrant'
  /** The skill is already known to be off. */
  | 'over'
  | 'other'
  | 'malformed';

/** Clocks may differ by this much. An unnecessary check costs one request. */
const clocksDifferMs = 60_000;

/**
 * Amazon revokes the tokens of a disabled skill, but does not document how long after the event. The immediate check
 * usually finds them revoked, and these two catch a delay. The next run or the daily check finds a later end.
 */
const laterChecksMs = [600_000, 60_000] as const;

/**
 * Events may arrive twice, late or not at all, so each only queues a check with Amazon. Throws if Lambda should deliver
 * the event again, because Amazon was not reachable or because of a bug. Malformed content never throws.
 */
export async function handleSkillEvent(deps: SkillEventDeps, event: unknown): Promise<SkillEventOutcome> {
  const read = readSkillEvent(event);
  const outcome = await handleEvent(deps, read).catch((cause: unknown) => {
    deps.log('skillEvent.failed', { kind: read.kind }, cause);
    return 'failed' as const;
  });
  if (outcome === 'malformed') deps.log('skillEvent.malformed');
  else if (outcome !== 'failed') deps.log('skillEvent.heard', { kind: read.kind, outcome });
  if (outcome === 'failed' || outcome === 'unavailable')
    throw new Error(`The event was not processed, so Lambda has to repeat it: ${outcome}`);
  return outcome;
}

async function handleEvent(deps: SkillEventDeps, event: SkillEvent): Promise<SkillEventOutcome | 'unavailable'> {
  if (event.kind === 'enabled') return storeUser(deps, event);
  return event.kind === 'disabled' ? checkWhether(deps, event) : event.kind;
}

async function storeUser(
  { tokenToUser, skillUsers, links }: SkillEventDeps,
  { userId, token }: Extract<SkillEvent, { kind: 'enabled' }>,
): Promise<SkillEventOutcome | 'unavailable'> {
  if (token === undefined) return 'noToken';
  const user = await tokenToUser(token);
  if (user.outcome === 'refused') return 'tokenRefused';
  if (user.outcome === 'foreign') return 'foreignToken';
  if (user.outcome !== 'user') return 'unavailable';
  const { amazonUserId, storing } = user;
  await storing;
  const link = await links.find(amazonUserId);
  await skillUsers.keep(userId, { amazonUserId, workspaceId: link?.workspaceId });
  return 'kept';
}

async function checkWhether(
  { skillUsers, grants, outbox, newId, now }: SkillEventDeps,
  { userId, at }: Extract<SkillEvent, { kind: 'disabled' }>,
): Promise<SkillEventOutcome> {
  const amazonUserId = await skillUsers.find(userId);
  if (amazonUserId === undefined) return 'unknownUser';
  const grant = await grants.findGrant(amazonUserId);
  if (!grant) return 'noGrant';
  if (at !== undefined && at.getTime() + clocksDifferMs < Date.parse(grant.grantedAt)) return 'older';
  if (grant.revokedAs === 'skillDisabled') return 'over';
  const { workspaceId } = grant;
  const entry = { topic: 'checkGrant', amazonUserId, workspaceId, as: 'skillDisabled' } as const;
  const heardAt = now();
  // The immediate check is stored last: if that fails, Lambda delivers the event again.
  for (const ms of grant.state === 'revoked' ? [] : laterChecksMs) {
    await outbox.add(entry, { id: newId(), now: heardAt, dueAt: new Date(heardAt.getTime() + ms) }, []);
  }
  await outbox.add(entry, { id: newId(), now: heardAt }, []);
  return 'checking';
}
