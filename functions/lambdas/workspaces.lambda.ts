import { entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';
import { workspacesApi } from '#functions/wiring/workspaces.ts';

const world = realSealedWorld();
warmUp(world, ['origin', 'encryption']);

export const handler = entryPoint(workspacesApi(world));
