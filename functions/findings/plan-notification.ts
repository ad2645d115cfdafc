import { latest, nothingReported, type ReportedFindings } from '#functions/data/findings/notification-store.ts';
import { placeOf } from '#shared/rules/findings.ts';

import type { CurrentFindings } from './current-findings.ts';
import { quietUntil } from './quiet-until.ts';
import { nextCheckAt, selectNotifications, type Plan } from './select-notifications.ts';

/** `record` returns the item to store after the notification, or without a mail. */
export type NotificationPlan = {
  current: CurrentFindings;
  plan: Plan;
  record: (how: 'told' | 'unmailed') => ReportedFindings;
};

/** `mailed` is the time of the last mail per kind in all workspaces of the owner. */
export function planNotification(
  current: CurrentFindings,
  now: Date,
  mailed: ReportedFindings['mailed'] = {},
): NotificationPlan {
  const { workspace, told: stored = nothingReported, unreadable } = current.stored;
  const told = { ...stored, mailed: latest(stored.mailed, mailed) };
  const quiet = current.stored.told?.alertTriggerId === undefined ? undefined : quietUntil(workspace.timeZone, now);
  const known = { ...current, told, toldBefore: toldBefore(current), unreadable, mayFire: quiet === undefined };
  const plan = selectNotifications(known, now);
  const record: NotificationPlan['record'] = (how) => ({
    ...(how === 'told' ? plan : withoutMails(plan, told)),
    alerted: plan.alerted,
    firedAt: plan.fire.length > 0 ? now.toISOString() : told.firedAt,
    dueAt: nextCheckAt(workspace.id, now, [current.next, plan.next, quiet?.getTime()]).toISOString(),
  });
  return { current, plan, record };
}

/** The record without these mails, so that an owner who adds an address later is notified then. */
function withoutMails({ told, tell }: Plan, { mailed }: ReportedFindings): Pick<ReportedFindings, 'told' | 'mailed'> {
  const places = new Set(tell.map(placeOf));
  return { told: Object.fromEntries(Object.entries(told).filter(([place]) => !places.has(place))), mailed };
}

/** Findings that an older version has mailed. */
const toldBefore = ({ stored: { story } }: CurrentFindings): string[] =>
  story?.grant?.state === 'revoked' && story.grant.toldAt !== undefined ? [placeOf({ key: 'grantEnded' })] : [];
