import { randomUUID } from 'node:crypto';

import { inject } from 'vitest';

import { aTable } from '../../support/worlds/a-table.ts';
import { tableScenes } from '../cells.ts';
import { messageIdOf, testedDoors, type Answer, type TestedDoor } from '../channels.ts';
import { aHome, type Home, type Scene } from '../home.ts';
import { tableProblems } from '../invariants.ts';
import { problemsOf } from '../oracle.ts';
import type { Operation } from './operation.ts';

const covered: Readonly<Record<TestedDoor['door'], readonly string[]>> = {
  webhook: ['webhook fireByPost', 'webhook fireByGet'],
  click: ['triggers executeTrigger'],
  voice: ['alexa-skill alexa'],
  group: ['whatsapp-inbound receiveWhatsAppEvent'],
};

/** Firing a trigger, at every door, with a token that is good and with one that has to be renewed. */
export const executionOperations = (homes: Home[]): readonly Operation[] =>
  testedDoors.flatMap((door) =>
    tableScenes.map((scene): Operation => ({
      name: `execution, ${door.name}, ${scene}`,
      covers: covered[door.door],
      async begin() {
        const table = await aTable();
        const home = await aHome(table, inject('dynamodbUrl'), { withGroup: door.door === 'group' });
        homes.push(home);
        return (crashing) => life(home, door, scene, (deed) => crashing(table, deed));
      },
    })),
  );

type Crashes = (deed: Parameters<Parameters<Awaited<ReturnType<Operation['begin']>>>[0]>[1]) => Promise<boolean>;

/** A run in a process that dies; then the same wish twice more, and a new one. */
async function life(home: Home, door: TestedDoor, scene: Scene, crashes: Crashes): Promise<string[]> {
  home.clock.advance(70_000);
  await home.renews(scene);
  const shot = home.aims();
  const before = home.heard();
  let told: Answer | undefined;
  const died = await crashes(async (dying) => {
    const { process, lines } = home.live({ isDead: dying.died }, dying);
    const knocking = door.knock(process, lines, home, shot).then((answer) => {
      // Nobody hears what a dead process says.
      if (!dying.died()) told = answer;
    });
    await Promise.race([knocking, dying.death]);
  });
  const first = home.heard() - before;
  const answers = [told, ...(door.knows ? await repeated(home, door, shot) : [])].filter((one) => one !== undefined);
  const total = home.heard() - before;
  home.clock.advance(70_000);
  const { process, lines } = home.well();
  const anew = await door.knock(process, lines, home, { ...shot, key: randomUUID() });
  const texts = await home.said(messageIdOf(shot.key));
  await home.world.settle();
  const found = await home.world.grants.find(home.account);
  return [
    ...problemsOf([
      first > 1 && `the house heard ${first}`,
      total > 1 && `repeated, the house heard ${total}`,
      !died && told?.means !== 'sent' && `alive, it said ${told?.word}`,
      answers.some(({ means }) => means === 'sent') && total !== 1 && `it said sent, and the house heard ${total}`,
      saysHow.has(door.name) && answers.at(-1)?.means === 'notSent' && `repeated, it said ${words(answers)}`,
      ...answers.map(({ undeclared }) => undeclared),
      anew.word !== 'sent' && `anew, it said ${anew.word}`,
      home.heard() - before !== total + 1 && 'anew, the house did not hear one event',
      new Set(texts).size < texts.length && 'the group was told the same twice',
      door.door === 'group' && texts.length === 0 && 'the group was told nothing',
      found?.grant.state !== 'valid' && 'the permission is over',
    ]),
    ...tableProblems(await home.world.items()),
  ];
}

/** Its last answer to the same wish says how that ended; to Alexa and to a gateway it is the end of it alone. */
const saysHow: ReadonlySet<string> = new Set(['webhook+key']);

const words = (answers: readonly Answer[]): string => answers.map(({ word }) => word).join(', then ');

/** The same wish: while a claim of the dead may hold, and when it does not any more. */
async function repeated(home: Home, door: TestedDoor, shot: ReturnType<Home['aims']>): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const waitMs of [2_000, 20_000]) {
    home.clock.advance(waitMs);
    const { process, lines } = home.well();
    answers.push(await door.knock(process, lines, home, shot));
  }
  return answers;
}
