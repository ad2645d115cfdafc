import { skillOff } from '#functions/data/items/grant-item.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { disableMs, type AlexaEnablement, type Disabling } from '#functions/providers/alexa-enablement.ts';
import { Refusal } from '#shared/refusals.ts';

import type { ConnectDeps, ConsentRedirect } from './connect-deps.ts';

/** Timeout for the calls to Alexa, which follow two calls to Amazon in the same callback. */
const disablingMs = 12_000;

/**
 * Stores a note that the skill may be off before it calls Alexa, in case the process dies or the table fails
 * afterwards. Removes the note only if Alexa certainly did nothing.
 */
export async function disableSkill(
  deps: ConnectDeps,
  enablement: AlexaEnablement,
  { redirect, token }: { redirect: ConsentRedirect; token: string },
): Promise<Disabling> {
  const { connecting, now } = deps;
  const hasNote = await hasOffNote(deps, redirect);
  const askedAt = hasNote ? undefined : await connecting.noteOff(redirect, 'asked');
  if (!hasNote && askedAt === undefined) throw new Refusal('auth.stateInvalid');
  const skill = await enablement.skillOf({ token, deadline: deadlineIn(now, disablingMs), reserveMs: disableMs });
  const outcome = await skill.disable();
  if (outcome === 'disabled') await connecting.noteOff(redirect, 'disabled');
  else if (outcome !== 'unknown' && askedAt !== undefined) await connecting.withdrawOff(redirect, askedAt);
  return outcome;
}

/** Whether an earlier attempt has stored that the skill is or may be off. Such a note is kept. */
async function hasOffNote(deps: ConnectDeps, { workspaceId }: ConsentRedirect): Promise<boolean> {
  const [workspace, access] = await Promise.all([deps.workspaces.find(workspaceId), deps.findAccess(workspaceId)]);
  const { isOff, mayBeOff } = skillOff(workspace?.link ?? {}, access);
  return isOff === true || mayBeOff === true;
}
