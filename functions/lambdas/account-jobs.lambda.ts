import { accountJobs } from '#functions/wiring/account-jobs.ts';
import { realWorld, warmUp } from '#functions/wiring/process.ts';

const world = realWorld();
warmUp(world, ['stripe']);

export const handler = accountJobs(world);
