import { connectToAmazon, entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { whatsappInbound } from '#functions/wiring/whatsapp-inbound.ts';

const world = realSealedWorld();
warmUp(world, ['encryption', 'whatsapp', 'alexa']);
connectToAmazon();

export const handler = entryPoint(whatsappInbound(world));
