import { authApi } from '#functions/wiring/auth.ts';
import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';

const world = realSealedWorld();
warmUp(world, ['origin', 'amazon', 'google', 'alexa', 'encryption']);

export const handler = entryPoint(authApi(world));
