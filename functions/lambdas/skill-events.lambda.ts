import { entryPoint, realWorld, warmUp } from '#functions/wiring/process.ts';
import { skillEvents } from '#functions/wiring/skill-events.ts';

const world = realWorld();
warmUp(world, ['amazon']);

export const handler = entryPoint(skillEvents(world));
