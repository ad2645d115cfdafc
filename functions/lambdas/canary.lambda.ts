import { canary } from '#functions/wiring/canary.ts';
import { realWorld } from '#functions/wiring/process.ts';

export const handler = canary(realWorld());
