import { alexaSkill } from '#functions/wiring/alexa-skill.ts';
import { realSealedWorld, warmUp } from '#functions/wiring/process.ts';

const world = realSealedWorld();
warmUp(world, ['amazon', 'alexa', 'encryption']);

export const handler = alexaSkill(world);
