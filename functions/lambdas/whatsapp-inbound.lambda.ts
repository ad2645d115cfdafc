import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { whatsappInbound } from '#functions/wiring/whatsapp-inbound.ts';

const world = realSealedWorld();
warmUp(world, ['encryption', 'whatsapp', 'alexa']);

export const handler = entryPoint(whatsappInbound(world));
