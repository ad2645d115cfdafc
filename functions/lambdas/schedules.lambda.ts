import { randomUUID } from 'node:crypto';

import type { Context } from 'aws-lambda';

import { createGrantCheckStore } from '#functions/data/alexa/grant-check-store.ts';
import { createPulseStore } from '#functions/data/pulse-store.ts';
import { createSealedStore } from '#functions/data/sealed-store.ts';
import { checkGrants } from '#functions/jobs/check-grants.ts';
import { runJob, type Jobs } from '#functions/jobs/jobs.ts';
import { reseal } from '#functions/jobs/reseal.ts';
import { sweep } from '#functions/outbox/sweep.ts';
import { watchDoors } from '#functions/status/watch-channels.ts';
import { realWorkOff } from '#functions/wiring/outbox-worker.ts';
import {
  log,
  now,
  realMetrics,
  realSeal,
  realTable,
  reportUnreadable as report,
  warmUp,
} from '#functions/wiring/process.ts';

const table = realTable();
warmUp(['encryption', 'alexa'], { table });

const deps = { ...realWorkOff(), metrics: realMetrics(), log, now };
const checking = { checks: createGrantCheckStore(table, report), newId: randomUUID, log, now };
const resealing = { sealed: createSealedStore(table, report), seal: realSeal(), log, now };

const jobs: Jobs = {
  sweep: (deadline) => sweep(deps, deadline),
  watchDoors: () => watchDoors({ pulses: createPulseStore(table, now, report), metrics: deps.metrics, log, now }),
  checkGrants: (deadline) => checkGrants(checking, deadline),
  reseal: (deadline) => reseal(resealing, deadline),
};

/** Kept for writing down what could not be finished. */
const reserveMs = 10_000;

/** The clocks of `infra/functions.ts` call this with the name of a job. */
export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> =>
  runJob(jobs, event, now().getTime() + context.getRemainingTimeInMillis() - reserveMs);
