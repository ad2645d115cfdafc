import { createPulseStore } from '#functions/data/pulse-store.ts';
import { readStreamBatch } from '#functions/data/stream-record.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { workOnBatch, type StreamDeps } from '#functions/jobs/stream-batch.ts';
import { countRuns } from '#functions/status/count-runs.ts';
import { closeContact } from '#functions/triggers/close-contact.ts';
import { keepHistory } from '#functions/triggers/keep-history.ts';

import { outboxWorker, workerProviders } from './parts/outbox-worker.ts';
import { deadlineOf, type TimeLimit } from './parts/time-limit.ts';
import type { SealedWorld } from './world.ts';

/** The table's stream calls it with what passes the filters of `functions/data/stream-filters.ts`. */
export function worker(world: SealedWorld) {
  const { table, log, now, report } = world;
  const { workOff, contacts } = outboxWorker(world, workerProviders(world));
  const pulses = createPulseStore(table, now, report);
  const history = {
    executions: createExecutionStore(table, now, report),
    runs: createRunStore(table, now, report),
    workspaces: createWorkspaceStore(table, report),
  };
  const deps: StreamDeps = {
    workOff,
    keepHistory: (before, after) => keepHistory(history, before, after),
    countRuns: (runs) => countRuns({ pulses, now }, runs),
    closeContact: (before, after, deadline) => closeContact(contacts, before, after, deadline),
    log,
  };
  return (event: unknown, limit: TimeLimit): Promise<void> =>
    workOnBatch(deps, readStreamBatch(event, report), deadlineOf(world, limit));
}
