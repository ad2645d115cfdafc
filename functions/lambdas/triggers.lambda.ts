import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { triggersApi } from '#functions/wiring/triggers.ts';

const world = realSealedWorld();
warmUp(world, ['origin', 'encryption', 'alexa']);

export const handler = entryPoint(triggersApi(world));
