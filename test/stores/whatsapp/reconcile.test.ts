import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { recordLineSeen } from '#functions/whatsapp/lines/record-line-seen.ts';
import { checkConnection } from '#functions/whatsapp/numbers/check-connection.ts';

import { aTable } from '../../support/worlds/a-table.ts';
import { lineWorld, type LineWorld } from '../../support/worlds/line-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const group = '120363000000000001@g.us';

let table: Table;
beforeAll(async () => void (table = await aTable()));

let people = 0;

type Scene = { world: LineWorld; user: string; home: number; id: number; phone: string };

async function aConnectedNumber(world = lineWorld(table)): Promise<Scene> {
  const user = `reconcile-${(people += 1)}`;
  const home = await world.addReady(user, { isDefault: true });
  const phone = `5511${people}`;
  const id = await world.pair(user, home, phone);
  await world.linkGroup(user, home, group, 'Casa');
  return { world, user, home, id, phone };
}

const statusOf = async ({ world, id }: Scene): Promise<string> => (await world.record(id)).chipStatus;
const events = ({ world }: Scene): string[] => world.logged.map(({ event }) => event);
const line = ({ world, id }: Scene) => world.gateway.lineOf(id);
const hashOfLine = (scene: Scene): string => hashOf(line(scene)?.webhook.url.split('/').at(-1) ?? '');

describe('a record that differs from its gateway', () => {
  test('takes over the state of the gateway in both directions, and loses nothing', async () => {
    const scene = await aConnectedNumber();
    await scene.world.becomes(scene.id, 'connecting');
    await scene.world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
    await scene.world.live(3);
    expect(await statusOf(scene)).toBe('LOST');
    await scene.world.becomes(scene.id, 'connected', scene);
    await scene.world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(await scene.world.groupsOf(scene.home)).toEqual([group]);
  });

  test('ends a number at the second check when its device was removed on the phone without an event', async () => {
    const scene = await aConnectedNumber();
    await scene.world.becomes(scene.id, 'failed');
    await scene.world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
    await scene.world.live(1);
    expect(await statusOf(scene)).toBe('DISCONNECTED');
  });

  test('starts a stopped line again', async () => {
    const scene = await aConnectedNumber();
    await scene.world.becomes(scene.id, 'stopped');
    await scene.world.reconcile();
    expect(line(scene)).toMatchObject({ starts: 1, restarts: 0 });
    expect(await scene.world.groupsOf(scene.home)).toEqual([group]);
  });

  test('restarts a line that failed at the gateway, and counts that', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    await world.becomes(scene.id, 'broken');
    await world.reconcile();
    await world.reconcile();
    expect(line(scene)).toMatchObject({ starts: 0, restarts: 1 });
    expect(events(scene)).toContain('line.revived');
    expect(await world.groupsOf(scene.home)).toEqual([group]);
    await world.becomes(scene.id, 'connected', scene);
    await world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
  });

  test('restarts a line at once when it fails again after it worked, and then each hour', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    await world.tell(scene.id, 'broken');
    await world.live(5);
    await world.tell(scene.id, 'connected', scene);
    await world.live(1);
    await world.tell(scene.id, 'broken');
    await world.live(5);
    expect(line(scene)).toMatchObject({ restarts: 2 });
    await world.live(50);
    expect(line(scene)).toMatchObject({ restarts: 2 });
    await world.live(15);
    expect(line(scene)).toMatchObject({ restarts: 3 });
    expect(await world.groupsOf(scene.home)).toEqual([group]);
  });

  test('restarts a line that fails every few minutes three times an hour', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    const restarts: (number | undefined)[] = [];
    for (let hours = 1; hours <= 2; hours += 1) {
      for (let round = 1; round <= 12; round += 1) {
        await world.tell(scene.id, 'broken');
        await world.live(5);
        await world.tell(scene.id, 'connected', scene);
      }
      restarts.push(line(scene)?.restarts);
    }
    expect(restarts).toEqual([3, 6]);
    expect([await statusOf(scene), await world.groupsOf(scene.home)]).toEqual(['CONNECTED', [group]]);
  });

  test('restarts an endlessly reconnecting line once per loss', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    await world.tell(scene.id, 'connecting');
    await world.live(5);
    expect(line(scene)).toMatchObject({ starts: 0, restarts: 0 });
    await world.live(60);
    expect(line(scene)).toMatchObject({ starts: 0, restarts: 1 });
    expect([await statusOf(scene), await world.groupsOf(scene.home)]).toEqual(['LOST', [group]]);
    await world.tell(scene.id, 'connected', scene);
    await world.tell(scene.id, 'connecting');
    await world.live(15);
    expect(line(scene)).toMatchObject({ restarts: 2 });
    await world.tell(scene.id, 'connected', scene);
    expect([await statusOf(scene), await world.groupsOf(scene.home)]).toEqual(['CONNECTED', [group]]);
  });

  test('restarts a line in an unknown state once, and keeps its groups', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    await world.becomes(scene.id, 'unknown');
    await world.live(5);
    expect([line(scene)?.restarts, await statusOf(scene)]).toEqual([0, 'CONNECTED']);
    await world.live(60);
    expect([line(scene)?.restarts, await statusOf(scene)]).toEqual([1, 'LOST']);
    world.clock.advance(25 * hour);
    await world.live(10);
    expect([await statusOf(scene), await world.groupsOf(scene.home)]).toEqual(['LOST', [group]]);
    await world.becomes(scene.id, 'connected', scene);
    await world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
  });

  test('does not restart a line in an unknown state that delivers messages', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    await world.becomes(scene.id, 'unknown');
    world.clock.advance(minute);
    await recordLineSeen(world.deps, await world.record(scene.id), world.clock.now().getTime());
    await world.live(30);
    expect(line(scene)).toMatchObject({ restarts: 0 });
  });

  test('leaves the start of a line that stops during pairing to the page', async () => {
    const world = lineWorld(table);
    const user = `reconcile-${(people += 1)}`;
    const { id } = await world.connect(user, await world.addReady(user, { isDefault: true }));
    await world.becomes(id, 'stopped');
    await world.reconcile();
    expect(world.gateway.lineOf(id)).toMatchObject({ starts: 0, state: 'stopped' });
  });

  test('creates a missing line with a new address, and accepts the old address for another hour', async () => {
    const scene = await aConnectedNumber();
    const { world, id } = scene;
    const old = hashOfLine(scene);
    world.gateway.lines.clear();
    await world.reconcile();
    expect(hashOfLine(scene)).not.toBe(old);
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(await world.tell(id, 'connected', scene)).toMatchObject({ outcome: 'applied' });
    expect(await world.record(id)).not.toHaveProperty('doubtSince');
    await world.live(30);
    expect(await world.groupsOf(scene.home)).toEqual([group]);
    expect(await world.deps.instances.findLine(old)).toBeDefined();
    world.clock.advance(hour);
    expect(await world.deps.instances.findLine(old)).toBeUndefined();
  });

  test('keeps the address of a missing line when the gateway cannot create one', async () => {
    const scene = await aConnectedNumber();
    const { world, id } = scene;
    const old = hashOfLine(scene);
    const lines = new Map(world.gateway.lines);
    world.gateway.lines.clear();
    const { gateways } = world.deps;
    const createLine = async () => ({ outcome: 'failed', error: { code: 'unreachable', retryable: true } }) as const;
    Object.assign(world.deps, { gateways: { ...gateways, of: () => ({ ...gateways.of(), createLine }) } });
    await world.reconcile();
    Object.assign(world.deps, { gateways });
    for (const [name, held] of lines) world.gateway.lines.set(name, held);
    world.clock.advance(2 * hour);
    expect(await world.tell(id, 'connected', scene)).toMatchObject({ outcome: 'applied' });
    expect((await world.record(id)).lineHash).toBe(old);
  });

  test('keeps the groups of a line that is missing at the page and at every check, and creates a new line', async () => {
    const scene = await aConnectedNumber();
    const { world, user, id, home } = scene;
    for (const _ of [1, 2, 3]) await aConnectedNumber(world);
    world.gateway.lines.delete(`zb-${id}-1`);
    const mine = { userId: user, instanceId: id, workspaceId: undefined };
    expect(await checkConnection(world.deps, mine)).toEqual({ connected: false });
    await world.live(2);
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: false });
    expect(await statusOf(scene)).toBe('LOST');
    await world.reconcile();
    expect(line(scene)).toMatchObject({ state: 'connecting' });
    await world.tell(id, 'connected', scene);
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(await world.groupsOf(home)).toEqual([group]);
  });

  test('ends a number at the second check when the replacement of its missing line asks for a scan', async () => {
    const scene = await aConnectedNumber();
    for (const _ of [1, 2]) await aConnectedNumber(scene.world);
    scene.world.gateway.lines.delete(`zb-${scene.id}-1`);
    await scene.world.reconcile();
    await scene.world.tell(scene.id, 'awaiting_qr');
    await scene.world.live(1);
    expect(await statusOf(scene)).toBe('DISCONNECTED');
    await scene.world.settle();
    expect(scene.world.gateway.namesOf(scene.id)).toEqual([]);
  });

  test('removes a number whose workspace no longer has the Amazon link', async () => {
    const scene = await aConnectedNumber();
    const workspace = await scene.world.workspaces.find(scene.home);
    const Item = { ...workspaceKey(scene.home), ...workspace, link: undefined };
    await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    await scene.world.reconcile();
    expect(await statusOf(scene)).toBe('DISCONNECTED');
    await scene.world.settle();
    expect(scene.world.gateway.namesOf(scene.id)).toEqual([]);
    expect(scene.world.post.mails).toEqual([]);
  });
});

describe('a line without a record', () => {
  test('removes a line of an older generation, and queues its removal once', async () => {
    const scene = await aConnectedNumber();
    const { world, user, home, id } = scene;
    const old = line(scene);
    await world.disconnect(user, id);
    await world.settle();
    await world.pair(user, home);
    // A gateway that restored an old line.
    if (old) world.gateway.lines.set(`zb-${id}-1`, old);
    await world.reconcile();
    await world.reconcile();
    expect(await world.queued(id)).toEqual(['line']);
    await world.settle();
    expect(world.gateway.namesOf(id)).toEqual([`zb-${id}-2`]);
    expect(await statusOf(scene)).toBe('CONNECTED');
  });

  test('keeps a line that the table does not know', async () => {
    const scene = await aConnectedNumber();
    const held = line(scene);
    for (const name of ['zb-1-1', `zb-${scene.id}-99`, 'somebody-elses']) {
      if (held) scene.world.gateway.lines.set(name, held);
    }
    await scene.world.reconcile();
    await scene.world.settle();
    expect([...scene.world.gateway.lines.keys()]).toHaveLength(4);
    expect(events(scene)).toContain('line.foreign');
  });
});

describe('a failing gateway', () => {
  test('marks the numbers of a silent gateway LOST only after ten minutes, and restores them', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    world.gateway.world.failure = 'unreachable';
    await world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
    await world.live(10);
    expect(await statusOf(scene)).toBe('LOST');
    expect(world.metrics.at(-2)).toMatchObject({ values: { GatewaySilent: 1 } });
    expect(world.away.at(-1)).toBe(1);
    world.gateway.world.failure = undefined;
    await world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(world.metrics.at(-2)).toMatchObject({ values: { GatewaySilent: 0, LinesConnected: 0, LinesLost: 1 } });
    expect(world.away.at(-1)).toBe(0);
    expect(await world.groupsOf(scene.home)).toEqual([group]);
  });

  test('removes no groups when a gateway lost most of its lines at once', async () => {
    const scene = await aConnectedNumber();
    const others = [await aConnectedNumber(scene.world), await aConnectedNumber(scene.world)];
    const lines = new Map(scene.world.gateway.lines);
    scene.world.gateway.lines.clear();
    await scene.world.live(20);
    expect(events(scene)).toContain('line.gatewayLostLines');
    expect(await Promise.all([scene, ...others].map(statusOf))).toEqual(['LOST', 'LOST', 'LOST']);
    for (const [name, held] of lines) scene.world.gateway.lines.set(name, held);
    await scene.world.live(5);
    expect(await Promise.all([scene, ...others].map(statusOf))).toEqual(['CONNECTED', 'CONNECTED', 'CONNECTED']);
    expect(await scene.world.groupsOf(scene.home)).toEqual([group]);
  });

  test('ends no number at an open page or at the second check when a gateway lost most of its lines', async () => {
    const scene = await aConnectedNumber();
    const { world, user, id } = scene;
    for (const _ of [1, 2]) await aConnectedNumber(world);
    const lines = new Map(world.gateway.lines);
    world.gateway.lines.clear();
    const mine = { userId: user, instanceId: id, workspaceId: undefined };
    expect(await checkConnection(world.deps, mine)).toEqual({ connected: false });
    world.clock.advance(minute);
    await world.syncDueLines();
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: false });
    await world.live(20);
    expect(await statusOf(scene)).toBe('LOST');
    expect(world.post.mails).toEqual([]);
    for (const [name, held] of lines) world.gateway.lines.set(name, held);
    await world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(await world.groupsOf(scene.home)).toEqual([group]);
  });

  test.each(['failed', 'awaiting_qr'] as const)(
    'removes no group when a gateway cannot log in with most of its lines (%s)',
    async (state) => {
      const scene = await aConnectedNumber();
      const { world, user, id } = scene;
      const all = [scene, await aConnectedNumber(world), await aConnectedNumber(world)];
      for (const each of all) await world.tell(each.id, state);
      await world.live(3);
      expect(await Promise.all(all.map(statusOf))).toEqual(['CONNECTED', 'CONNECTED', 'CONNECTED']);
      expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: false });
      // Each code that expires is reported as well.
      for (const _ of [1, 2, 3, 4, 5, 6]) {
        for (const each of all) await world.tell(each.id, state);
        await world.live(5);
      }
      world.clock.advance(24 * hour);
      await world.live(5);
      expect(events(scene)).toContain('line.gatewayLostLines');
      expect(await Promise.all(all.map(statusOf))).toEqual(['LOST', 'LOST', 'LOST']);
      // After an hour it is more than a restart, but no number was disconnected.
      expect(world.post.mails.map(({ subject }) => subject)).toEqual(
        all.map(() => 'Recado: WhatsApp has no connection'),
      );
      for (const each of all) await world.becomes(each.id, 'connected', each);
      await world.live(5);
      expect(await Promise.all(all.map(statusOf))).toEqual(['CONNECTED', 'CONNECTED', 'CONNECTED']);
      expect(await world.groupsOf(scene.home)).toEqual([group]);
    },
  );

  test('restarts each line of a gateway that cannot run most of them, and ends none after a day', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    const all = [scene, await aConnectedNumber(world), await aConnectedNumber(world)];
    for (const each of all) await world.tell(each.id, 'broken');
    await world.live(10);
    expect(all.map(({ id }) => world.gateway.lineOf(id)?.restarts)).toEqual([1, 1, 1]);
    world.clock.advance(24 * hour);
    await world.live(5);
    expect(await Promise.all(all.map(statusOf))).toEqual(['LOST', 'LOST', 'LOST']);
    for (const each of all) await world.becomes(each.id, 'connected', each);
    await world.live(5);
    expect(await Promise.all(all.map(statusOf))).toEqual(['CONNECTED', 'CONNECTED', 'CONNECTED']);
    expect(await world.groupsOf(scene.home)).toEqual([group]);
  });

  test('ends the only one of many lines that the gateway has to pair again', async () => {
    const scene = await aConnectedNumber();
    const { world, user, id } = scene;
    for (const _ of [1, 2, 3]) await aConnectedNumber(world);
    await world.becomes(id, 'awaiting_qr');
    world.clock.advance(minute);
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: true });
  });

  describe.each([1, 2])('a gateway that lost its store, number of lines: %s', (count) => {
    const wiped = async () => {
      const scene = await aConnectedNumber();
      const all = [scene, ...(count === 2 ? [await aConnectedNumber(scene.world)] : [])];
      scene.world.gateway.lines.clear();
      await scene.world.live(5);
      for (const { id } of all) await scene.world.becomes(id, 'awaiting_qr');
      return { ...scene, all };
    };

    test('removes no group for a day, neither at an open page nor at the second check', async () => {
      const { world, user, id, all } = await wiped();
      for (const each of all) await world.tell(each.id, 'awaiting_qr');
      await world.live(3);
      expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: false });
      await world.live(20);
      expect(await Promise.all(all.map(statusOf))).toEqual(all.map(() => 'LOST'));
      for (const each of all) {
        expect(await world.groupsOf(each.home)).toEqual([group]);
        await world.tell(each.id, 'connected', each);
      }
      expect(await Promise.all(all.map(statusOf))).toEqual(all.map(() => 'CONNECTED'));
    });

    test('ends the numbers of the gateway after a day without a cause', async () => {
      const { world, all } = await wiped();
      await world.live(15);
      world.clock.advance(24 * hour);
      await world.live(5);
      for (const { id } of all)
        expect(await world.record(id)).toMatchObject({ chipStatus: 'DISCONNECTED', ended: { as: 'lostTooLong' } });
    });
  });

  test('ends the only line of a gateway at once when it reports that WhatsApp did', async () => {
    const scene = await aConnectedNumber();
    const { world, user, id } = scene;
    await world.becomes(id, 'failed');
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: true });
    expect(await world.record(id)).toMatchObject({ ended: { as: 'removed' } });
  });

  test('ends no line that asks for a scan until the reconnecting lines are connected', async () => {
    const scene = await aConnectedNumber();
    const { world, id } = scene;
    const other = await aConnectedNumber(world);
    await world.tell(id, 'awaiting_qr');
    await world.becomes(other.id, 'connecting');
    await world.live(3);
    expect(await statusOf(scene)).toBe('CONNECTED');
    await world.becomes(other.id, 'connected', other);
    await world.live(1);
    expect(await statusOf(scene)).toBe('DISCONNECTED');
  });

  test('ends nothing at a gateway with another engine or version, and counts it', async () => {
    const scene = await aConnectedNumber();
    const { world, user, id } = scene;
    world.gateway.world.suitable = false;
    await world.tell(id, 'failed');
    await world.live(30);
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: false });
    world.clock.advance(30 * hour);
    await world.live(5);
    expect(await statusOf(scene)).toBe('LOST');
    expect(await world.groupsOf(scene.home)).toEqual([group]);
    expect(world.metrics.at(-2)).toMatchObject({ values: { GatewayUnsuitable: 1, GatewaySilent: 0 } });
    expect(events(scene)).toContain('line.gatewayUnsuitable');
    world.gateway.world.suitable = true;
    await world.becomes(id, 'connected', scene);
    await world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
  });

  test('logs a gateway that rejects our key as our own failure', async () => {
    const scene = await aConnectedNumber();
    scene.world.gateway.world.failure = 'unauthorized';
    await scene.world.reconcile();
    expect(events(scene)).toContain('line.gatewayRefusesKey');
  });

  test('delays no other gateway when one fails', async () => {
    const { world, ...scene } = await aConnectedNumber();
    const silent = { ...world.deps.gateways.shards[0], id: 'silent-one', capacity: 1 };
    const { shards, of } = world.deps.gateways;
    const broken = () => {
      throw new Error('A bug.');
    };
    const gateways = {
      shards: [{ ...shards[0], ...silent }, ...shards],
      of: (id: string) => (id === 'silent-one' ? { ...of(), listLines: broken } : of()),
    };
    Object.assign(world.deps, { gateways });
    await world.becomes(scene.id, 'failed');
    await world.reconcile();
    expect(await world.record(scene.id)).toHaveProperty('doubtSince');
    expect(events({ ...scene, world })).toContain('line.shardFailed');
  });
});

describe('a silent line', () => {
  const hear = async ({ world, id }: Scene): Promise<void> =>
    recordLineSeen(world.deps, await world.record(id), world.clock.now().getTime());

  test('restarts a line once after six hours of silence in its groups', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    await hear(scene);
    world.clock.advance(5 * hour);
    await world.reconcile();
    expect(line(scene)).toMatchObject({ restarts: 0 });
    world.clock.advance(2 * hour);
    await world.reconcile();
    await world.reconcile();
    expect(line(scene)).toMatchObject({ restarts: 1 });
    world.clock.advance(minute);
    await hear(scene);
    world.clock.advance(7 * hour);
    await world.reconcile();
    expect(line(scene)).toMatchObject({ restarts: 2 });
  });

  test('restarts a silent line in the next round when the gateway failed', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    await hear(scene);
    world.clock.advance(7 * hour);
    const restartLine = async () => ({ outcome: 'failed', error: { code: 'unreachable', retryable: true } }) as const;
    const { gateways } = world.deps;
    Object.assign(world.deps, { gateways: { ...gateways, of: () => ({ ...gateways.of(), restartLine }) } });
    await world.reconcile();
    expect(await world.record(scene.id)).not.toHaveProperty('wokenAt');
    Object.assign(world.deps, { gateways });
    await world.reconcile();
    expect(line(scene)).toMatchObject({ restarts: 1 });
  });

  test('does not restart a line that never received a message or has no linked group', async () => {
    const quiet = await aConnectedNumber();
    const groupless = await aConnectedNumber();
    await hear(groupless);
    const [linked] = await groupless.world.deps.groups.list(groupless.home);
    if (linked) await groupless.world.unlinkGroup(groupless.home, linked.id);
    for (const scene of [quiet, groupless]) {
      scene.world.clock.advance(12 * hour);
      await scene.world.reconcile();
      expect(line(scene)).toMatchObject({ restarts: 0 });
    }
  });

  test('writes once in half an hour for a busy group', async () => {
    const scene = await aConnectedNumber();
    await hear(scene);
    const { rev } = await scene.world.record(scene.id);
    scene.world.clock.advance(29 * minute);
    await hear(scene);
    expect(await scene.world.record(scene.id)).toMatchObject({ rev });
    scene.world.clock.advance(minute);
    await hear(scene);
    expect(await scene.world.record(scene.id)).toMatchObject({ rev: rev + 1 });
  });
});

describe('the daily comparison', () => {
  const known = { jid: group, name: 'Casa', canPost: true };

  test('compares names and the picture with WhatsApp', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    const { gateway } = world;
    gateway.world.groups = [{ ...known, name: 'Casa da Ana' }];
    gateway.world.picture = 'https://pps.whatsapp.net/one';
    await world.reconcile();
    expect((await world.deps.groups.list(scene.home)).map(({ name }) => name)).toEqual(['Casa da Ana']);
    expect(await world.record(scene.id)).toMatchObject({ contactPicture: 'https://pps.whatsapp.net/one' });
    gateway.world.groups = [{ ...known, name: 'Lar' }];
    world.clock.advance(23 * hour);
    await world.reconcile();
    expect((await world.deps.groups.list(scene.home)).map(({ name }) => name)).toEqual(['Casa da Ana']);
    world.clock.advance(hour);
    await world.reconcile();
    expect((await world.deps.groups.list(scene.home)).map(({ name }) => name)).toEqual(['Lar']);
  });

  test('unlinks a group that is missing at two comparisons in a row', async () => {
    const scene = await aConnectedNumber();
    const { world, home } = scene;
    const other = { jid: '120363000000000009@g.us', name: 'Outro', canPost: true };
    const seen = async (...groups: (typeof known)[]): Promise<string[]> => {
      world.gateway.world.groups = groups;
      await world.reconcile();
      world.clock.advance(24 * hour);
      return world.groupsOf(home);
    };
    expect(await seen(other)).toEqual([group]);
    expect(await seen(other, known)).toEqual([group]);
    expect(await seen(other)).toEqual([group]);
    expect(await seen()).toEqual([group]);
    expect(await seen(other)).toEqual([]);
  });

  test.each([
    ['that has no name for days', { unlisted: [group], isWhole: true }],
    ['beyond the end of a truncated list', { unlisted: [], isWhole: false }],
  ])('does not unlink a group %s', async (_, list) => {
    const scene = await aConnectedNumber();
    const { world, home } = scene;
    const other = { jid: '120363000000000009@g.us', name: 'Outro', canPost: true };
    Object.assign(world.gateway.world, list, { groups: [other] });
    for (let days = 1; days <= 3; days += 1) {
      await world.reconcile();
      world.clock.advance(24 * hour);
    }
    expect(await world.groupsOf(home)).toEqual([group]);
  });

  test('compares groups when a user opens the page, at most once an hour', async () => {
    const scene = await aConnectedNumber();
    const { world, user, id } = scene;
    const open = () => checkConnection(world.deps, { userId: user, instanceId: id, workspaceId: undefined });
    const namesAt = async (minutes: number, name: string): Promise<string[]> => {
      world.gateway.world.groups = [{ ...known, name }];
      world.clock.advance(minutes * minute);
      expect(await open()).toEqual({ connected: true });
      await world.reconcile();
      return (await world.deps.groups.list(scene.home)).map((each) => each.name);
    };
    await world.reconcile();
    expect(await namesAt(59, 'Lar')).toEqual(['Casa']);
    expect(await namesAt(1, 'Lar')).toEqual(['Lar']);
    expect(await namesAt(10, 'Casa da Ana')).toEqual(['Lar']);
  });

  test('changes nothing while the gateway returns no list', async () => {
    const scene = await aConnectedNumber();
    const { world } = scene;
    const failing = {
      ...world.deps.gateways.of(),
      listGroups: async () => ({ outcome: 'failed', error: { code: 'rate_limited', retryable: true } }) as const,
    };
    Object.assign(world.deps, { gateways: { ...world.deps.gateways, of: () => failing } });
    await world.reconcile();
    expect(await world.record(scene.id)).not.toHaveProperty('comparedAt');
    expect(await world.groupsOf(scene.home)).toEqual([group]);
  });
});

test('counts every shard and all of them together in the metrics', async () => {
  const scene = await aConnectedNumber();
  await scene.world.reconcile();
  const [shard] = scene.world.gateway.gateways.shards;
  expect(scene.world.metrics).toEqual([
    {
      dimensions: { shard: shard?.id },
      values: {
        GatewaySilent: 0,
        GatewayUnsuitable: 0,
        LinesConnected: 1,
        LinesLost: 0,
        LinesPairing: 0,
        LinesMissing: 0,
        LinesOrphaned: 0,
        LinesWoken: 0,
        LineRoom: 24,
      },
    },
    { dimensions: { job: 'reconcile' }, values: { LinesLost: 0, LineRoom: 24 } },
  ]);
});
