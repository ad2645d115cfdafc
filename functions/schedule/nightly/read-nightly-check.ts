import { nightlyId } from '#functions/data/items/planned-run-item.ts';
import type { PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import type { ExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { CurrentLinkDeps } from '#functions/triggers/current-link.ts';
import type { NightlyCheck } from '#shared/contracts/nightly-check.ts';
import { answerOf } from '#shared/rules/execution/receipts.ts';
import { hasAnswered, nightlyResult, type NightlyResult, type NightRun } from '#shared/rules/nightly/nightly.ts';

export type ReadNightlyDeps = CurrentLinkDeps & {
  triggers: Pick<TriggerStore, 'find'>;
  plannedRuns: Pick<PlannedRunStore, 'find'>;
  executions: Pick<ExecutionStore, 'list'>;
  now: () => Date;
};

export type NightlyRead = NightlyCheck & Pick<NightlyResult, 'inDoubt'>;

/** Derives the state from the history of the trigger, so that nothing else has to be stored. */
export async function readNightlyCheck(deps: ReadNightlyDeps, workspaceId: number): Promise<NightlyRead> {
  const link = (await deps.workspaces.find(workspaceId))?.link?.number;
  const item = link === undefined ? undefined : await deps.plannedRuns.find(workspaceId, nightlyId(link));
  if (link === undefined || !item || item === 'canceled') return { state: 'off' };
  const trigger = await deps.triggers.find(workspaceId, item.triggerId, link);
  if (!trigger) return { state: 'off' };
  const about = {
    trigger: { id: trigger.id, name: trigger.name },
    ...(item.nextAt !== undefined && { nextAt: item.nextAt }),
  };
  if (trigger.receipt?.lastRanAt === undefined) return { state: 'notSetUp', ...about };
  const now = deps.now();
  const result = nightlyResult(await nightRuns(deps, trigger.id, now));
  return { state: result.failed ? 'failed' : 'ok', ...about, ...result };
}

const maxPages = 8;

/** Returns the runs, newest first, back to the last confirmed one. */
async function nightRuns({ executions }: ReadNightlyDeps, triggerId: string, now: Date): Promise<NightRun[]> {
  const found: NightRun[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { runs, next } = await executions.list(triggerId, cursor);
    found.push(...runs.map((run) => ({ ...run, isNight: run.channel === 'schedule', answer: answerOf(run, now) })));
    if (next === undefined || found.some(hasAnswered)) break;
    cursor = next;
  }
  return found;
}
