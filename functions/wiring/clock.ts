import * as z from 'zod/mini';

import { createPlannedRunStore } from '#functions/data/schedule/planned-run-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { runDue, type RunDueDeps } from '#functions/schedule/run-due.ts';

import { execution } from './parts/execution.ts';
import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import type { SealedWorld, World } from './world.ts';

const jobEvent = z.object({ job: z.literal('runDue') });

/** Separate from `schedules`, because it fires triggers, which no other job may delay. */
export function clock(world: SealedWorld, given: Partial<Pick<RunDueDeps, 'plannedRuns' | 'execute'>> = {}) {
  const { table, metrics, log, newId, now, report } = world;
  const { plannedRuns = plannedRunsOf(world), execute = execution(world) } = given;
  const stores = {
    plannedRuns,
    triggers: createTriggerStore(table, { now, newId }, report),
    executions: createExecutionStore(table, now, report),
  };
  const deps = { ...stores, execute, metrics, log, now };
  return async (event: unknown, limit: TimeLimit): Promise<void> => {
    jobEvent.parse(event);
    await runDue(deps, deadlineOf(world, limit));
  };
}

export const plannedRunsOf = ({ table, now, report }: World) => createPlannedRunStore(table, now, report);
