import { latest, nothingTold, type Told } from '#functions/data/findings/told-store.ts';
import { placeOf } from '#shared/rules/findings.ts';

import type { CurrentFindings } from './current-findings.ts';
import { quietUntil } from './quiet-until.ts';
import { nextLook, whatToTell, type Plan } from './what-to-tell.ts';

/** `record`: what is stored once it was told, or without a mail. */
export type Telling = { current: CurrentFindings; plan: Plan; record: (how: 'told' | 'unmailed') => Told };

/** `mailed`: when the owner was last told of a kind in any of their workspaces. */
export function planTelling(current: CurrentFindings, now: Date, mailed: Told['mailed'] = {}): Telling {
  const { workspace, told: stored = nothingTold, unreadable } = current.stored;
  const told = { ...stored, mailed: latest(stored.mailed, mailed) };
  const quiet = current.stored.told?.alertTriggerId === undefined ? undefined : quietUntil(workspace.timeZone, now);
  const known = { ...current, told, toldBefore: toldBefore(current), unreadable, mayFire: quiet === undefined };
  const plan = whatToTell(known, now);
  const record: Telling['record'] = (how) => ({
    ...(how === 'told' ? plan : unmailed(plan, told)),
    alerted: plan.alerted,
    firedAt: plan.fire.length > 0 ? now.toISOString() : told.firedAt,
    dueAt: nextLook(workspace.id, now, [current.next, plan.next, quiet?.getTime()]).toISOString(),
  });
  return { current, plan, record };
}

/** As if nothing had been told by mail: who has an address later is told then. */
function unmailed({ told, tell }: Plan, { mailed }: Told): Pick<Told, 'told' | 'mailed'> {
  const places = new Set(tell.map(placeOf));
  return { told: Object.fromEntries(Object.entries(told).filter(([place]) => !places.has(place))), mailed };
}

/** By the mail of an older version. */
const toldBefore = ({ stored: { story } }: CurrentFindings): string[] =>
  story?.grant?.state === 'revoked' && story.grant.toldAt !== undefined ? [placeOf({ key: 'grantEnded' })] : [];
