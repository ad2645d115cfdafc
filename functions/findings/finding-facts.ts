import { alexaStates } from '#functions/alexa/devices/alexa-states.ts';
import type { StoredFacts } from '#functions/data/findings/stored-facts.ts';
import { isReconnectRefused, type AccessItem } from '#functions/data/items/grant-item.ts';
import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import { isUsedUp } from '#shared/rules/access-keys.ts';
import { loopOverAt } from '#shared/rules/execution/loop.ts';
import type { FindingFacts, TriggerFacts } from '#shared/rules/findings.ts';
import { repairActionFor, type StageEnabling } from '#shared/rules/skill-state.ts';

type Known = Pick<FindingFacts, 'nightly' | 'nightInDoubt'> & { enablesSkill: StageEnabling; now: Date };

/** Returns the facts of a workspace for the rules. Without a usable Amazon link, there are none. */
export function findingFacts(stored: StoredFacts, known: Known): FindingFacts {
  const { workspace, access, story } = stored;
  const isLinked = workspace.status === 'ATIVO' && workspace.link !== undefined;
  if (!isLinked || !story) return { triggers: [] };
  const grant = access && grantFacts(stored, access, known);
  return {
    ...(grant && { grant }),
    triggers: stored.triggers.map((trigger) => triggerFacts(stored, trigger)),
    number: numberFacts(stored),
    plan: planFacts(stored),
    accessKeys: accessKeyFacts(stored),
    ...(known.nightly && { nightly: known.nightly }),
    nightInDoubt: known.nightInDoubt,
  };
}

const tokenMs = 3_600_000;

/** Amazon issues each token for an hour, so its expiry shows when it was renewed. */
function grantFacts(
  { workspace }: StoredFacts,
  access: AccessItem,
  { enablesSkill: { enables, reopenedAt }, now }: Known,
): FindingFacts['grant'] {
  const { state, revokedAt, unknownAt, grantedAt, tokenExpiresAt } = access;
  const renewedAt = new Date(Date.parse(tokenExpiresAt) - tokenMs).toISOString();
  return {
    ...(state === 'revoked' && { revokedAt: revokedAt ?? grantedAt }),
    unknownAt,
    grantedAt,
    confirmedAt: renewedAt > grantedAt ? renewedAt : grantedAt,
    mend: repairActionFor({ enables, refused: isReconnectRefused(workspace.link, access, { now, reopenedAt }) }),
  };
}

function triggerFacts({ story }: StoredFacts, trigger: TriggerItem): TriggerFacts {
  const { id, name, enabled, receipt, chain: streak } = trigger;
  const loop = streak && { loopAt: streak.loopAt, loopOverAt: loopOverAt(streak) };
  return { id, name, enabled, receipt, ...loop, leftOutSince: story && leftOutSince(story, trigger) };
}

/** Without a time from Alexa, uses the last change of the trigger: the device was reported then. */
function leftOutSince(story: NonNullable<StoredFacts['story']>, trigger: TriggerItem): string | undefined {
  const { own, confirming } = alexaStates(story, trigger);
  const failed = [own, confirming].find((device) => device?.state === 'failed');
  return failed && (failed.since ?? trigger.updatedAt);
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

/**
 * Only for a line of this workspace. A shared one is reported in the workspace that owns it. A group without messages
 * proves nothing about the line.
 */
function numberFacts({ workspace, instance }: StoredFacts): FindingFacts['number'] {
  if (!instance || instance.reference || instance.link !== workspace.link?.number) return undefined;
  const { chipStatus, ended, lostSince } = instance;
  if (chipStatus === 'DISCONNECTED') return ended?.wasConnected ? { lostAt: isoOf(ended.at) } : undefined;
  return chipStatus === 'LOST' && lostSince !== undefined ? { offlineSince: isoOf(lostSince) } : undefined;
}

function planFacts({ subscription }: StoredFacts): FindingFacts['plan'] {
  if (!subscription) return undefined;
  const { status, currentPeriodEnd, cancel_at: cancelAt, hasPaymentMethodAttached: hasCard, cardEndsAt } = subscription;
  return { status, currentPeriodEnd, cancelAt, hasCard, cardEndsAt, amountDue: subscription.amount_due };
}

const accessKeyFacts = ({ accessKeys }: StoredFacts): FindingFacts['accessKeys'] =>
  accessKeys.flatMap(({ id, name, createdAt, usedAt, ...key }) => {
    const { until } = key.conditions;
    return until === undefined || isUsedUp(key) ? [] : { id, name, createdAt, until, usedAt };
  });
