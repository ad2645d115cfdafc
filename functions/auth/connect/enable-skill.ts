import { grantState } from '#functions/data/items/grant-item.ts';
import { workspacePartition } from '#functions/data/keys.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { enableMs, type Enabling, type SkillSeen } from '#functions/providers/alexa-enablement.ts';

import { callbackAddress } from '../pages.ts';
import type { ConnectDeps, ConsentRedirect } from './connect-deps.ts';
import { advanceFlow } from './consent-redirects.ts';
import { endFlow } from './end-flow.ts';

/** Timeout for all calls to Alexa in one callback. Enabling alone may take twelve seconds. */
const enablingMs = 19_000;

/**
 * Asks Alexa to enable the skill. Alexa then sends a grant, and only the grant counts as success. Stores neither the
 * token nor the code.
 */
export async function enableSkill(deps: ConnectDeps, redirect: ConsentRedirect, code: string): Promise<void> {
  const { workspaceId, sealedToken } = redirect;
  if (!deps.enablement || sealedToken === undefined) return endFlow(deps, redirect, 'notConfigured');
  // The user may have enabled the skill in the Alexa app in between.
  if (grantState(await deps.findAccess(workspaceId)) === 'valid') return deps.connecting.end(redirect);

  const token = await deps.seal.open(sealedToken, workspacePartition(workspaceId));
  const skill = await deps.enablement.skillOf({
    token,
    deadline: deadlineIn(deps.now, enablingMs),
    reserveMs: enableMs,
  });
  const seen = await skill.find();
  if (stopsFlow(seen)) return endFlow(deps, redirect, seen);
  if (seen === 'enabled') await deps.connecting.clearOff(redirect);
  // Store the step before the call: the grant may arrive before the response, and the response may be lost.
  await advanceFlow(deps, redirect, 'grant', seen === 'enabled' ? { wasEnabled: true } : {});
  const outcome = await skill.enable({ code, redirectUri: callbackAddress(deps.appUrl, 'amazon') });
  if (isFailure(outcome)) return endFlow(deps, redirect, outcome);
  deps.log('enablement.ended', { workspaceId, outcome });
  const wasEnabled = outcome === 'alreadyEnabled';
  if (wasEnabled || outcome === 'enabled') await noteEnabled(deps, redirect, wasEnabled);
}

const awaitsGrant = ['enabled', 'alreadyEnabled', 'accepted', 'unknown'] as const;
type Awaiting = (typeof awaitsGrant)[number];
const isFailure = (outcome: Enabling): outcome is Exclude<Enabling, Awaiting> =>
  !awaitsGrant.some((each) => each === outcome);

/**
 * Only logs a failure, which has two effects: the page shows less precise texts, and other users may have to use the
 * Alexa app for longer.
 */
async function noteEnabled(
  { connecting, enablingRefused, log }: ConnectDeps,
  redirect: ConsentRedirect,
  wasEnabled: boolean,
): Promise<void> {
  try {
    await Promise.all([
      connecting.noteEnabled(redirect, wasEnabled ? { wasEnabled: true } : {}),
      connecting.clearOff(redirect),
      enablingRefused.succeeded(),
    ]);
  } catch (cause) {
    log('enablement.notNoted', { workspaceId: redirect.workspaceId }, cause);
  }
}

const final = new Set<SkillSeen>(['tokenRefused', 'forbidden', 'wrongRegion']);
const stopsFlow = (seen: SkillSeen): seen is 'tokenRefused' | 'forbidden' | 'wrongRegion' => final.has(seen);
