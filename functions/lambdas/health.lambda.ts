import { health } from '#functions/wiring/health.ts';
import { entryPoint, realGround, warmUp } from '#functions/wiring/process.ts';

const world = realGround();
warmUp(world, ['origin']);

export const handler = entryPoint(health(world));
