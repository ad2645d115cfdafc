import { nothingReported } from '#functions/data/findings/notification-store.ts';
import { outboxPut } from '#functions/data/outbox/outbox-store.ts';
import { mailAddressOf } from '#functions/outbox/mail-address.ts';
import type { EntryOf, Work } from '#functions/outbox/work.ts';

import { currentFindings } from './current-findings.ts';
import { fireAlert } from './fire-alert.ts';
import { mailFindings, type MailFindingsDeps } from './mail-findings.ts';
import { planNotification } from './plan-notification.ts';

export type ReportFindingsDeps = MailFindingsDeps & { table: { name: string }; newId: () => string };

/** Time during which findings in other workspaces of the owner are added to the same mail. */
const gatherMs = 60_000;

/**
 * Checks one workspace. If its owner has others, new findings wait in the owner's partition, so that one mail covers
 * all of them.
 */
export async function reportFindings(deps: ReportFindingsDeps, entries: readonly EntryOf<'findings'>[]): Promise<Work> {
  const [entry] = entries;
  const current = entry && (await currentFindings(deps, entry.workspaceId));
  if (!current) return { outcome: 'done', writes: [] };
  const { workspace, told = nothingReported } = current.stored;
  // A plan may end although nothing else can break yet.
  if (current.state === 'unset' && current.next === undefined) {
    // Keeps the record: after a new link, the end of the plan is still the same finding.
    const without = { ...told, dueAt: undefined };
    return { outcome: 'done', writes: told.dueAt === undefined ? [] : deps.told.writes(workspace.id, without, told) };
  }
  const { plan, record } = planNotification(current, deps.now());
  const owner = plan.tell.length === 0 ? undefined : await deps.users.find(workspace.userId);
  if (owner && mailAddressOf(owner) !== undefined) return mailTo(deps, owner.id, workspace.id);
  await fireAlert(deps, current, plan.fire);
  return { outcome: 'done', writes: deps.told.writes(workspace.id, record(owner ? 'unmailed' : 'told'), told) };
}

async function mailTo(deps: ReportFindingsDeps, userId: string, workspaceId: number): Promise<Work> {
  const entry = { topic: 'mailFindings', userId, workspaceId } as const;
  const { length } = await deps.workspaces.list(userId);
  if (length === 1) return mailFindings(deps, [entry]);
  const now = deps.now();
  const made = { id: deps.newId(), now, dueAt: new Date(now.getTime() + gatherMs) };
  return { outcome: 'done', writes: [outboxPut(deps.table, entry, made)] };
}
