import type { Table } from '#functions/data/table.ts';

import { aFakeAlexa } from '../worlds/a-fake-alexa.ts';
import { alexaWorld, type AlexaWorld, type SteppedClock } from '../worlds/alexa-world.ts';
import { aConnectingPerson } from './a-connecting-person.ts';

/** In each of these flows, our site enables the skill. `move` takes the account from another user whose grant ended. */
export const waysToConnect = ['connect', 'reconnect', 'offAndOn', 'move'] as const;
export type WayToConnect = (typeof waysToConnect)[number];

let others = 0;

/** A user who is about to connect Alexa. */
export async function aConnectingScene(table: Table, clock: SteppedClock, way: WayToConnect) {
  const { alexa, account, processOn } = aConnectingPerson(clock.now);
  const well = processOn(table);
  await well.travel({});
  const world = alexaWorld(table, aFakeAlexa(), clock);
  const user = (await world.users.findByAccount({ provider: 'amazon', subject: account })) ?? '';
  const workspaceId = (await world.users.currentWorkspaceId(user)) ?? 0;
  const workspace = String(workspaceId);
  if (way === 'offAndOn' || way === 'reconnect') await world.link(user, workspaceId, account);
  if (way === 'reconnect') await permissionOver(world, workspaceId, account);
  if (way === 'move') {
    const other = { id: 8_000_000 + (others += 1), user: `other-${others}` };
    await world.addWorkspace(other.id, other.user, true);
    await world.link(other.user, other.id, account);
    await permissionOver(world, other.id, account);
    const end = await well.travel({ workspace });
    if (!end.includes('accountInUse')) throw new Error(`The account is not in use: ${end}`);
  }
  alexa.isEnabled = way === 'offAndOn';
  clock.advance(1_000);
  const { pageToken = '' } = await well.status();
  const wishes = { connect: {}, reconnect: {}, offAndOn: { reset: pageToken }, move: { move: pageToken } };
  const wish = { workspace, ...wishes[way] };

  return {
    world,
    connectOn: (own: Table): Promise<string> => processOn(own).travel(wish),
    /** Returns the problems now, and after the user connected again and the grant arrived. */
    problems: async (): Promise<string[]> => {
      const before = await well.status();
      const isHidden = way === 'offAndOn' && !alexa.isEnabled && !before.isOff && !before.mayBeOff;
      const end = await well.travel(wish);
      const { connecting } = await well.status();
      const { isEnabled, codes } = alexa;
      clock.advance(1_000);
      await world.enableSkill(account);
      const active = await well.status();
      return [
        isHidden && 'the page does not show that the skill is off',
        !/\/amazon-auth\?success=true&id=\d+$/.test(end) && `the browser ended at ${end}`,
        connecting?.step !== 'grant' && `it awaits ${connecting?.step}`,
        connecting?.problem,
        !isEnabled && 'the skill is not enabled',
        new Set(codes).size < codes.length && 'a code was sent twice',
        active.skill !== 'active' && `with the grant the skill is ${active.skill}`,
        active.connecting && 'with the grant it is still connecting',
        active.isOff && 'with the grant the skill is said to be off',
        (await world.links.find(account))?.workspaceId !== workspaceId && 'the account is linked elsewhere',
      ].filter((problem) => typeof problem === 'string');
    },
  };
}

async function permissionOver(world: AlexaWorld, workspaceId: number, account: string): Promise<void> {
  await world.enableSkill(account);
  const access = await world.tokens.findAccess({ workspaceId });
  if (!access) throw new Error('There is no permission.');
  await world.tokens.revoke({ workspaceId }, access);
}
