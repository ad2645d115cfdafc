import { amazonAuthApi } from '#functions/wiring/amazon-auth.ts';
import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';

const world = realSealedWorld();
warmUp(world, ['origin', 'encryption', 'alexa']);

export const handler = entryPoint(amazonAuthApi(world));
