import { grantState } from '#functions/data/items/grant-item.ts';
import { workspacePartition } from '#functions/data/keys.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { enableMs, type Enabling, type SkillSeen } from '#functions/providers/alexa-enablement.ts';

import { callbackAddress } from '../pages.ts';
import type { ConnectDeps, Trip } from './connect-deps.ts';
import { endFor } from './end-for.ts';
import { advance } from './trips.ts';

/** For the calls to Alexa of one callback, of which enabling may take twelve seconds. */
const enablingMs = 19_000;

/** Then Alexa sends a grant, which alone counts as success; token and code are kept by nobody. */
export async function enableSkill(deps: ConnectDeps, trip: Trip, code: string): Promise<void> {
  const { workspaceId, sealedToken } = trip;
  if (!deps.enablement || sealedToken === undefined) return endFor(deps, trip, 'notConfigured');
  // The person may have enabled the skill in the Alexa app meanwhile.
  if (grantState(await deps.findAccess(workspaceId)) === 'valid') return deps.connecting.end(trip);

  const token = await deps.seal.open(sealedToken, workspacePartition(workspaceId));
  const skill = await deps.enablement.skillOf({
    token,
    deadline: deadlineIn(deps.now, enablingMs),
    reserveMs: enableMs,
  });
  const seen = await skill.find();
  if (isFinal(seen)) return endFor(deps, trip, seen);
  if (seen === 'enabled') await deps.connecting.clearOff(trip);
  // Before the call, because the grant may be faster than the answer, and the answer may get lost.
  await advance(deps, trip, 'grant', seen === 'enabled' ? { wasEnabled: true } : {});
  const outcome = await skill.enable({ code, redirectUri: callbackAddress(deps.appUrl, 'amazon') });
  if (isEnd(outcome)) return endFor(deps, trip, outcome);
  deps.log('enablement.ended', { workspaceId, outcome });
  if (outcome === 'enabled' || outcome === 'alreadyEnabled') await note(deps, trip, outcome === 'alreadyEnabled');
}

const awaitsGrant = ['enabled', 'alreadyEnabled', 'accepted', 'unknown'] as const;
type Awaiting = (typeof awaitsGrant)[number];
const isEnd = (outcome: Enabling): outcome is Exclude<Enabling, Awaiting> =>
  !awaitsGrant.some((each) => each === outcome);

/** Only words of the page depend on it, and for how long others are led to the Alexa app. */
async function note({ connecting, enablingRefused, log }: ConnectDeps, trip: Trip, wasEnabled: boolean): Promise<void> {
  try {
    await Promise.all([
      connecting.noteEnabled(trip, wasEnabled ? { wasEnabled: true } : {}),
      connecting.clearOff(trip),
      enablingRefused.succeeded(),
    ]);
  } catch (cause) {
    log('enablement.notNoted', { workspaceId: trip.workspaceId }, cause);
  }
}

const final = new Set<SkillSeen>(['tokenRefused', 'forbidden', 'wrongRegion']);
const isFinal = (seen: SkillSeen): seen is 'tokenRefused' | 'forbidden' | 'wrongRegion' => final.has(seen);
