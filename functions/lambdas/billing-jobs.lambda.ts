import { billingJobs } from '#functions/wiring/billing-jobs.ts';
import { entryPoint, realWorld, warmUp } from '#functions/wiring/process.ts';

const world = realWorld();
warmUp(world, ['stripe']);

export const handler = entryPoint(billingJobs(world));
