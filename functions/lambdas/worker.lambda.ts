import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { worker } from '#functions/wiring/worker.ts';

const world = realSealedWorld();
warmUp(world, ['encryption', 'alexa']);

export const handler = entryPoint(worker(world));
