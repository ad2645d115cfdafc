import * as z from 'zod/mini';

import type { Deadline } from '#functions/platform/time/deadline.ts';

const jobNames = ['sweep', 'watchChannels', 'checkGrants', 'reseal'] as const;
export type JobName = (typeof jobNames)[number];
export type Jobs = Readonly<Record<JobName, (deadline: Deadline) => Promise<unknown>>>;

const jobEvent = z.object({ job: z.enum(jobNames) });

/** Runs the job that the event names. Throws for an unknown name. */
export async function runJob(jobs: Jobs, event: unknown, deadline: Deadline): Promise<void> {
  await jobs[jobEvent.parse(event).job](deadline);
}
