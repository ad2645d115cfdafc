import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { whatsappJobs } from '#functions/wiring/whatsapp-jobs.ts';

const world = realSealedWorld();
warmUp(world, ['whatsapp', 'encryption']);

export const handler = entryPoint(whatsappJobs(world));
