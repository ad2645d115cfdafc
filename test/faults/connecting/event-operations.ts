import type { Line } from '../home.ts';
import { problemsOf } from '../oracle.ts';
import { alarmProblems, leaks } from './connect-claims.ts';
import { aConnected, learnsOfTheEnd } from './connect-operations.ts';
import type { ConnectingPerson } from './connecting-person.ts';
import type { ConnectingProduct } from './connecting-product.ts';
import { hourMs, type Rig } from './connecting-rig.ts';
import type { Begun, FaultOperation, Met } from './fault-operation.ts';

type Skill = 'active' | 'revoked';

type Scene = {
  person: ConnectingPerson;
  event: unknown;
  /** Result of the event without a fault. */
  right: string;
  /** The skill's state at the end. */
  skill: Skill;
  checks?: true;
};

const minuteMs = 60_000;
/** The product caches a token of Alexa for at most this long. */
const forgottenMs = 51 * minuteMs;

/** Returns an event of this name that Alexa holds for the user. */
function heldEvent({ homes }: Rig, { key }: ConnectingPerson, name: string): unknown {
  const event = homes.home(key).heldEvents.find(({ request }) => request.type === `AlexaSkillEvent.${name}`);
  if (!event) throw new Error(`Alexa holds no event ${name}.`);
  return event;
}

/** Returns the reason of an error after which Lambda delivers the event again; rethrows any other error. */
function wantedAgain(cause: unknown): string {
  const [, why] =
    /^The event was not processed, so Lambda has to repeat it: (\w+)$/.exec(
      cause instanceof Error ? cause.message : '',
    ) ?? [];
  if (why === undefined) throw cause;
  return why;
}

/** Delivers the event once under a fault, and then twice without one. */
function delivered(rig: Rig, { person, event, right, skill: last, checks }: Scene): Begun {
  const { well } = rig;
  let said = '';
  const work = async (by: ConnectingProduct): Promise<unknown> => checks && by.work(person.partitions[0]);
  return {
    async act(living) {
      said = await living.events(event).catch(wantedAgain);
      await work(living);
    },
    async after(living, met) {
      const { skill, mend } = await person.status(well);
      return {
        word: said,
        problems: problemsOf([
          !isAllowed(said, right, met) && `it said ${said}`,
          // Only the check at Amazon may end a permission.
          skill !== 'active' && !(checks && skill === 'revoked') && `the skill is ${skill}`,
          skill === 'revoked' && mend !== 'reconnect' && `our button is said not to be the fix: ${mend}`,
          ...logProblems(living.lines, said, person),
          ...alarmProblems(living.lines, met.kind),
        ]),
      };
    },
    async repair() {
      const again = [await well.events(event), await well.events(event)];
      for (const partition of person.partitions) await well.settle(partition);
      const { skill, reason } = await person.status(well);
      const isRight = again.every((word) => word === right || (checks && word === 'over'));
      return problemsOf([
        !isRight && `delivered again, it said ${again.join(', then ')}`,
        skill !== last && `in the end the skill is ${skill}`,
        last === 'revoked' && reason !== 'amazon.skillDisabled' && `it is said to have ended for ${reason}`,
        ...(last === 'active' ? await noticesTheEnd(rig, person) : []),
      ]);
    },
  };
}

/** The product still knows the current enablement, so it notices the next disabling at once. */
async function noticesTheEnd({ well }: Rig, person: ConnectingPerson): Promise<string[]> {
  await person.atHome('disable');
  await person.releaseEvents();
  for (const partition of person.partitions) await well.settle(partition);
  const { skill, reason } = await person.status(well);
  return skill === 'revoked' && reason === 'amazon.skillDisabled' ? [] : [`switched off, the skill is ${skill}`];
}

const inOutage = new Set(['unavailable', 'failed']);

/** A refused token is Alexa's mistake or outdated, so it proves nothing about the user. */
const isAllowed = (said: string, right: string, { kind }: Met): boolean =>
  said === right || (kind === 'refusal' && said === 'tokenRefused') || (kind !== 'none' && inOutage.has(said));

const logProblems = (lines: readonly Line[], said: string, person: ConnectingPerson): string[] =>
  problemsOf([
    said === 'failed' && !lines.some(({ event }) => event === 'skillEvent.failed') && 'nobody was told that it failed',
    said !== 'failed' && !lines.some(({ event }) => event === 'skillEvent.heard') && 'no line tells what came of it',
    lines.some((line) => leaks(line, [person])) && 'a secret is in the log',
  ]);

export const eventOperations: readonly FaultOperation[] = [
  {
    name: 'event: linked',
    well: 'kept',
    async begin(rig) {
      const person = await aConnected(rig, { events: 'held' });
      rig.clock.advance(forgottenMs);
      const event = heldEvent(rig, person, 'SkillAccountLinked');
      return delivered(rig, { person, event, right: 'kept', skill: 'active' });
    },
  },
  {
    name: 'event: disabled',
    well: 'checking',
    async begin(rig) {
      const person = await aConnected(rig);
      await person.atHome('disable');
      const event = heldEvent(rig, person, 'SkillDisabled');
      return delivered(rig, { person, event, right: 'checking', skill: 'revoked', checks: true });
    },
  },
  {
    name: 'event: disabled, end known',
    well: 'checking',
    async begin(rig) {
      const person = await aConnected(rig);
      await person.atHome('disable');
      const event = heldEvent(rig, person, 'SkillDisabled');
      await learnsOfTheEnd(rig, person);
      return delivered(rig, { person, event, right: 'checking', skill: 'revoked', checks: true });
    },
  },
  {
    name: 'event: disabled, late',
    well: 'older',
    async begin(rig) {
      const person = await aConnected(rig);
      await person.atHome('disable');
      const event = heldEvent(rig, person, 'SkillDisabled');
      rig.clock.advance(hourMs);
      await person.travel(rig.well);
      return delivered(rig, { person, event, right: 'older', skill: 'active' });
    },
  },
];
