import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { availableInstances, listInstances } from '#functions/whatsapp/numbers/read-instances.ts';

import { aLineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { whatsappWorld, type WhatsAppWorld } from '../../support/worlds/whatsapp-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

const [one, two] = ['120363000000000001@g.us', '120363000000000002@g.us'];

let people = 0;
async function aScene() {
  people += 1;
  const clock = aClock();
  const gateway = aLineGateway(clock.now);
  const world = whatsappWorld(table, gateway, clock);
  const user = `cascade-${people}`;
  await world.addReady(user, { isDefault: true });
  const [own, beside] = [await world.addReady(user), await world.addReady(user)];
  const id = await world.pair(user, own, `55119876${20_000 + people}`);
  clock.advance(30_000);
  const { id: shared } = await world.share(user, beside, id);
  await world.linkGroup(user, own, one);
  await world.linkGroup(user, beside, two);
  await world.settle();
  clock.advance(30_000);
  return { clock, gateway, world, user, own, beside, id, shared };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

const gone = { chipStatus: 'DISCONNECTED', phone: null, referencedInstanceId: null };

async function expectGone(world: WhatsAppWorld, workspaceId: number): Promise<void> {
  expect(await world.current(workspaceId)).toMatchObject({ instance: gone, referencedWorkspaceName: null });
  expect(await world.groupsOf(workspaceId)).toEqual([]);
}

const switchOff = async ({ world, user }: Scene, workspaceId: number): Promise<void> => {
  await world.subscribe(workspaceId, 'canceled');
  expect(await world.deactivate(user, workspaceId)).toBe('deactivated');
};

type Way = [how: string, end: (scene: Scene, workspaceId: number, instanceId: number) => Promise<unknown>];

const ways: Way[] = [
  ['Disconnect', ({ world, user }, _, instanceId) => world.disconnect(user, instanceId)],
  ['unlinking Amazon', ({ world, user }, workspaceId) => world.unlink(user, workspaceId)],
  ['switching the workspace off', switchOff],
];

describe.each(ways)('%s', (_, end) => {
  test('ends line, shares and groups of an own number, visible on the next read', async () => {
    const scene = await aScene();
    const { world, gateway, user, own, beside, id } = scene;
    await end(scene, own, id);
    // The background work has not run yet.
    await expectGone(world, own);
    await expectGone(world, beside);
    expect(await availableInstances(world.deps, { userId: user, workspaceId: beside, language: 'pt' })).toEqual([]);
    await world.settle();
    expect(gateway.lines.size).toBe(0);
    expect(await world.leavings([own, beside], [id])).toEqual([]);
    await expectGone(world, beside);
  });

  test('ends only the share of a shared number', async () => {
    const scene = await aScene();
    const { world, gateway, own, beside, id, shared } = scene;
    await end(scene, beside, shared);
    await expectGone(world, beside);
    const unharmed = async () => {
      expect((await world.current(own)).instance).toMatchObject({ id, chipStatus: 'CONNECTED' });
      expect(await world.groupsOf(own)).toEqual([one]);
      expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`]);
    };
    await unharmed();
    await world.settle();
    await unharmed();
    expect(await world.leavings([beside], [])).toEqual([]);
    expect(await world.leavings([own], [id])).toHaveLength(2);
  });

  test('ends everything while the gateway is unreachable for an hour, and removes the line later', async () => {
    const scene = await aScene();
    const { world, gateway, clock, own, beside, id } = scene;
    gateway.world.failure = 'unreachable';
    await end(scene, own, id);
    await world.sweep();
    await expectGone(world, own);
    await expectGone(world, beside);
    clock.advance(60 * 60_000);
    await world.sweep();
    expect(gateway.lines.size).toBe(1);
    gateway.world.failure = undefined;
    await world.settle();
    expect(gateway.lines.size).toBe(0);
    expect(await world.leavings([own, beside], [id])).toEqual([]);
  });
});

describe('starting again before the worker ran', () => {
  test('keeps the new line after Disconnect, and restores nothing of the old one', async () => {
    const { world, gateway, user, own, beside, id, clock } = await aScene();
    await world.disconnect(user, id);
    clock.advance(1000);
    expect(await world.pair(user, own, '5511955555555')).toBe(id);
    await world.linkGroup(user, own, two);
    await world.settle();
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-2`]);
    expect(await world.groupsOf(own)).toEqual([two]);
    await expectGone(world, beside);
  });

  test(
    'keeps the new line and the new groups after unlinking and linking Amazon again',
    { tags: 'spec-192.1' },
    async () => {
      const { world, gateway, user, own, id, clock } = await aScene();
      await world.unlink(user, own);
      await world.link(user, own, `amzn1.account.${own}`);
      await expectGone(world, own);
      clock.advance(1000);
      expect(await world.pair(user, own, '5511966666666')).toBe(id);
      await world.linkGroup(user, own, one);
      await world.settle();
      expect(gateway.namesOf(id)).toEqual([`zb-${id}-2`]);
      expect(await world.groupsOf(own)).toEqual([one]);
      expect((await world.current(own)).instance).toMatchObject({ chipStatus: 'CONNECTED', phone: '+5511966666666' });
    },
  );

  test('can share another number after unlinking and linking Amazon again', async () => {
    const { world, gateway, user, own, beside, id, clock } = await aScene();
    await world.disconnect(user, (await world.current(beside)).instance?.id ?? 0);
    const other = await world.pair(user, beside, '5511977777777');
    await world.unlink(user, own);
    await world.link(user, own, `amzn1.account.${own}`);
    clock.advance(1000);
    expect(await world.share(user, own, other)).toMatchObject({ id, referencedInstanceId: other });
    await world.linkGroup(user, own, one);
    await world.settle();
    expect(gateway.namesOf(id)).toEqual([]);
    expect(await world.groupsOf(own)).toEqual([one]);
  });
});

test.each(['own', 'beside'] as const)(
  'changes nothing more when the numbers of %s are removed before and after its deactivation',
  { tags: 'spec-255.1' },
  async (which) => {
    const scene = await aScene();
    const { world, gateway, user, id } = scene;
    const { [which]: workspaceId } = scene;
    const putAway = async () => {
      for (const instance of await listInstances(world.deps, workspaceId)) await world.disconnect(user, instance.id);
    };
    await world.unlink(user, workspaceId);
    await putAway();
    await switchOff(scene, workspaceId);
    await expectGone(world, workspaceId);
    await world.settle();
    await putAway();
    await world.settle();
    expect(await world.leavings([workspaceId], [])).toEqual([]);
    expect(gateway.namesOf(id)).toEqual(which === 'own' ? [] : [`zb-${id}-1`]);
  },
);

test('starts a reactivated workspace without a number, and can connect one', { tags: 'spec-180.1' }, async () => {
  const scene = await aScene();
  const { world, user, own, clock } = scene;
  await switchOff(scene, own);
  await world.workspaces.activate({ userId: user, id: own });
  await expectGone(world, own);
  await world.link(user, own, `amzn1.account.${own}`);
  await world.subscribe(own, 'active');
  clock.advance(1000);
  await world.pair(user, own, '5511988888888');
  await world.settle();
  expect((await world.current(own)).instance).toMatchObject({ chipStatus: 'CONNECTED' });
});
