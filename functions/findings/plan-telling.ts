import { latest, nothingTold, type Told } from '#functions/data/findings/told-store.ts';
import { placeOf } from '#shared/rules/findings.ts';

import type { CurrentFindings } from './current-findings.ts';
import { quietUntil } from './quiet-until.ts';
import { nextLook, whatToTell, type Plan } from './what-to-tell.ts';

/** `record` returns the item to store after the notification, or without a mail. */
export type Telling = { current: CurrentFindings; plan: Plan; record: (how: 'told' | 'unmailed') => Told };

/** `mailed` is the time of the last mail per kind in all workspaces of the owner. */
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

/** The record without these mails, so that an owner who adds an address later is notified then. */
function unmailed({ told, tell }: Plan, { mailed }: Told): Pick<Told, 'told' | 'mailed'> {
  const places = new Set(tell.map(placeOf));
  return { told: Object.fromEntries(Object.entries(told).filter(([place]) => !places.has(place))), mailed };
}

/** Findings that an older version has mailed. */
const toldBefore = ({ stored: { story } }: CurrentFindings): string[] =>
  story?.grant?.state === 'revoked' && story.grant.toldAt !== undefined ? [placeOf({ key: 'grantEnded' })] : [];
