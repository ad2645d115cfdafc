import { canary } from '#functions/wiring/canary.ts';
import { entryPoint, realWorld } from '#functions/wiring/process.ts';

export const handler = entryPoint(canary(realWorld()));
