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

/**
 * `kept`: whose enabling it is. `checking`: Amazon is asked whether the skill is off, or the end of the permission gets
 * its reason. `older`: enabled again since.
 * `noGrant`: nothing of ours depends on it. `over`: known to be off.
 */
export type HeardEvent =
  | 'kept'
  | 'noToken'
  | 'tokenRefused'
  | 'foreignToken'
  | 'checking'
  | 'older'
  | 'unknownUser'
  | 'noGrant'
  | 'over'
  | 'other'
  | 'malformed';

/** Clocks differ; a check too many costs one request. */
const clocksDifferMs = 60_000;

/**
 * Amazon ends the tokens of a disabled skill, but does not document how long after the event. The check at once usually
 * finds them ended, the others catch a delay. Later ends are found by the next run, or by the check within a day.
 */
const laterChecksMs = [600_000, 60_000] as const;

/**
 * Events may come twice, late or not at all, so that each only leads to a question to Amazon. It throws only what makes
 * Lambda deliver the event again: Amazon was not reached, or a bug; nothing that is sent does.
 */
export async function hearSkillEvent(deps: SkillEventDeps, event: unknown): Promise<HeardEvent> {
  const read = readSkillEvent(event);
  const outcome = await heard(deps, read).catch((cause: unknown) => {
    deps.log('skillEvent.failed', { kind: read.kind }, cause);
    return 'failed' as const;
  });
  if (outcome === 'malformed') deps.log('skillEvent.malformed');
  else if (outcome !== 'failed') deps.log('skillEvent.heard', { kind: read.kind, outcome });
  if (outcome === 'failed' || outcome === 'unavailable') throw new Error(`The event is wanted again: ${outcome}`);
  return outcome;
}

async function heard(deps: SkillEventDeps, event: SkillEvent): Promise<HeardEvent | 'unavailable'> {
  if (event.kind === 'enabled') return keepUser(deps, event);
  return event.kind === 'disabled' ? checkWhether(deps, event) : event.kind;
}

async function keepUser(
  { tokenToUser, skillUsers, links }: SkillEventDeps,
  { userId, token }: Extract<SkillEvent, { kind: 'enabled' }>,
): Promise<HeardEvent | 'unavailable'> {
  if (token === undefined) return 'noToken';
  const user = await tokenToUser(token);
  if (user.outcome === 'refused') return 'tokenRefused';
  if (user.outcome === 'foreign') return 'foreignToken';
  if (user.outcome !== 'user') return 'unavailable';
  const { amazonUserId } = user;
  const link = await links.find(amazonUserId);
  await skillUsers.keep(userId, { amazonUserId, workspaceId: link?.workspaceId });
  return 'kept';
}

async function checkWhether(
  { skillUsers, grants, outbox, newId, now }: SkillEventDeps,
  { userId, at }: Extract<SkillEvent, { kind: 'disabled' }>,
): Promise<HeardEvent> {
  const amazonUserId = await skillUsers.find(userId);
  if (amazonUserId === undefined) return 'unknownUser';
  const grant = await grants.findGrant(amazonUserId);
  if (!grant) return 'noGrant';
  if (at !== undefined && at.getTime() + clocksDifferMs < Date.parse(grant.grantedAt)) return 'older';
  if (grant.revokedAs === 'skillDisabled') return 'over';
  const { workspaceId } = grant;
  const entry = { topic: 'checkGrant', amazonUserId, workspaceId, as: 'skillDisabled' } as const;
  const heardAt = now();
  // The check at once comes last: if it cannot be stored, Lambda delivers the event again.
  for (const ms of grant.state === 'revoked' ? [] : laterChecksMs) {
    await outbox.add(entry, { id: newId(), now: heardAt, dueAt: new Date(heardAt.getTime() + ms) }, []);
  }
  await outbox.add(entry, { id: newId(), now: heardAt }, []);
  return 'checking';
}
