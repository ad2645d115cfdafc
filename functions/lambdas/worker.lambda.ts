import type { Context } from 'aws-lambda';

import { createPulseStore } from '#functions/data/pulse-store.ts';
import { readStreamBatch } from '#functions/data/stream-record.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { workOnBatch, type StreamDeps } from '#functions/jobs/stream-batch.ts';
import { countRuns } from '#functions/status/count-runs.ts';
import { closeContact } from '#functions/triggers/close-contact.ts';
import { keepHistory } from '#functions/triggers/keep-history.ts';
import { realWorkOff } from '#functions/wiring/outbox-worker.ts';
import { log, now, realTable, reportUnreadable as report, warmUp } from '#functions/wiring/process.ts';

const table = realTable();
warmUp(['encryption', 'alexa'], { table });

const { workOff, contacts } = realWorkOff();
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

/** Kept for writing down what could not be finished. */
const reserveMs = 10_000;

/** The table's stream calls this with what passes the filters of `functions/data/stream-filters.ts`. */
export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> =>
  workOnBatch(deps, readStreamBatch(event, report), now().getTime() + context.getRemainingTimeInMillis() - reserveMs);
