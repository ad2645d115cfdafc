import { findingsApi } from '#functions/wiring/findings.ts';
import { realWorld, warmUp } from '#functions/wiring/process.ts';

const world = realWorld();
warmUp(world, ['origin']);

export const handler = findingsApi(world);
