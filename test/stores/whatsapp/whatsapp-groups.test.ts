import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { groupKey, groupLockKey, workspacePartition } from '#functions/data/keys.ts';
import { queryAll } from '#functions/data/query-all.ts';
import type { Table } from '#functions/data/table.ts';
import { linkGroup } from '#functions/whatsapp/groups/link-group.ts';
import { availableInstances } from '#functions/whatsapp/numbers/read-instances.ts';
import { updateDisconnectedStatus } from '#functions/whatsapp/numbers/update-disconnected-status.ts';
import { subscriptionStatuses } from '#shared/rules/billing/plans.ts';

import { aLineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { whatsappWorld } from '../../support/worlds/whatsapp-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

const [one, two, three] = ['120363000000000001@g.us', '120363000000000002@g.us', '5511987654321-1600000000@g.us'];
const refusal = (code: string) => expect.objectContaining({ code });

let people = 0;
async function aScene() {
  people += 1;
  const clock = aClock();
  const gateway = aLineGateway(clock.now);
  const world = whatsappWorld(table, gateway, clock);
  const user = `groups-${people}`;
  const [home, beside] = [await world.addReady(user, { isDefault: true }), await world.addReady(user)];
  const id = await world.pair(user, home, `55119876${10_000 + people}`);
  clock.advance(30_000);
  return { clock, gateway, world, user, home, beside, id };
}

describe('sharing a number', () => {
  const availableTo = (scene: Awaited<ReturnType<typeof aScene>>, workspaceId: number) =>
    availableInstances(scene.world.deps, { userId: scene.user, workspaceId, language: 'pt' });

  test(
    'offers connected numbers of the user’s other active workspaces',
    { tags: ['spec-152.1', 'spec-268.1'] },
    async () => {
      const scene = await aScene();
      const { world, gateway, user, home, beside, id, clock } = scene;
      const offer = { id, contactName: 'Ana', workspaceName: `Workspace ${home}`, workspaceId: home };
      expect(await availableTo(scene, beside)).toEqual([offer]);
      expect(await availableTo(scene, home)).toEqual([]);
      expect(
        await availableInstances(world.deps, { userId: 'somebody else', workspaceId: beside, language: 'pt' }),
      ).toEqual([]);
      await world.share(user, beside, id);
      const third = await world.addReady(user);
      expect(await availableTo(scene, third)).toEqual([offer]);
      // No call to the gateway is needed.
      gateway.world.failure = 'unreachable';
      expect(await availableTo(scene, third)).toEqual([offer]);
      await updateDisconnectedStatus(world.deps, { userId: user, instanceId: id, workspaceId: undefined });
      expect(await availableTo(scene, third)).toEqual([]);
      gateway.world.failure = undefined;
      clock.advance(1000);
      await updateDisconnectedStatus(world.deps, { userId: user, instanceId: id, workspaceId: undefined });
      expect(await availableTo(scene, third)).toEqual([offer]);
      clock.advance(1000);
      await world.disconnect(user, id);
      expect(await availableTo(scene, third)).toEqual([]);
    },
  );

  test(
    'shows the number in both workspaces, and whose it is',
    { tags: ['spec-151.1', 'spec-151.2', 'spec-266.1'] },
    async () => {
      const { world, user, home, beside, id } = await aScene();
      const shared = await world.share(user, beside, id);
      expect(shared).toMatchObject({ chipStatus: 'CONNECTED', referencedInstanceId: id, workspaceId: beside });
      expect(shared.id).not.toBe(id);
      const { instance, referencedWorkspaceName } = await world.current(beside);
      expect(referencedWorkspaceName).toBe(`Workspace ${home}`);
      expect(instance).toMatchObject({ phone: (await world.current(home)).instance?.phone, contactName: 'Ana' });
      expect(await world.share(user, beside, id)).toEqual(shared);
    },
  );

  test('shares only a number that the gateway reports as connected', { tags: 'spec-204.3' }, async () => {
    const { world, gateway, user, beside, id } = await aScene();
    gateway.world.failure = 'unreachable';
    await expect(world.share(user, beside, id)).rejects.toEqual(refusal('whatsapp.unavailable'));
    gateway.world.failure = undefined;
    Object.assign(gateway.lineOf(id) ?? {}, { state: 'connecting' });
    await expect(world.share(user, beside, id)).rejects.toEqual(refusal('instance.notShareable'));
    expect((await world.current(beside)).instance).toBeNull();
  });

  test('shares only an own number of another workspace of the user', async () => {
    const { world, user, home, beside, id } = await aScene();
    const shared = await world.share(user, beside, id);
    const third = await world.addReady(user);
    await expect(world.share(user, third, shared.id)).rejects.toEqual(refusal('instance.notShareable'));
    await expect(world.share(user, home, shared.id)).rejects.toEqual(refusal('instance.alreadyConnected'));
    await expect(world.share(user, home, id)).rejects.toEqual(refusal('instance.notShareable'));
    await expect(world.share(user, third, 42)).rejects.toEqual(refusal('instance.notFound'));
    await expect(world.share('stranger', third, id)).rejects.toEqual(refusal('instance.notFound'));
  });

  test('requires a plan for sharing, as for connecting', async () => {
    const { world, user, beside, id } = await aScene();
    await world.subscribe(beside, 'canceled');
    await expect(world.share(user, beside, id)).rejects.toEqual(refusal('workspace.planRequired'));
  });

  test('replaces an unfinished pairing with the shared number', async () => {
    const { world, gateway, user, beside, id } = await aScene();
    const begun = await world.connect(user, beside);
    expect(await world.share(user, beside, id)).toMatchObject({ id: begun.id, referencedInstanceId: id });
    await world.settle();
    expect(gateway.namesOf(begun.id)).toEqual([]);
    await expect(world.connect(user, beside)).rejects.toEqual(refusal('instance.alreadyConnected'));
  });

  const ends: [string, (scene: Awaited<ReturnType<typeof aScene>>) => Promise<unknown>, string][] = [
    ['the number is disconnected', ({ world, user, id }) => world.disconnect(user, id), 'instance.notShareable'],
    ['its workspace unlinks Amazon', ({ world, user, home }) => world.unlink(user, home), 'instance.notShareable'],
    ['the other one unlinks Amazon', ({ world, user, beside }) => world.unlink(user, beside), 'amazon.notLinked'],
  ];

  test.each(ends)('rejects sharing when %s concurrently', { tags: 'spec-204.3' }, async (_, end, code) => {
    const scene = await aScene();
    const { world, gateway, user, beside, id, clock } = scene;
    gateway.world.meanwhile = async () => {
      gateway.world.meanwhile = undefined;
      clock.advance(1000);
      await end(scene);
    };
    await expect(world.share(user, beside, id)).rejects.toEqual(refusal(code));
    expect((await world.current(beside)).instance?.referencedInstanceId ?? null).toBeNull();
  });
});

describe('linking a group', () => {
  test('links a group to the workspace, and shows it by name', async () => {
    const { world, user, home } = await aScene();
    const group = await world.linkGroup(user, home, one, 'Família');
    expect(group).toMatchObject({ name: 'Família', jid: one, workspaceId: home });
    await world.linkGroup(user, home, three, 'Amigos');
    expect(await world.groupsOf(home)).toEqual([three, one]);
    await world.unlinkGroup(home, group.id);
    expect(await world.groupsOf(home)).toEqual([three]);
    await expect(world.unlinkGroup(home, group.id)).rejects.toEqual(refusal('group.notFound'));
    expect(await world.linkGroup(user, home, one)).toMatchObject({ jid: one });
  });

  test('answers with a reaction until a text is chosen, and again after the group is linked again', async () => {
    const { world, user, home, beside, id } = await aScene();
    const group = await world.linkGroup(user, home, one, 'Família');
    expect(group.successAs).toBe('reaction');
    expect(await world.changeGroup(home, group.id, { successAs: 'text' })).toEqual({ ...group, successAs: 'text' });
    const lock = await world.deps.groups.findLock(id, one);
    expect([lock?.successAs, (await world.deps.groups.find(home, group.id))?.successAs]).toEqual(['text', 'text']);
    if (lock) await world.deps.groups.rename(lock, 'Casa');
    expect(await world.deps.groups.findLock(id, one)).toMatchObject({ name: 'Casa', successAs: 'text' });
    await expect(world.changeGroup(beside, group.id, { successAs: 'reaction' })).rejects.toEqual(
      refusal('group.notFound'),
    );
    await world.unlinkGroup(home, group.id);
    await expect(world.changeGroup(home, group.id, { successAs: 'text' })).rejects.toEqual(refusal('group.notFound'));
    expect(await world.linkGroup(user, home, one)).toMatchObject({ successAs: 'reaction' });
  });

  test('requires a prefix until it is removed, and rejects one that cannot be typed as a word', async () => {
    const { world, user, home, id } = await aScene();
    const group = await world.linkGroup(user, home, one);
    expect(group.prefix).toBeNull();
    expect(await world.changeGroup(home, group.id, { prefix: 'casa' })).toEqual({ ...group, prefix: 'casa' });
    expect(await world.changeGroup(home, group.id, { successAs: 'text' })).toMatchObject({ prefix: 'casa' });
    const stored = async () => [
      await world.deps.groups.findLock(id, one),
      await world.deps.groups.find(home, group.id),
    ];
    expect((await stored()).map((item) => item?.prefix)).toEqual(['casa', 'casa']);
    await expect(world.changeGroup(home, group.id, { prefix: 'a casa' })).rejects.toEqual(
      refusal('group.prefixInvalid'),
    );
    expect(await world.changeGroup(home, group.id, { prefix: null })).toMatchObject({
      prefix: null,
      successAs: 'text',
    });
    expect((await stored()).map((item) => item && 'prefix' in item)).toEqual([false, false]);
  });

  test('answers with a reaction in a group that was linked before the choice existed', async () => {
    const { world, user, home, id } = await aScene();
    const group = await world.linkGroup(user, home, one);
    for (const Key of [groupKey(home, group.id), groupLockKey(id, one)]) {
      await table.doc.send(new UpdateCommand({ TableName: table.name, Key, UpdateExpression: 'REMOVE successAs' }));
    }
    expect(await world.deps.groups.findLock(id, one)).toMatchObject({ successAs: 'reaction' });
    expect(await world.changeGroup(home, group.id, { successAs: 'text' })).toMatchObject({ successAs: 'text' });
  });

  test('links a group to only one of the workspaces that share the number', { tags: 'spec-264.1' }, async () => {
    const { world, user, home, beside, id } = await aScene();
    await world.share(user, beside, id);
    const group = await world.linkGroup(user, home, one);
    await expect(world.linkGroup(user, home, one)).rejects.toEqual(refusal('group.alreadyLinked'));
    await expect(world.linkGroup(user, beside, one)).rejects.toEqual(refusal('group.alreadyLinked'));
    expect(await world.linkGroup(user, beside, two)).toMatchObject({ workspaceId: beside });
    await expect(world.unlinkGroup(beside, group.id)).rejects.toEqual(refusal('group.notFound'));
    await world.unlinkGroup(home, group.id);
    expect(await world.linkGroup(user, beside, one)).toMatchObject({ workspaceId: beside });
  });

  test('links a group to one of two workspaces that link it concurrently', { tags: 'spec-264.1' }, async () => {
    const { world, user, home, beside, id } = await aScene();
    await world.share(user, beside, id);
    const tries = await Promise.allSettled([world.linkGroup(user, home, one), world.linkGroup(user, beside, one)]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([...(await world.groupsOf(home)), ...(await world.groupsOf(beside))]).toEqual([one]);
  });

  type Scene = Awaited<ReturnType<typeof aScene>>;

  async function putAway(world: Scene['world'], user: string, instanceId: number): Promise<void> {
    await world.disconnect(user, instanceId);
    await world.settle();
  }

  const ends: [string, (scene: Scene, shared: number) => Promise<unknown>, string][] = [
    ['the number is disconnected', ({ world, user, id }) => world.disconnect(user, id), 'instance.notConnected'],
    ['the number is removed', ({ world, user, id }) => putAway(world, user, id), 'instance.notConnected'],
    [
      'the workspace stops sharing the number',
      ({ world, user }, shared) => putAway(world, user, shared),
      'instance.notConnected',
    ],
    ['Amazon is unlinked', ({ world, user, beside }) => world.unlink(user, beside), 'amazon.notLinked'],
  ];

  test.each(ends)('rejects linking when %s concurrently, and leaves nothing', async (...given) => {
    const [, end, code] = given;
    const scene = await aScene();
    const { world, gateway, user, home, beside, id } = scene;
    const shared = await world.share(user, beside, id);
    gateway.takesIn(one, 'Casa');
    let looks = 0;
    const findLock: typeof world.deps.groups.findLock = async (...asked) => {
      const lock = await world.deps.groups.findLock(...asked);
      looks += 1;
      // After the gateway has answered, right before the write.
      if (looks === 2) await end(scene, shared.id);
      return lock;
    };
    const deps = { ...world.deps, groups: { ...world.deps.groups, findLock } };
    const linking = linkGroup(deps, { userId: user, workspaceId: beside, jid: one });
    await expect(linking).rejects.toEqual(refusal(code));
    expect(looks).toBe(2);
    await world.settle();
    const left = await world.leavings([home, beside], [id]);
    expect(left.filter((sk) => sk.startsWith('GROUP#'))).toEqual([]);
  });

  test('links a group to two workspaces when each has its own number in it', async () => {
    const { world, user, home, beside } = await aScene();
    await world.pair(user, beside, '5511900000000');
    await world.linkGroup(user, home, one);
    await world.linkGroup(user, beside, one);
    expect([await world.groupsOf(home), await world.groupsOf(beside)]).toEqual([[one], [one]]);
  });

  test.each([
    ['a private chat', '5511987654321@s.whatsapp.net'],
    ['nothing', ''],
    ['something else', `${one} `],
  ])('requires a chosen group: %s', { tags: 'spec-224.1' }, async (_, jid) => {
    const { world, user, home } = await aScene();
    await expect(world.linkGroup(user, home, jid)).rejects.toMatchObject({
      code: 'group.nameRequired',
      fields: { jid: 'group.nameRequired' },
    });
  });

  test('rejects a group that the gateway of the number does not list, and stores nothing', async () => {
    const { world, gateway, user, home, id } = await aScene();
    gateway.takesIn(one, 'Casa');
    gateway.world.unlisted = [three];
    for (const jid of [two, three]) {
      const linking = linkGroup(world.deps, { userId: user, workspaceId: home, jid });
      await expect(linking).rejects.toMatchObject({ code: 'group.notFound', fields: { jid: 'group.notFound' } });
    }
    expect(await world.leavings([home], [id])).toEqual([]);
  });

  test.each([
    ['unreachable', 'whatsapp.unavailable'],
    ['rate_limited', 'whatsapp.unavailable'],
    ['unauthorized', 'whatsapp.unavailable'],
    ['upstream', 'whatsapp.unavailable'],
    ['wrong_state', 'instance.notConnected'],
    ['not_found', 'instance.notConnected'],
  ] as const)('stores nothing while the gateway answers %s, and returns %s', async (failure, code) => {
    const { world, gateway, user, home, id } = await aScene();
    gateway.world.failure = failure;
    await expect(world.linkGroup(user, home, one)).rejects.toEqual(refusal(code));
    expect(await world.leavings([home], [id])).toEqual([]);
  });

  test('rejects linking when the number was replaced during the check', async () => {
    const { world, gateway, user, home, id, clock } = await aScene();
    gateway.world.meanwhile = async () => {
      gateway.world.meanwhile = undefined;
      clock.advance(1000);
      await world.disconnect(user, id);
      await world.pair(user, home, '5511900001111');
    };
    await expect(world.linkGroup(user, home, one)).rejects.toEqual(refusal('server.busy'));
    expect(await world.groupsOf(home)).toEqual([]);
    expect(await world.linkGroup(user, home, one)).toMatchObject({ jid: one });
  });

  test('requires a connected number to link a group', async () => {
    const { world, user, beside, home, id, clock } = await aScene();
    await expect(world.linkGroup(user, beside, one)).rejects.toEqual(refusal('instance.notConnected'));
    clock.advance(1000);
    await world.disconnect(user, id);
    await expect(world.linkGroup(user, home, one)).rejects.toEqual(refusal('instance.notConnected'));
  });

  test('takes nothing from a workspace that has linked the group since when it is removed twice', async () => {
    const { world, user, home, beside, id } = await aScene();
    await world.share(user, beside, id);
    const { id: groupId } = await world.linkGroup(user, home, one);
    const old = await world.deps.groups.find(home, groupId);
    if (!old) throw new Error('There is no group.');
    await world.unlinkGroup(home, groupId);
    const linked = await world.linkGroup(user, beside, one);
    await world.deps.groups.remove(old);
    expect(await world.groupsOf(beside)).toEqual([one]);
    expect(await world.deps.groups.findLock(id, one)).toMatchObject({ groupId: linked.id, workspaceId: beside });
  });

  test('does not restore groups of an ended share with the next share, without a worker', async () => {
    const { world, user, home, beside, id } = await aScene();
    const shared = await world.share(user, beside, id);
    await world.linkGroup(user, beside, one);
    await world.disconnect(user, shared.id);
    await world.share(user, beside, id);
    expect(await world.groupsOf(beside)).toEqual([]);
    expect(await world.linkGroup(user, home, one)).toMatchObject({ workspaceId: home });
    // Groups of the new share stay when the worker removes the old one.
    await world.linkGroup(user, beside, two);
    await world.settle();
    expect([await world.groupsOf(home), await world.groupsOf(beside)]).toEqual([[one], [two]]);
  });

  test('links a group despite ended links that are not removed yet', async () => {
    const { world, user, home, beside, id } = await aScene();
    const { id: shared } = await world.share(user, beside, id);
    await world.linkGroup(user, beside, one);
    await world.disconnect(user, shared);
    expect(await world.linkGroup(user, home, one)).toMatchObject({ workspaceId: home });
    await world.share(user, beside, id);
    expect(await world.groupsOf(beside)).toEqual([]);
    await world.settle();
    expect([await world.groupsOf(home), await world.groupsOf(beside)]).toEqual([[one], []]);
  });
});

describe('the limit of a hundred groups per workspace', () => {
  const nth = (place: number): string => `120363000000${String(100_000 + place)}@g.us`;

  /** Fills the workspace with copies of one linked group, which take no locks and no time. */
  async function almostFull(free: number) {
    const scene = await aScene();
    const { world, user, home } = scene;
    const { id } = await world.linkGroup(user, home, nth(0));
    const first = await world.deps.groups.find(home, id);
    if (!first) throw new Error('There is no group.');
    for (let place = 1; place < 100 - free; place += 1) {
      const copy = { ...first, id: id + place, jid: nth(place) };
      await table.doc.send(new PutCommand({ TableName: table.name, Item: { ...groupKey(home, copy.id), ...copy } }));
    }
    return { ...scene, first };
  }

  test('enforces the limit under concurrent calls', async () => {
    const { world, user, home } = await almostFull(2);
    const tries = await Promise.allSettled([200, 201, 202, 203, 204].map((at) => world.linkGroup(user, home, nth(at))));
    const refused = tries.filter((tried) => tried.status === 'rejected').map(({ reason }) => reason.code);
    expect(refused).toEqual(Array.from({ length: 3 }, () => 'group.limitReached'));
    expect(await world.groupsOf(home)).toHaveLength(100);
  });

  test('frees a place at once when a group is unlinked', async () => {
    const { world, user, home, first } = await almostFull(0);
    await expect(world.linkGroup(user, home, nth(200))).rejects.toEqual(refusal('group.limitReached'));
    await world.unlinkGroup(home, first.id);
    expect(await world.linkGroup(user, home, nth(200))).toMatchObject({ jid: nth(200) });
    await expect(world.linkGroup(user, home, nth(201))).rejects.toEqual(refusal('group.limitReached'));
  });

  test('gives each workspace of a shared number its own hundred', async () => {
    const { world, user, home, beside, id } = await almostFull(0);
    await world.share(user, beside, id);
    expect(await world.linkGroup(user, beside, nth(200))).toMatchObject({ workspaceId: beside });
    await expect(world.linkGroup(user, home, nth(201))).rejects.toEqual(refusal('group.limitReached'));
  });

  test('does not count groups of a removed number, without a worker', async () => {
    const { world, user, home, id, clock } = await almostFull(0);
    clock.advance(1000);
    await world.disconnect(user, id);
    await world.pair(user, home, '5511900002222');
    expect(await world.linkGroup(user, home, nth(200))).toMatchObject({ jid: nth(200) });
  });

  test('counts the groups themselves, so that the limit holds after a restore of the table', async () => {
    const { world, user, home } = await almostFull(1);
    const stored = await queryAll(table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': workspacePartition(home) },
    });
    await world.linkGroup(user, home, nth(200));
    for (const Item of stored) await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    expect(await world.groupsOf(home)).toHaveLength(100);
    await expect(world.linkGroup(user, home, nth(201))).rejects.toEqual(refusal('group.limitReached'));
  });
});

describe('a plan that ends', () => {
  test.each(subscriptionStatuses.filter((status) => status !== 'active' && status !== 'trialing'))(
    'allows nothing new, deletes nothing, and restores everything with the plan when it is %s',
    async (status) => {
      const { world, user, home, beside, id } = await aScene();
      await world.share(user, beside, id);
      const group = await world.linkGroup(user, home, one);
      await world.subscribe(home, status);
      await expect(world.connect(user, home)).rejects.toEqual(refusal('workspace.planRequired'));
      await expect(world.linkGroup(user, home, two)).rejects.toEqual(refusal('workspace.planRequired'));
      await world.settle();
      expect(await world.groupsOf(home)).toEqual([one]);
      expect((await world.current(home)).instance?.chipStatus).toBe('CONNECTED');
      expect(await world.linkGroup(user, beside, two)).toMatchObject({ workspaceId: beside });
      await world.subscribe(home, 'active');
      expect(await world.linkGroup(user, home, three)).toMatchObject({ workspaceId: home });
      await world.subscribe(home, status);
      await world.unlinkGroup(home, group.id);
      await world.disconnect(user, id);
      expect((await world.current(home)).instance?.chipStatus).toBe('DISCONNECTED');
    },
  );
});
