import type { Context } from 'aws-lambda';

import { log, now, realTable, warmUp } from '#functions/platform/deps.ts';

import { runJob, type Jobs } from './jobs.ts';
import { realWorkOff } from './real-work-off.ts';
import { sweep } from './sweep.ts';

warmUp(['encryption', 'alexa'], { table: realTable() });

const deps = { ...realWorkOff(), log, now };

const jobs: Jobs = {
  sweep: (deadline) => sweep(deps, deadline),
};

/** Kept for writing down what could not be finished. */
const reserveMs = 10_000;

/** The clock calls this once a minute with the name of a job. */
export const handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> =>
  runJob(jobs, event, now().getTime() + context.getRemainingTimeInMillis() - reserveMs);
