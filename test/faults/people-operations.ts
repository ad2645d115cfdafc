import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';

import type { Table } from '#functions/data/table.ts';
import { Refusal } from '#shared/refusals.ts';
import type { SubscriptionStatus } from '#shared/rules/plans.ts';

import { aHouse, type House } from '../support/a-house.ts';
import { aLineGateway, type LineGateway } from '../support/a-line-gateway.ts';
import { aTable } from '../support/a-table.ts';
import { aClock, type Clock } from '../support/alexa-world.ts';
import { whatsappWorld, type WhatsAppWorld } from '../support/whatsapp-world.ts';
import { livingDevices, livingLines, tableProblems } from './invariants.ts';
import type { Operation } from './operation.ts';

const groups = ['120363000000000001@g.us', '120363000000000002@g.us', '120363000000000003@g.us'] as const;

/** A person with three workspaces: `own` has a number and a group, `beside` shares the number with a group, `bare` has none. */
type Scene = {
  table: Table;
  world: WhatsAppWorld;
  house: House;
  gateway: LineGateway;
  clock: Clock;
  user: string;
  own: number;
  beside: number;
  bare: number;
  id: number;
  shared: number;
};

let people = 0;

async function aScene(): Promise<Scene> {
  const table = await aTable();
  const number = (people += 1);
  const clock = aClock();
  const house = aHouse();
  const gateway = aLineGateway(clock.now);
  const world = whatsappWorld(table, gateway, clock, house);
  const user = `p-${number}`;
  await world.addReady(user, { isDefault: true });
  const [own, beside, bare] = [await world.addReady(user), await world.addReady(user), await world.addReady(user)];
  for (const workspace of [own, beside]) {
    await world.enableSkill(accountOf(workspace));
    for (const name of ['Boa noite', 'Bom dia']) await world.createTrigger(workspace, name);
  }
  const id = await world.pair(user, own, `55119${String(number).padStart(8, '0')}`);
  clock.advance(30_000);
  const { id: shared } = await world.share(user, beside, id);
  await world.linkGroup(user, own, groups[0]);
  await world.linkGroup(user, beside, groups[1]);
  await world.settle();
  clock.advance(30_000);
  return { table, world, house, gateway, clock, user, own, beside, bare, id, shared };
}

/** The same scene once more, on a table of its own, at this very moment. */
async function again(scene: Scene): Promise<Scene> {
  const items = await scene.world.items();
  const table = await aTable();
  for (let start = 0; start < items.length; start += 25) {
    const puts = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await table.doc.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }));
  }
  const clock = aClock();
  clock.advance(scene.clock.now().getTime() - clock.now().getTime());
  const house = aHouse(scene.house.known());
  const gateway = aLineGateway(clock.now);
  for (const [name, line] of scene.gateway.lines) gateway.lines.set(name, structuredClone(line));
  return { ...scene, table, clock, house, gateway, world: whatsappWorld(table, gateway, clock, house) };
}

const accountOf = (workspaceId: number): string => `amzn1.account.${workspaceId}`;

/** The same people, and the same world outside, in a process on another way to the table. */
const inProcess = ({ gateway, clock, house }: Scene, table: Table): WhatsAppWorld =>
  whatsappWorld(table, gateway, clock, house);

/** Every rule of the table; no device at Alexa that is no trigger, and none missing; no line at a gateway that is no number. */
async function inOrder({ world, house, gateway, clock, own, beside, bare }: Scene): Promise<string[]> {
  // Leases and locks of the dead run out.
  clock.advance(120_000);
  await world.settle();
  const items = await world.items();
  const devices = livingDevices(items);
  const orphans = [own, beside, bare].map(accountOf).flatMap((account) => {
    const known = house.listOf(account).join(', ');
    const wanted = (devices.get(account) ?? []).join(', ');
    return known === wanted
      ? []
      : [`Alexa knows ${known || 'nothing'} of ${account}, and should know ${wanted || 'nothing'}`];
  });
  const living = livingLines(items);
  const lines = [...gateway.lines.keys()].filter((name) => !living.includes(name));
  return [...tableProblems(items), ...orphans, ...lines.map((name) => `the gateway still has ${name}`)];
}

/** After it was done, or done again, everything is as it should be. */
const isSo = (what: string, holds: boolean): string[] => (holds ? [] : [what]);

type Act = (scene: Scene, world: WhatsAppWorld) => Promise<unknown>;
type People = {
  name: string;
  covers: readonly string[];
  prepare?: Act;
  act: Act;
  retry?: Act;
  end: (scene: Scene) => Promise<string[]>;
};

const isOff = async ({ world, own }: Scene): Promise<string[]> => {
  const { status, link } = (await world.workspaces.find(own)) ?? {};
  const { instance } = await world.current(own);
  return [
    ...isSo('it is still on', status === 'INATIVO'),
    ...isSo('it is still linked', link === undefined),
    ...isSo('its number is still connected', instance?.chipStatus !== 'CONNECTED'),
  ];
};
const isUnlinked = async ({ world, own }: Scene): Promise<string[]> => {
  const { status, link } = (await world.workspaces.find(own)) ?? {};
  return [...isSo('it is off', status === 'ATIVO'), ...isSo('it is still linked', link === undefined)];
};
const isLinked = async ({ world, own, house }: Scene): Promise<string[]> => {
  await world.createTrigger(own, 'Cinema');
  await world.settle();
  return [
    ...isSo('it is not linked', (await world.links.find(accountOf(own)))?.workspaceId === own),
    ...isSo('a new trigger is not known to Alexa', house.listOf(accountOf(own)).includes('Cinema')),
  ];
};
const isConnected = async ({ world, bare, user }: Scene): Promise<string[]> => {
  const { instance } = await world.current(bare);
  if (instance?.chipStatus !== 'CONNECTED') return ['no number is connected'];
  await world.linkGroup(user, bare, groups[2]).catch(refusedOnly);
  return isSo('a group cannot be linked', (await world.groupsOf(bare)).length === 1);
};

const unlink: Act = ({ user, own }, world) => world.unlink(user, own);
const deactivate: Act = ({ user, own }, world) => world.deactivate(user, own);
const pair: Act = ({ user, bare }, world) => world.pair(user, bare, `55118${bare}`.slice(0, 13));
const owes =
  (status: SubscriptionStatus): Act =>
  ({ own }, world) =>
    world.subscribe(own, status);

/** Without these a workspace may be switched off, each in another way of being paid for. */
const endable: readonly SubscriptionStatus[] = [
  'none',
  'canceled',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
];

const all: readonly People[] = [
  {
    name: 'link',
    covers: ['auth amazonCallback'],
    prepare: (scene, world) => unlink(scene, world).then(() => world.settle()),
    act: ({ user, own }, world) => world.link(user, own, accountOf(own)),
    end: isLinked,
  },
  { name: 'unlink', covers: ['amazon-auth unlinkAmazon'], act: unlink, end: isUnlinked },
  ...endable.map((status): People => ({
    name: `deactivate, subscription ${status}`,
    covers: ['workspaces updateWorkspace'],
    prepare: owes(status),
    act: deactivate,
    end: isOff,
  })),
  {
    name: 'deactivate, by the worker',
    covers: ['worker stream', 'schedules sweep'],
    prepare: async (scene, world) => {
      await owes('canceled')(scene, world);
      await deactivate(scene, world);
    },
    act: (_, world) => world.sweepOrCrash(),
    end: isOff,
  },
  {
    name: 'pairing, from the code to the group',
    covers: ['whatsapp connectInstance', 'whatsapp instanceLogged', 'whatsapp linkGroup'],
    act: async ({ user, bare, ...scene }, world) => {
      await pair({ user, bare, ...scene }, world);
      const made = await world.linkGroup(user, bare, groups[2]);
      await world.unlinkGroup(bare, made.id);
    },
    retry: pair,
    end: isConnected,
  },
  {
    name: 'sharing a number',
    covers: ['whatsapp connectInstance'],
    act: ({ user, bare, id }, world) => world.share(user, bare, id),
    end: async ({ world, bare }) =>
      isSo('it is not shared', (await world.current(bare)).instance?.chipStatus === 'CONNECTED'),
  },
  {
    name: 'letting go of a number',
    covers: ['whatsapp unlinkInstance'],
    act: ({ user, id }, world) => world.disconnect(user, id),
    end: async ({ world, own }) => [
      ...isSo('it is still connected', (await world.current(own)).instance?.chipStatus !== 'CONNECTED'),
      ...isSo('it still has groups', (await world.groupsOf(own)).length === 0),
    ],
  },
];

/** What people do to a workspace and all that hangs on it; whatever was done by half is done again. */
export const peopleOperations: readonly Operation[] = all.map(
  ({ name, covers, prepare, act, retry = act, end }): Operation => ({
    name,
    covers,
    async begin() {
      const first = await aScene();
      await prepare?.(first, first.world);
      first.clock.advance(1_000);
      return async (crashing) => {
        const scene = await again(first);
        const died = await crashing(scene.table, (dying) => act(scene, inProcess(scene, dying)));
        const problems = await inOrder(scene);
        if (died) {
          // Whoever got no answer does it once more; that it is so by now is as good an answer.
          await retry(scene, scene.world).catch(refusedOnly);
          problems.push(...(await inOrder(scene)));
        }
        return [...problems, ...(await end(scene))];
      };
    },
  }),
);

function refusedOnly(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
