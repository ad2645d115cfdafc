import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { whatsappApi } from '#functions/wiring/whatsapp.ts';

const world = realSealedWorld();
warmUp(world, ['origin', 'encryption', 'whatsapp']);

export const handler = entryPoint(whatsappApi(world));
