import { findingsApi } from '#functions/wiring/findings.ts';
import { entryPoint, realWorld, warmUp } from '#functions/wiring/process.ts';

const world = realWorld();
warmUp(world, ['origin']);

export const handler = entryPoint(findingsApi(world));
