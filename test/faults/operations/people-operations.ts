import { Refusal } from '#shared/refusals.ts';
import type { SubscriptionStatus } from '#shared/rules/billing/plans.ts';

import type { WhatsAppWorld } from '../../support/worlds/whatsapp-world.ts';
import type { CrashOperation } from './operation.ts';
import { accountOf, again, aScene, groups, inOrder, inProcess, type PeopleScene } from './people-scene.ts';

const isSo = (what: string, holds: boolean): string[] => (holds ? [] : [what]);

type Act = (scene: PeopleScene, world: WhatsAppWorld) => Promise<unknown>;
type People = {
  name: string;
  covers: readonly string[];
  prepare?: Act;
  act: Act;
  retry?: Act;
  end: (scene: PeopleScene) => Promise<string[]>;
};

const isOff = async ({ world, own }: PeopleScene): Promise<string[]> => {
  const { status, link } = (await world.workspaces.find(own)) ?? {};
  const { instance } = await world.current(own);
  return [
    ...isSo('it is still on', status === 'INATIVO'),
    ...isSo('it is still linked', link === undefined),
    ...isSo('its number is still connected', instance?.chipStatus !== 'CONNECTED'),
  ];
};
const isUnlinked = async ({ world, own }: PeopleScene): Promise<string[]> => {
  const { status, link } = (await world.workspaces.find(own)) ?? {};
  return [...isSo('it is off', status === 'ATIVO'), ...isSo('it is still linked', link === undefined)];
};
const isLinked = async ({ world, own, fakeAlexa }: PeopleScene): Promise<string[]> => {
  await world.createTrigger(own, 'Cinema');
  await world.settle();
  return [
    ...isSo('it is not linked', (await world.links.find(accountOf(own)))?.workspaceId === own),
    ...isSo('a new trigger is not known to Alexa', fakeAlexa.listOf(accountOf(own)).includes('Cinema')),
  ];
};
const isConnected = async ({ world, bare, user }: PeopleScene): Promise<string[]> => {
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

/** Subscription states in which a workspace may be deactivated. */
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

export const peopleOperations: readonly CrashOperation[] = all.map(
  ({ name, covers, prepare, act, retry = act, end }): CrashOperation => ({
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
          // A caller without an answer retries. A refusal is fine if the operation has already succeeded.
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
