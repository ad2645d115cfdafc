import { authApi } from '#functions/wiring/auth.ts';
import { realSealedWorld, warmUp } from '#functions/wiring/process.ts';

const world = realSealedWorld();
warmUp(world, ['origin', 'amazon', 'google']);

export const handler = authApi(world);
