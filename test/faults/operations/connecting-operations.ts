import { aConnectingScene, waysToConnect } from '../../support/crashes/a-connecting-scene.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { tableProblems } from '../invariants.ts';
import type { CrashOperation } from './operation.ts';

const names = {
  connect: 'enabling the skill, for the first time',
  reconnect: 'enabling the skill, to reconnect',
  offAndOn: 'enabling the skill, after disabling it',
  move: 'enabling the skill, to move an account',
} as const;

/** Runs from the start on our page until Alexa exchanges the code, in one process. */
export const connectingOperations: readonly CrashOperation[] = waysToConnect.map((way): CrashOperation => ({
  name: names[way],
  covers: ['auth amazonCallback'],
  async begin() {
    const [table, clock] = [await aTable(), aClock()];
    return async (crashing) => {
      const { connectOn, problems, world } = await aConnectingScene(table, clock, way);
      await crashing(table, connectOn);
      const found = await problems();
      clock.advance(120_000);
      await world.settle();
      return [...found, ...tableProblems(await world.items())];
    };
  },
}));
