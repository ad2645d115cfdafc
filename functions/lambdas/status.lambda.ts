import { entryPoint, realWorld, warmUp } from '#functions/wiring/process.ts';
import { statusApi } from '#functions/wiring/status.ts';

const world = realWorld();
warmUp(world, ['origin']);

export const handler = entryPoint(statusApi(world));
