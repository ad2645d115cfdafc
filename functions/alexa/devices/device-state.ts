import type { DeviceStory } from '#functions/data/alexa/device-facts.ts';
import { isLeftOut, leftOutHash } from '#functions/data/alexa/reported-store.ts';
import type { Revocation } from '#functions/data/items/grant-item.ts';
import type { OutboxItem } from '#functions/data/outbox/outbox-store.ts';
import type { DeviceState } from '#shared/contracts/triggers.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import { isOutcome, outcomes } from '#shared/rules/execution/outcomes.ts';

import { endpointOf, type Device } from '../messages/endpoint.ts';
import { hashOfEndpoint } from './device-difference.ts';

export const revocationReasons: Readonly<Record<Revocation, RefusalCode>> = {
  skillDisabled: 'amazon.skillDisabled',
  accessEnded: 'amazon.accessEnded',
};

/**
 * Failures that occur only in device reports and that need a fix. Other failures also occur in runs, or are transient.
 */
const ownFailures: ReadonlySet<string> = new Set(['tooLarge', 'failed', 'unreadable']);

type Known = Device & { updatedAt: string };
type ReportedState = Pick<DeviceState, 'state' | 'since'> & { reason?: RefusalCode };

/**
 * Alexa also knows a trigger that has not changed since the skill was enabled, because enabling ends with a
 * discovery.
 */
export function deviceState(story: DeviceStory, trigger: Known): ReportedState {
  const { grant, refused, reports } = story;
  if (!grant) return { state: 'skillOff', reason: 'amazon.skillNotEnabled' };
  if (grant.state === 'revoked') {
    const { revokedAt, revokedAs = 'accessEnded' } = grant;
    const reason = revocationReasons[revokedAs];
    return { state: 'skillOff', reason, ...(revokedAt !== undefined && { since: revokedAt }) };
  }
  if (grant.unknownAt !== undefined)
    return { state: 'skillOff', reason: 'amazon.skillNotFound', since: grant.unknownAt };
  const hash = hashOf(trigger);
  if (hash === undefined) return { state: 'failed', reason: 'alexa.deviceLeftOut' };

  const reported = story.reportedHashes[trigger.deviceId] ?? '';
  const alive = reports.filter(({ deadAt }) => deadAt === undefined);
  if (!isAskedAgain(alive, trigger.deviceId)) {
    // A report sends a device again whose hash has changed. If it dies, its own reason is shown.
    if (isLeftOut(reported) && (reported === leftOutHash(hash) || reports.length === 0))
      return { state: 'failed', reason: 'alexa.deviceLeftOut' };
    if (refused && refused.at > grant.grantedAt && alive.length === 0) {
      return { state: 'failed', since: refused.at, ...reasonOf(refused.as) };
    }
    if (reported === hash || (!isLeftOut(reported) && trigger.updatedAt < grant.grantedAt)) return { state: 'inAlexa' };
  }
  const [waiting] = alive;
  if (waiting) return { state: 'waiting', since: waiting.createdAt, ...reasonOf(waiting.lastFailure) };
  const [dead] = reports;
  if (!dead) return { state: 'inAlexa' };
  return { state: 'failed', since: dead.deadAt ?? dead.createdAt, ...reasonOf(dead.lastFailure) };
}

const isAskedAgain = (alive: readonly OutboxItem[], deviceId: string): boolean =>
  alive.some(({ entry }) => entry.topic === 'devices' && entry.again?.includes(deviceId));

function reasonOf(failure = ''): { reason?: RefusalCode } {
  if (ownFailures.has(failure)) return { reason: 'alexa.rejected' };
  // The user has granted the permission again since the failure.
  if (failure === 'grantRevoked') return {};
  const reason = isOutcome(failure) ? outcomes[failure].refusal : undefined;
  return reason === undefined ? {} : { reason };
}

/** Returns undefined for a device that cannot be built. */
function hashOf(device: Device): string | undefined {
  try {
    return hashOfEndpoint(endpointOf(device));
  } catch {
    return undefined;
  }
}
