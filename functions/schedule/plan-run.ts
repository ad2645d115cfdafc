import { isOver, type PlannedRunItem } from '#functions/data/items/planned-run-item.ts';
import type { PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import { requireTrigger, type CurrentLinkDeps } from '#functions/triggers/current-link.ts';
import { Refusal } from '#shared/refusals.ts';
import { maxByWebhook, maxByWebhookDaily, maxPlannedRuns } from '#shared/rules/schedule/limits.ts';

import { nextMoment, type PlannedTime } from './next-moment.ts';
import { isListed, type OwnPlannedRun } from './planned-run-reply.ts';

export type PlanRunDeps = CurrentLinkDeps & {
  triggers: Pick<TriggerStore, 'find'>;
  plannedRuns: Pick<PlannedRunStore, 'list' | 'find' | 'add'>;
  newId: () => string;
  now: () => Date;
};

export type PlanWish = PlannedTime & {
  workspaceId: number;
  triggerId: string;
  by: OwnPlannedRun['by'];
  /** Used if the workspace has no time zone. */
  timeZone?: string | undefined;
  /** Derived from an Idempotency-Key, so that a repeated request returns the first plan. */
  id?: string;
};

/**
 * Throws `trigger.notFound`, `plannedRun.timeInvalid`, `plannedRun.zoneMissing`, `plannedRun.limitReached`, and
 * `plannedRun.notFound` for a key whose plan was deleted.
 */
export async function planRun(deps: PlanRunDeps, wish: PlanWish): Promise<OwnPlannedRun & { replayed?: true }> {
  const { workspaceId, triggerId, by, at, rule, id = deps.newId() } = wish;
  return retryOnConflict({}, async () => {
    const { link, workspace } = await requireTrigger(deps, { workspaceId, triggerId });
    const earlier = wish.id === undefined ? undefined : await deps.plannedRuns.find(workspaceId, id);
    if (earlier === 'canceled') throw new Refusal('plannedRun.notFound');
    if (earlier && isListed(earlier, link.number)) return { ...earlier, replayed: true };
    const now = deps.now();
    const timeZone = workspace.timeZone ?? (rule && wish.timeZone);
    const nextAt = nextMoment({ at, rule }, timeZone, now);
    requireRoom(await deps.plannedRuns.list(workspaceId), { link: link.number, by });
    const item: OwnPlannedRun = {
      type: 'plannedRun',
      id,
      workspaceId,
      link: link.number,
      triggerId,
      by,
      ...(rule ? { rule, timeZone } : { at: nextAt }),
      nextAt,
      createdAt: now.toISOString(),
      rev: 1,
      ...(wish.id !== undefined && { keyed: true as const }),
    };
    const planning = { id: workspaceId, link: link.number, planChanges: workspace.planChanges, timeZone };
    return (await deps.plannedRuns.add(item, planning)) === 'added' ? item : 'conflict';
  });
}

/**
 * Throws `plannedRun.limitReached`. Webhooks have a lower limit, which leaves room for users, and a limit that includes
 * past plans, so that they do not fill the table.
 */
export function requireRoom(items: readonly PlannedRunItem[], { link, by }: Pick<PlannedRunItem, 'link' | 'by'>): void {
  const listed = items.filter((item) => isListed(item, link));
  const held = listed.filter((item) => !isOver(item));
  const byWebhook = (all: readonly PlannedRunItem[]): number => all.filter((item) => item.by === 'webhook').length;
  const isTooMany = byWebhook(held) >= maxByWebhook || byWebhook(listed) >= maxByWebhookDaily;
  if (held.length >= maxPlannedRuns || (by === 'webhook' && isTooMany)) throw new Refusal('plannedRun.limitReached');
}
