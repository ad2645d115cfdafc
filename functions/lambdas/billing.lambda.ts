import { billingApi } from '#functions/wiring/billing.ts';
import { entryPoint, realWorld, warmUp } from '#functions/wiring/process.ts';

const world = realWorld();
warmUp(world, ['origin', 'stripe']);

export const handler = entryPoint(billingApi(world));
