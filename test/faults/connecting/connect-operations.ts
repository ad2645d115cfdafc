import type { Scene } from './connect-claims.ts';
import { aConnectingPerson, type ConnectingPerson } from './connecting-person.ts';
import { hourMs, type Rig } from './connecting-rig.ts';
import type { FaultOperation } from './fault-operation.ts';
import { wayThroughAmazon } from './way-through-amazon.ts';

/** A user who has connected with our button. Alexa's events have arrived, unless they are held. */
export async function aConnected(rig: Rig, { events = 'sent' } = {}): Promise<ConnectingPerson> {
  const person = await aConnectingPerson(rig);
  await person.travel(rig.well);
  await expectSkill(rig, person, 'active');
  if (events !== 'held') await person.releaseEvents();
  return person;
}

async function expectSkill({ well }: Rig, person: ConnectingPerson, wanted: string): Promise<void> {
  const { skill } = await person.status(well);
  if (skill !== wanted) throw new Error(`The skill should be ${wanted}, and is ${skill}.`);
}

/** The product notices the end of the permission when it renews the token. */
export async function learnsOfTheEnd(rig: Rig, person: ConnectingPerson): Promise<void> {
  rig.clock.advance(hourMs + 1_000);
  await expectSkill(rig, person, 'revoked');
}

/** A user who has disabled the skill in the Alexa app, which the product knows. */
async function aDisabled(rig: Rig): Promise<ConnectingPerson> {
  const person = await aConnected(rig);
  await person.atHome('disable');
  await learnsOfTheEnd(rig, person);
  return person;
}

/** Moves the account to another user, to whom the page offers the move. */
async function aMove(rig: Rig, holder: ConnectingPerson): Promise<Scene> {
  const person = await aConnectingPerson(rig);
  const end = await person.travel(rig.well, {}, holder.key);
  if (!end.includes('accountInUse')) throw new Error(`The account is not in use: ${end}`);
  return { person, holder, isLinked: false, wish: 'move' };
}

export const connectOperations: readonly FaultOperation[] = [
  {
    name: 'connect',
    well: 'active',
    begin: async (rig) => wayThroughAmazon(rig, { person: await aConnectingPerson(rig), isLinked: false }),
  },
  {
    name: 'reconnect',
    well: 'active',
    async begin(rig) {
      const person = await aDisabled(rig);
      return wayThroughAmazon(rig, { person, isLinked: true });
    },
  },
  {
    name: 'reconnect, unseen end',
    well: 'active',
    async begin(rig) {
      const person = await aConnected(rig);
      await person.revokeAtAmazon();
      return wayThroughAmazon(rig, { person, isLinked: true });
    },
  },
  {
    name: 'switch off and on',
    well: 'active',
    async begin(rig) {
      const person = await aConnected(rig);
      await person.enabling({ grantsWhenEnabled: false });
      await person.revokeAtAmazon();
      await learnsOfTheEnd(rig, person);
      return wayThroughAmazon(rig, { person, isLinked: true, wish: 'reset' });
    },
  },
  {
    name: 'move',
    well: 'active',
    async begin(rig) {
      const holder = await aConnected(rig);
      return wayThroughAmazon(rig, await aMove(rig, holder));
    },
  },
  {
    name: 'move, permission over',
    well: 'active',
    async begin(rig) {
      const holder = await aDisabled(rig);
      return wayThroughAmazon(rig, await aMove(rig, holder));
    },
  },
];
