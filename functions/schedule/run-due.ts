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

/** Per partition: 4 × 12 = 48 of the 50 connections of the SDK. */
const atOnce = 12;
const tableMs = 5_000;
/** Time within which the key recognises a run that a crash left due. */
const keySeconds = 86_400;

type Counts = { due: number; settled: number; lateMs: number };

/** Runs the due plans, the longest due first. The next minute continues with those that the deadline left. */
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
    const page = await inTime(deps, deps.plannedRuns.due(partition, until, from));
    counts.due += page.runs.length;
    await mapConcurrently(page.runs, atOnce, async (due) => {
      if (deadline.isOver()) return;
      const lateMs = deps.now().getTime() - Date.parse(due.nextAt);
      const ids = { workspaceId: due.workspaceId, plannedRunId: due.id };
      const end = await runOne(deps, due, until).catch((cause: unknown) => {
        deps.log('plannedRun.failed', ids, cause);
        return 'left' as const;
      });
      if (end === 'settled') counts.settled += 1;
      // Delays because of the limit of a workspace do not count.
      if (end !== 'waits') counts.lateMs = Math.max(counts.lateMs, lateMs);
    });
    from = page.next;
  } while (from && !deadline.isOver());
}

/** Without a deadline, a table that hangs would delay all other due plans. */
const inTime = <Found>({ now }: RunDueDeps, asking: Promise<Found>): Promise<Found> =>
  deadlineIn(now, tableMs).within(asking, busy);

/**
 * Fires the plan and then moves it to its next time. A process that dies in between leaves it due, and the key of plan
 * and time prevents a second run. A plan that was deleted, paused or changed in between does not run.
 */
async function runOne(
  deps: RunDueDeps,
  { workspaceId, id }: DueRun,
  until: Date,
): Promise<'settled' | 'left' | 'waits'> {
  const item = await inTime(deps, deps.plannedRuns.find(workspaceId, id));
  if (!item || item === 'canceled' || item.nextAt === undefined || Date.parse(item.nextAt) > until.getTime()) {
    return 'left';
  }
  const outcome = await fire(deps, item, item.nextAt);
  if (outcome === 'later') return 'left';
  if (outcome === 'workspaceTooMany') return 'waits';
  const last = outcome === 'gone' ? item.last : { at: item.nextAt, outcome };
  const again = outcome === 'gone' ? undefined : repeatAt(item, item.nextAt, outcome);
  const settling = deps.plannedRuns.settle(item, last, again ?? following(item, item.nextAt));
  return (await inTime(deps, settling)) ? 'settled' : 'left';
}

/** Returns `gone` if the trigger does not exist. Its deletion also deletes the plan. */
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
    await inTime(deps, keepLostRun(deps, item, answer, dueAt));
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
 * Repeats a nightly check once after a failure that is often transient, so that a lasting one is reported before the
 * morning.
 */
function repeatAt({ by, rule, timeZone }: PlannedRunItem, dueAt: string, outcome: Outcome): string | undefined {
  if (by !== 'nightly' || !rule || timeZone === undefined || !mayPass.has(outcome)) return undefined;
  const due = Date.parse(dueAt);
  const isRepeat = nextOccurrence(rule, timeZone, new Date(due - 1)).getTime() !== due;
  return isRepeat ? undefined : new Date(due + repeatAfterMs).toISOString();
}

/** The time after the due one, not after now, so that each missed run is recorded. */
const following = ({ rule, timeZone }: PlannedRunItem, dueAt: string): string | undefined =>
  rule && timeZone !== undefined ? nextOccurrence(rule, timeZone, new Date(dueAt)).toISOString() : undefined;
