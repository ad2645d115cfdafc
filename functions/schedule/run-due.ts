import type { PlannedRunItem } from '#functions/data/items/planned-run-item.ts';
import { clockPartitions } from '#functions/data/keys.ts';
import type { DueRun, PlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Metrics } from '#functions/platform/metrics.ts';
import { busy, deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';
import type { Execution, RunRequest } from '#functions/triggers/execution/run.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { mayPass } from '#shared/rules/nightly/nightly.ts';
import { nextOccurrence } from '#shared/rules/schedule/next-occurrence.ts';

import { keepLostRun, type KeepLostRunDeps } from './keep-lost-run.ts';

export type RunDueDeps = KeepLostRunDeps & {
  plannedRuns: Pick<PlannedRunStore, 'due' | 'find' | 'settle'>;
  execute: (request: RunRequest) => Promise<Execution>;
  metrics: Metrics;
  log: Log;
  now: () => Date;
};

/** Per partition. Four partitions × 12 = 48 of the 50 connections of the SDK. */
const concurrency = 12;
const tableMs = 5_000;
/** How long the idempotency key prevents a second run of a plan that a crash left due. */
const keySeconds = 86_400;

type Counts = { due: number; settled: number; lateMs: number };

/** Runs the due plans, the most overdue first. Plans left at the deadline run at the next tick, a minute later. */
export async function runDue(deps: RunDueDeps, deadline: Deadline): Promise<void> {
  const counts: Counts = { due: 0, settled: 0, lateMs: 0 };
  const until = deps.now();
  const rounds = clockPartitions.map((partition) => runPartition(deps, { partition, until, counts }, deadline));
  const ended = await Promise.allSettled(rounds);
  deps.metrics({ ClockDue: counts.due, ClockLateSeconds: counts.lateMs / 1000 }, { job: 'runDue' });
  deps.log('clock.ticked', { ...counts });
  for (const each of ended) if (each.status === 'rejected') deps.log('plannedRun.failed', {}, each.reason);
}

type Round = { partition: (typeof clockPartitions)[number]; until: Date; counts: Counts };

async function runPartition(deps: RunDueDeps, { partition, until, counts }: Round, deadline: Deadline): Promise<void> {
  let from: Record<string, unknown> | undefined;
  do {
    const page = await withTimeout(deps, deps.plannedRuns.due(partition, until, from));
    counts.due += page.runs.length;
    await mapConcurrently(page.runs, concurrency, async (due) => {
      if (deadline.isOver()) return;
      const lateMs = deps.now().getTime() - Date.parse(due.nextAt);
      const ids = { workspaceId: due.workspaceId, plannedRunId: due.id };
      const end = await runOne(deps, due, until).catch((cause: unknown) => {
        deps.log('plannedRun.failed', ids, cause);
        return 'left' as const;
      });
      if (end === 'settled') counts.settled += 1;
      // A delay by the workspace's own limit does not count as late.
      if (end !== 'waits') counts.lateMs = Math.max(counts.lateMs, lateMs);
    });
    from = page.next;
  } while (from && !deadline.isOver());
}

/** Limits a table call to five seconds, because a call that hangs would delay all other due plans. */
const withTimeout = <Found>({ now }: RunDueDeps, tableCall: Promise<Found>): Promise<Found> =>
  deadlineIn(now, tableMs).within(tableCall, busy);

/**
 * Fires the plan and then schedules its next run. A crash in between leaves the plan due, and the idempotency key (plan
 * and time) prevents a second run. Skips a plan that was deleted, paused or changed since the query.
 */
async function runOne(
  deps: RunDueDeps,
  { workspaceId, id }: DueRun,
  until: Date,
): Promise<'settled' | 'left' | 'waits'> {
  const item = await withTimeout(deps, deps.plannedRuns.find(workspaceId, id));
  if (!item || item === 'canceled' || item.nextAt === undefined || Date.parse(item.nextAt) > until.getTime()) {
    return 'left';
  }
  const outcome = await fire(deps, item, item.nextAt);
  if (outcome === 'later') return 'left';
  if (outcome === 'workspaceTooMany') return 'waits';
  const last = outcome === 'gone' ? item.last : { at: item.nextAt, outcome };
  const again = outcome === 'gone' ? undefined : repeatAt(item, item.nextAt, outcome);
  const settling = deps.plannedRuns.settle(item, last, again ?? nextTime(item, item.nextAt));
  return (await withTimeout(deps, settling)) ? 'settled' : 'left';
}

/** Returns `gone` if the trigger no longer exists. Deleting a trigger also deletes its plans. */
async function fire(deps: RunDueDeps, item: PlannedRunItem, dueAt: string): Promise<Outcome | 'gone' | 'later'> {
  const { execute, log, now } = deps;
  const { workspaceId, triggerId, id } = item;
  const once = { key: `${id} ${dueAt}`, lifeSeconds: keySeconds };
  const request = { workspaceId, triggerId, dueAt, once, startedAt: now(), mayFire: () => true };
  try {
    const answer = await execute({ channel: 'schedule', ...request });
    // Many plans of a workspace may be due in the same minute.
    if (answer.outcome === 'workspaceTooMany') {
      log('plannedRun.postponed', { workspaceId, triggerId, plannedRunId: id, errorKey: 'workspace.tooMany' });
      return answer.outcome;
    }
    await withTimeout(deps, keepLostRun(deps, item, answer, dueAt));
    return answer.outcome;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'trigger.notFound') return 'gone';
    log('plannedRun.postponed', { workspaceId, triggerId, plannedRunId: id, errorKey: error.code });
    return 'later';
  }
}

const repeatAfterMs = 30 * 60_000;

/**
 * Returns when to repeat a nightly check: once, half an hour after a failure that is often transient. A lasting failure
 * is still reported before the morning.
 */
function repeatAt({ by, rule, timeZone }: PlannedRunItem, dueAt: string, outcome: Outcome): string | undefined {
  if (by !== 'nightly' || !rule || timeZone === undefined || !mayPass.has(outcome)) return undefined;
  const due = Date.parse(dueAt);
  const isRepeat = nextOccurrence(rule, timeZone, new Date(due - 1)).getTime() !== due;
  return isRepeat ? undefined : new Date(due + repeatAfterMs).toISOString();
}

/** Returns the first occurrence after `dueAt`, not after now, so that each missed run is recorded. */
const nextTime = ({ rule, timeZone }: PlannedRunItem, dueAt: string): string | undefined =>
  rule && timeZone !== undefined ? nextOccurrence(rule, timeZone, new Date(dueAt)).toISOString() : undefined;
