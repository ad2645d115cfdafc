import { randomUUID } from 'node:crypto';

import { inject } from 'vitest';

import { aTable } from '../../support/worlds/a-table.ts';
import { tableScenes } from '../cells.ts';
import { messageIdOf, testedChannels, type ChannelAnswer, type TestedChannel } from '../channels.ts';
import { aHome, type Home, type TokenScene } from '../home.ts';
import { tableProblems } from '../invariants.ts';
import { problemsOf } from '../oracle.ts';
import type { CrashOperation } from './operation.ts';

const covered: Readonly<Record<TestedChannel['channel'], readonly string[]>> = {
  webhook: ['webhook fireByPost', 'webhook fireByGet'],
  click: ['triggers executeTrigger'],
  voice: ['alexa-skill alexa'],
  group: ['whatsapp-inbound receiveWhatsAppEvent'],
  schedule: ['clock runDue'],
};

export const executionOperations = (homes: Home[]): readonly CrashOperation[] =>
  testedChannels.flatMap((channel) =>
    tableScenes.map((scene): CrashOperation => ({
      name: `execution, ${channel.name}, ${scene}`,
      covers: covered[channel.channel],
      async begin() {
        const table = await aTable();
        const home = await aHome(table, inject('dynamodbUrl'), { withGroup: channel.channel === 'group' });
        homes.push(home);
        return (crashing) => crashed(home, channel, scene, (deed) => crashing(table, deed));
      },
    })),
  );

type Crashes = (deed: Parameters<Parameters<Awaited<ReturnType<CrashOperation['begin']>>>[0]>[1]) => Promise<boolean>;

/** Fires in a process that dies, repeats the request twice, and then sends a new one. */
async function crashed(home: Home, channel: TestedChannel, scene: TokenScene, crashes: Crashes): Promise<string[]> {
  home.pause();
  await home.renewGrant(scene);
  const firing = home.newFiring();
  const before = home.heard();
  let reported: ChannelAnswer | undefined;
  const died = await crashes(async (dying) => {
    const { process, lines } = home.live({ isDead: dying.died }, dying);
    const underway = channel.fire(process, lines, home, firing).then((answer) => {
      // A dead process answers nothing.
      if (!dying.died()) reported = answer;
    });
    await Promise.race([underway, dying.death]);
  });
  const first = home.heard() - before;
  const answers = [reported, ...(channel.recognisesRepeats ? await repeated(home, channel, firing) : [])].filter(
    (one) => one !== undefined,
  );
  const total = home.heard() - before;
  home.pause();
  const { process, lines } = home.well();
  const fresh = await channel.fire(process, lines, home, { ...firing, key: randomUUID() });
  const texts = await home.said(messageIdOf(firing.key));
  await home.world.settle();
  const found = await home.world.grants.find(home.account);
  return [
    ...problemsOf([
      first > 1 && `the home got ${first}`,
      total > 1 && `repeated, the home got ${total}`,
      !died && reported?.means !== 'sent' && `alive, it said ${reported?.word}`,
      answers.some(({ means }) => means === 'sent') && total !== 1 && `it said sent, and the home got ${total}`,
      saysHow.has(channel.name) && answers.at(-1)?.means === 'notSent' && `repeated, it said ${words(answers)}`,
      ...answers.map(({ undeclared }) => undeclared),
      fresh.word !== 'sent' && `a new request: it said ${fresh.word}`,
      home.heard() - before !== total + 1 && 'a new request: the home did not hear one event',
      new Set(texts).size < texts.length && 'the group got the same answer twice',
      channel.channel === 'group' && texts.length === 0 && 'the group got no answer',
      found?.grant.state !== 'valid' && 'the permission is over',
    ]),
    ...tableProblems(await home.world.items()),
  ];
}

/** The only channel that returns the first request's result to a repeat. */
const saysHow: ReadonlySet<string> = new Set(['webhook+key']);

const words = (answers: readonly ChannelAnswer[]): string => answers.map(({ word }) => word).join(', then ');

/** Repeats the request while a claim of the dead process holds, and after it has expired. */
async function repeated(
  home: Home,
  channel: TestedChannel,
  firing: ReturnType<Home['newFiring']>,
): Promise<ChannelAnswer[]> {
  const answers: ChannelAnswer[] = [];
  for (const waitMs of [2_000, 20_000]) {
    home.clock.advance(waitMs);
    const { process, lines } = home.well();
    answers.push(await channel.fire(process, lines, home, firing));
  }
  return answers;
}
