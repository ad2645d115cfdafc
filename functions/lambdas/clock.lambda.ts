import { clock } from '#functions/wiring/clock.ts';
import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';

const world = realSealedWorld();
warmUp(world, ['encryption', 'alexa']);

export const handler = entryPoint(clock(world));
