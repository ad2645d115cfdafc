import { connectToAmazon, entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { webhook } from '#functions/wiring/webhook.ts';

const world = realSealedWorld();
warmUp(world, ['origin', 'encryption', 'alexa']);
connectToAmazon();

export const handler = entryPoint(webhook(world));
