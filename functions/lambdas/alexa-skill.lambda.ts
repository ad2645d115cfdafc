import { alexaSkill } from '#functions/wiring/alexa-skill.ts';
import { connectToAmazon, entryPoint, realSealedWorld, warmUp } from '#functions/wiring/process.ts';

const world = realSealedWorld();
warmUp(world, ['amazon', 'alexa', 'encryption']);
connectToAmazon({ logins: 2 });

export const handler = entryPoint(alexaSkill(world));
