import { billingJobs } from '#functions/wiring/billing-jobs.ts';
import { realWorld, warmUp } from '#functions/wiring/process.ts';

const world = realWorld();
warmUp(world, ['stripe']);

export const handler = billingJobs(world);
