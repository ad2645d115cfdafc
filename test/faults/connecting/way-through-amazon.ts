import { problemsOf } from '../oracle.ts';
import {
  bugs,
  codeProblems,
  isPage,
  isTold,
  leaks,
  linkProblems,
  lockProblems,
  logProblems,
  repairProblems,
  offProblems,
  wordProblems,
  type Scene,
} from './connect-claims.ts';
import { appUrl, hourMs, type Rig } from './connecting-rig.ts';
import type { Begun, Ended } from './fault-operation.ts';

/** One flow of a user through Amazon's pages, and the claims that must hold for each. */
export async function wayThroughAmazon(rig: Rig, scene: Scene): Promise<Begun> {
  const { person, holder = person, wish } = scene;
  const { well } = rig;
  const asked = async (): Promise<Record<string, string>> => {
    const { pageToken = '' } = await person.status(well);
    return wish === undefined ? {} : { [wish]: pageToken };
  };
  const query = await asked();
  const linesBefore = well.lines.length;
  let end = '';
  return {
    act: async (living) => void (end = await person.travel(living, query, holder.key)),

    async after(living, met): Promise<Ended> {
      const status = await person.status(well);
      const error = new URLSearchParams(new URL(end, appUrl).search).get('error');
      const { skill, connecting: chain } = status;
      const word = skill === 'active' ? skill : (chain?.problem ?? error ?? `awaits ${chain?.step}`);
      return {
        word,
        problems: problemsOf([
          !isPage(end, met) && `the browser ended at "${end}"`,
          ...isTold(status, end, met),
          ...(await linkProblems(rig, scene, met)),
          ...wordProblems(word, met),
          ...repairProblems(status, met),
          ...offProblems(rig, scene, status, met),
          ...logProblems(living.lines, scene, met),
        ]),
      };
    },

    async repair(): Promise<string[]> {
      const problems = await followRepairs(rig, scene, asked);
      await holder.releaseEvents();
      const partitions = [holder, person].flatMap((one) => one.partitions);
      for (const partition of new Set(partitions)) await well.settle(partition);
      const { skill, connecting: chain, email } = await person.status(well);
      const lines = well.lines.slice(linesBefore);
      return problemsOf([
        ...problems,
        skill !== 'active' && `after late events the skill is ${skill}`,
        chain && 'it is still said to be connecting',
        email !== `${holder.key}@example.com` && `the account is ${email}`,
        holder !== person && (await holder.status(well)).skill !== 'notLinked' && 'the account is linked twice',
        ...(await lockProblems(rig, person)),
        ...(await codeProblems(holder)),
        ...lines.filter(({ event }) => bugs.has(event)).map(({ event, cause }) => `${event}: ${String(cause)}`),
        lines.some((line) => leaks(line, [person, holder])) && 'a secret is in the log',
      ]);
    },
  };
}

/** Does what the page offers until the permission outlives its first token. Returns a problem after seven rounds. */
async function followRepairs(rig: Rig, scene: Scene, asked: () => Promise<Record<string, string>>): Promise<string[]> {
  const { person, holder = person, wish } = scene;
  const { well, clock } = rig;
  const said: string[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    const { skill, mend, connecting: chain, pageToken = '' } = await person.status(well);
    if (skill === 'active') {
      if (said.at(-1) === 'active') return [];
      said.push(skill);
      clock.advance(hourMs + 1_000);
      continue;
    }
    said.push(chain?.problem ?? `${mend ?? skill} at ${chain?.step}`);
    if (chain?.problem === 'amazon.connectTooOften') {
      clock.advance(hourMs);
      await person.travel(well);
    } else if (mend === 'reinstall') {
      await holder.atHome('disable');
      await holder.atHome('enable');
    } else if (chain?.maySwitchOffAndOn) await person.travel(well, { reset: pageToken }, holder.key);
    else if (chain?.step === 'grant' && !chain.problem && !chain.late) clock.advance(lateMs);
    else if (skill === 'notLinked' && wish === 'move') {
      // Choosing the account again makes the page offer the move again.
      await person.travel(well, {}, holder.key);
      await person.travel(well, await asked(), holder.key);
    } else await person.travel(well, {}, holder.key);
  }
  return [`doing what the page shows does not fix it: ${said.join(', then ')}`];
}

const maxRounds = 7;
const lateMs = 61_000;
