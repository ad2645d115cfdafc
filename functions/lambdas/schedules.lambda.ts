import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { schedules } from '#functions/wiring/schedules.ts';

const world = realSealedWorld();
warmUp(world, ['encryption', 'alexa']);

export const handler = entryPoint(schedules(world));
