import { grantState } from '#functions/data/items/grant-item.ts';
import { workspacePartition } from '#functions/data/keys.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { enableMs, type Enabling, type SkillSeen } from '#functions/providers/alexa-enablement.ts';

import { callbackAddress } from '../pages.ts';
import type { ConnectDeps, Trip } from './connect-deps.ts';
import { endFor } from './end-for.ts';
import { advance } from './trips.ts';

/** The time for the calls to Alexa in one callback. Enabling alone may take twelve seconds. */
const enablingMs = 19_000;

/** Afterwards Alexa sends a grant, and only that counts as success. Neither the token nor the code is kept. */
export async function enableSkill(deps: ConnectDeps, trip: Trip, code: string): Promise<void> {
  const { workspaceId, sealedToken } = trip;
  if (!deps.enablement || sealedToken === undefined) return endFor(deps, trip, 'notConfigured');
  // The user may have enabled the skill in the Alexa app in between.
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
  // Stored before the call, because the grant may arrive before the answer, and the answer may be lost.
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

/** A failure is only logged: it affects texts of the page, and how long others have to use the Alexa app instead. */
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
