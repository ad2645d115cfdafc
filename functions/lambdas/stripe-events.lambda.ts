import { entryPoint, realWorld, warmUp } from '#functions/wiring/process.ts';
import { stripeEvents } from '#functions/wiring/stripe-events.ts';

const world = realWorld();
warmUp(world, ['stripe']);

export const handler = entryPoint(stripeEvents(world));
