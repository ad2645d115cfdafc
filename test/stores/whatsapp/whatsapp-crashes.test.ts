import { beforeAll, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { updateDisconnectedStatus } from '#functions/whatsapp/numbers/update-disconnected-status.ts';

import { atEveryWrite, lived } from '../../support/crashes/at-every-write.ts';
import { crashingTable } from '../../support/crashes/crashing-table.ts';
import { aLineGateway, type LineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { whatsappWorld, type WhatsAppWorld } from '../../support/worlds/whatsapp-world.ts';

const clock = aClock();
let table: Table;
beforeAll(async () => void (table = await aTable()));

const [one, two, three] = ['120363000000000001@g.us', '120363000000000002@g.us', '120363000000000003@g.us'];

let people = 0;
type Scene = {
  world: WhatsAppWorld;
  gateway: LineGateway;
  user: string;
  own: number;
  beside: number;
  empty: number;
  id: number;
  shared: number;
};

async function aScene(): Promise<Scene> {
  people += 1;
  // A separate gateway, because one that lacks the lines of other numbers is not believed.
  const gateway = aLineGateway(clock.now, [{ id: `crash-${people}`, capacity: 25, draining: false }]);
  const world = whatsappWorld(table, gateway, clock);
  const user = `crash-${people}`;
  await world.addReady(user, { isDefault: true });
  const [own, beside, empty] = [await world.addReady(user), await world.addReady(user), await world.addReady(user)];
  const id = await world.pair(user, own, `55119876${30_000 + people}`);
  clock.advance(30_000);
  const { id: shared } = await world.share(user, beside, id);
  await world.linkGroup(user, own, one);
  await world.linkGroup(user, beside, two);
  await world.settle();
  clock.advance(30_000);
  return { world, gateway, user, own, beside, empty, id, shared };
}

type Act = (scene: Scene, dying: WhatsAppWorld) => Promise<unknown>;

const survivesEveryCrash = (
  act: Act,
  look: (scene: Scene) => Promise<void>,
  prepare: (scene: Scene) => Promise<unknown> = () => Promise.resolve(),
): Promise<number> =>
  atEveryWrite(async (writes) => {
    const scene = await aScene();
    await prepare(scene);
    clock.advance(1000);
    const dying = whatsappWorld(crashingTable(table, writes), scene.gateway, clock);
    const end = await lived(act(scene, dying));
    // The lease of the dead process expires.
    clock.advance(120_000);
    await look(scene);
    return end;
  });

/** Expects page, table and gateway to agree after the worker ran. */
async function expectInOrder({ world, gateway, own, beside, empty, id }: Scene): Promise<void> {
  const workspaces = [own, beside, empty];
  const seen = async () => Promise.all(workspaces.map((workspace) => world.groupsOf(workspace)));
  const before = await seen();
  await world.settle();
  expect(await seen()).toEqual(before);
  const groups = before.flat().length;
  const shares = await Promise.all(workspaces.map(async (workspace) => (await world.current(workspace)).instance));
  const sharing = shares.filter((instance) => instance?.referencedInstanceId).length;
  expect(await world.leavings(workspaces, [id])).toHaveLength(groups * 2 + sharing);
  const records = await Promise.all(workspaces.map((workspace) => world.instances.find(workspace)));
  const alive = records.flatMap((record) =>
    record && record.chipStatus !== 'DISCONNECTED' ? [`zb-${record.id}-${record.generation}`] : [],
  );
  expect([...gateway.lines.keys()].filter((name) => !alive.includes(name))).toEqual([]);
}

test('starts connecting completely or not at all, and succeeds on the next attempt', async () => {
  const writes = await survivesEveryCrash(
    ({ user, empty }, dying) => dying.connect(user, empty),
    async (scene) => {
      await expectInOrder(scene);
      const instanceId = await scene.world.pair(scene.user, scene.empty, `5511900${people}`);
      expect((await scene.world.current(scene.empty)).instance).toMatchObject({ chipStatus: 'CONNECTED' });
      await scene.world.settle();
      expect(scene.gateway.namesOf(instanceId)).toHaveLength(1);
      await expectInOrder({ ...scene });
    },
  );
  expect(writes).toBeGreaterThan(1);
});

test('keeps the groups of a lost number until the new line is stored, and leaves no line behind', async () => {
  const ends = new Set<string>();
  await survivesEveryCrash(
    ({ user, own }, dying) => dying.connect(user, own),
    async (scene) => {
      const { world, gateway, own, id } = scene;
      clock.advance(11 * 60_000);
      await world.settle();
      const { chipStatus, generation } = (await world.instances.find(own)) ?? {};
      const isNew = generation === 2;
      ends.add(`${chipStatus}`);
      expect(chipStatus).toBe(isNew ? 'CONNECTING' : 'LOST');
      expect(await world.groupsOf(own)).toEqual(isNew ? [] : [one]);
      expect(gateway.namesOf(id)).toEqual([`zb-${id}-${generation}`]);
      await expectInOrder(scene);
    },
    async ({ world, gateway, user, id }) => {
      Object.assign(gateway.lineOf(id) ?? {}, { state: 'connecting' });
      await updateDisconnectedStatus(world.deps, { userId: user, instanceId: id, workspaceId: undefined });
    },
  );
  expect([...ends].toSorted()).toEqual(['CONNECTING', 'LOST']);
});

test('shares a number completely or not at all', async () => {
  await survivesEveryCrash(
    ({ user, empty, id }, dying) => dying.share(user, empty, id),
    async (scene) => {
      await expectInOrder(scene);
      expect(await scene.world.share(scene.user, scene.empty, scene.id)).toMatchObject({ chipStatus: 'CONNECTED' });
      await expectInOrder(scene);
    },
  );
});

test('links and unlinks a group completely or not at all', async () => {
  await survivesEveryCrash(
    ({ user, own }, dying) => dying.linkGroup(user, own, three),
    (scene) => expectInOrder(scene),
  );
  await survivesEveryCrash(async ({ user, own, world }, dying) => {
    const group = await world.linkGroup(user, own, three);
    await dying.unlinkGroup(own, group.id);
  }, expectInOrder);
});

const ends: [how: string, act: Act][] = [
  ['Disconnect', ({ user, id }, dying) => dying.disconnect(user, id)],
  ['Unlink of a shared number', ({ user, shared }, dying) => dying.disconnect(user, shared)],
  ['unlinking Amazon', ({ user, own }, dying) => dying.unlink(user, own)],
  ['unlinking Amazon where the number is shared', ({ user, beside }, dying) => dying.unlink(user, beside)],
  ['switching off', ({ user, own }, dying) => dying.deactivate(user, own)],
  ['switching off where the number is shared', ({ user, beside }, dying) => dying.deactivate(user, beside)],
  [
    'a connection that a page found lost',
    async ({ user, id, gateway }, dying) => {
      Object.assign(gateway.lineOf(id) ?? {}, { state: 'failed' });
      await updateDisconnectedStatus(dying.deps, { userId: user, instanceId: id, workspaceId: undefined });
    },
  ],
];

const mayBeOff = async ({ world, own, beside }: Scene): Promise<void> => {
  await world.subscribe(own, 'canceled');
  await world.subscribe(beside, 'canceled');
};

test.each(ends)(
  'completes %s or does not start it, and finishes the remaining work',
  { tags: ['spec-178.2', 'spec-192.1', 'spec-203.1'] },
  async (_, act) => {
    await survivesEveryCrash(act, expectInOrder, mayBeOff);
  },
);

// Deactivating leaves the same cleanup as unlinking.
const left = ends.filter(([how]) => !how.startsWith('switching off'));

test.each(left)('recovers when a worker dies at any write after %s', async (_, act) => {
  const writes = await survivesEveryCrash(
    (_scene, dying) => dying.sweepOrCrash(),
    expectInOrder,
    async (scene) => {
      await mayBeOff(scene);
      await act(scene, scene.world);
    },
  );
  expect(writes).toBeGreaterThan(2);
});
