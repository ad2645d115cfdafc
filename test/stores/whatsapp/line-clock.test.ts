import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import type { LineRef } from '#functions/providers/whatsapp/gateway.ts';

import { aLineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { lineWorld, type LineWorld } from '../../support/worlds/line-world.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

let table: Table;
beforeAll(async () => void (table = await aTable()));

let people = 0;

type Scene = { world: LineWorld; user: string; home: number; id: number };

async function aScene(): Promise<Scene> {
  const user = `clock-${(people += 1)}`;
  const world = lineWorld(table);
  const home = await world.addReady(user, { isDefault: true });
  const { id } = await world.connect(user, home);
  return { world, user, home, id };
}

const group = '120363000000000001@g.us';

async function aHousehold(): Promise<Scene & { office: number }> {
  const scene = await aScene();
  const { world, user, home, id } = scene;
  await says(scene, 'connected');
  await world.linkGroup(user, home, group);
  const office = await world.addReady(user);
  await world.share(user, office, id);
  await world.linkGroup(user, office, '120363000000000002@g.us');
  return { ...scene, office };
}

type State = 'connecting' | 'awaiting_qr' | 'awaiting_passkey' | 'connected' | 'failed' | 'broken';

async function says({ world, id }: Scene, state: State, phone = `5511${id}`): Promise<void> {
  world.clock.advance(second);
  await world.tell(id, state, state === 'connected' ? { phone } : undefined);
}

const statusOf = async ({ world, id }: Scene): Promise<string> => (await world.record(id)).chipStatus;
const groupsOf = async ({ world, home, office }: Scene & { office: number }): Promise<number> =>
  (await world.groupsOf(home)).length + (await world.groupsOf(office)).length;

describe('connecting a number', () => {
  test(
    'ends the pairing when the code is not scanned in time, and deletes the line at the gateway',
    { tags: 'spec-207.2' },
    async () => {
      const scene = await aScene();
      const { world, id } = scene;
      await says(scene, 'awaiting_qr');
      await world.live(2);
      expect(await statusOf(scene)).toBe('WAITING_QR');
      await world.live(1);
      expect(await world.record(id)).toMatchObject({ chipStatus: 'DISCONNECTED', ended: { as: 'notScanned' } });
      expect(world.gateway.namesOf(id)).toEqual([]);
      expect(world.post.mails).toEqual([]);
    },
  );

  test('ends the pairing when the gateway never shows a code', async () => {
    const scene = await aScene();
    await scene.world.live(3);
    expect(await statusOf(scene)).toBe('DISCONNECTED');
  });

  test('allows ten minutes for a passkey', async () => {
    const scene = await aScene();
    await says(scene, 'awaiting_qr');
    await says(scene, 'awaiting_passkey');
    await scene.world.live(9);
    expect(await statusOf(scene)).toBe('PASSKEY_REQUIRED');
    await scene.world.live(2);
    expect(await statusOf(scene)).toBe('DISCONNECTED');
  });

  test('keeps a number that connected without an event', async () => {
    const scene = await aScene();
    await says(scene, 'awaiting_qr');
    await scene.world.becomes(scene.id, 'connected', { phone: `5511${scene.id}` });
    await scene.world.live(3);
    expect(await scene.world.record(scene.id)).toMatchObject({ chipStatus: 'CONNECTED', phone: `5511${scene.id}` });
  });

  test('creates a new line on a second start, and removes the first one', async () => {
    const { world, user, home, id } = await aScene();
    world.clock.advance(20 * second);
    await world.connect(user, home);
    expect(world.gateway.namesOf(id)).toEqual([`zb-${id}-1`, `zb-${id}-2`]);
    await world.sweep();
    expect(world.gateway.namesOf(id)).toEqual([`zb-${id}-2`]);
  });

  test.each([
    ['the newest', 3],
    ['the oldest', 1],
  ])('deletes %s of three lines later, without a delay of the others, when the gateway keeps it', async (_, stuck) => {
    const clock = aClock();
    const held = aLineGateway(clock.now, [{ id: `stuck-${stuck}`, capacity: 25, draining: false }]);
    const gateway = held.gateways.of();
    let isStuck = true;
    const of = () => ({
      ...gateway,
      removeLine: async (ref: LineRef) =>
        isStuck && ref.lineName.endsWith(`-${stuck}`)
          ? ({ outcome: 'failed', error: { code: 'unreachable', retryable: true } } as const)
          : gateway.removeLine(ref),
    });
    const world = lineWorld(table, { clock, gateway: { ...held, gateways: { ...held.gateways, of } } });
    const user = `clock-${(people += 1)}`;
    const home = await world.addReady(user, { isDefault: true });
    const { id } = await world.connect(user, home);
    for (let again = 1; again <= 2; again += 1) {
      clock.advance(20 * second);
      await world.connect(user, home);
    }
    await world.disconnect(user, id);
    await world.sweep();
    expect(held.namesOf(id)).toEqual([`zb-${id}-${stuck}`]);
    isStuck = false;
    await world.settle();
    expect(held.namesOf(id)).toEqual([]);
  });
});

describe('a connection', () => {
  test(
    'keeps a reconnecting number connected for two minutes, then marks it LOST with all its groups',
    { tags: 'spec-207.2' },
    async () => {
      const scene = await aHousehold();
      await says(scene, 'connecting');
      await scene.world.live(1);
      expect(await statusOf(scene)).toBe('CONNECTED');
      await scene.world.live(2);
      expect(await statusOf(scene)).toBe('LOST');
      expect(await groupsOf(scene)).toBe(2);
      await says(scene, 'connected');
      expect(await statusOf(scene)).toBe('CONNECTED');
      expect(await groupsOf(scene)).toBe(2);
    },
  );

  test('loses nothing when a number seems gone once and is back at the second check', async () => {
    const scene = await aHousehold();
    await says(scene, 'failed');
    expect(await statusOf(scene)).toBe('CONNECTED');
    await scene.world.becomes(scene.id, 'connected', { phone: `5511${scene.id}` });
    await scene.world.live(3);
    expect(await scene.world.record(scene.id)).toMatchObject({ chipStatus: 'CONNECTED' });
    expect(await scene.world.record(scene.id)).not.toHaveProperty('doubtSince');
    expect(await groupsOf(scene)).toBe(2);
  });

  test('ends a number that is gone at both checks with all groups, and sends its owner one mail', async () => {
    const scene = await aHousehold();
    const { world, home, office, id } = scene;
    await says(scene, 'failed');
    await says(scene, 'failed');
    world.clock.advance(25 * second);
    await world.syncDueLines();
    expect(await groupsOf(scene)).toBe(2);
    await world.live(2);
    expect(await world.record(id)).toMatchObject({ chipStatus: 'DISCONNECTED', ended: { as: 'removed' } });
    expect(await world.current(office)).toMatchObject({ instance: { chipStatus: 'DISCONNECTED' } });
    await world.settle();
    expect(world.gateway.namesOf(id)).toEqual([]);
    expect(await world.leavings([home, office], [id])).toEqual([]);
    expect(world.post.mails.map(({ to, text }) => [to, text.includes(`Workspace ${home}`)])).toEqual([
      [`${scene.user}@example.com`, true],
    ]);
  });

  test('checks a number again when the second check gets no answer', async () => {
    const scene = await aHousehold();
    await says(scene, 'failed');
    scene.world.gateway.world.failure = 'unreachable';
    await scene.world.live(20);
    expect(await statusOf(scene)).toBe('LOST');
    expect(await groupsOf(scene)).toBe(2);
    scene.world.gateway.world.failure = undefined;
    await scene.world.live(2);
    expect(await statusOf(scene)).toBe('DISCONNECTED');
  });

  test('restarts a line that fails at the gateway once, and keeps its groups until it works again', async () => {
    const scene = await aHousehold();
    const { world, id } = scene;
    await says(scene, 'broken');
    await world.live(1);
    expect(await statusOf(scene)).toBe('CONNECTED');
    await world.live(20);
    expect(await statusOf(scene)).toBe('LOST');
    expect(world.gateway.lineOf(id)).toMatchObject({ restarts: 1 });
    await says(scene, 'connected');
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(await groupsOf(scene)).toBe(2);
    await world.settle();
    expect(world.post.mails).toEqual([]);
  });

  test('restarts a failing line every hour, and ends it after a day without a cause in the mail', async () => {
    const scene = await aHousehold();
    const { world, id } = scene;
    await says(scene, 'broken');
    await world.live(130);
    expect(world.gateway.lineOf(id)).toMatchObject({ restarts: 3 });
    expect(await groupsOf(scene)).toBe(2);
    world.clock.advance(24 * hour);
    await world.live(5);
    expect(await world.record(id)).toMatchObject({ chipStatus: 'DISCONNECTED', ended: { as: 'lostTooLong' } });
    await world.settle();
  });

  test('ends a line that asks for a scan after its restart, without a cause in the mail', async () => {
    const scene = await aHousehold();
    const { world, id } = scene;
    // While another line is connected, the gateway has not lost its store.
    const neighbour = `clock-${(people += 1)}`;
    await world.pair(neighbour, await world.addReady(neighbour), `5541${id}`);
    await says(scene, 'broken');
    await world.live(5);
    expect(world.gateway.lineOf(id)).toMatchObject({ restarts: 1 });
    await says(scene, 'awaiting_qr');
    await world.live(2);
    expect(await world.record(id)).toMatchObject({ chipStatus: 'DISCONNECTED', ended: { as: 'failed' } });
    expect(await groupsOf(scene)).toBe(0);
    await world.settle();
    const [mail, ...more] = world.post.mails;
    expect(more).toEqual([]);
    expect(mail?.text).not.toMatch(/no longer accepts|não aceita|ya no acepta/);
  });

  test('does not end a line that fails at the gateway because of a page', async () => {
    const scene = await aHousehold();
    const { world, user, id } = scene;
    await world.becomes(id, 'broken');
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: false });
    expect(await statusOf(scene)).toBe('LOST');
    expect(await groupsOf(scene)).toBe(2);
    await says(scene, 'connected');
    expect(await statusOf(scene)).toBe('CONNECTED');
  });

  test('ends a number that is LOST for a day, and sends its owner a mail', { tags: 'spec-207.2' }, async () => {
    const scene = await aHousehold();
    const { world } = scene;
    await says(scene, 'connecting');
    await world.live(3);
    world.clock.advance(24 * hour - 5 * minute);
    await world.live(1);
    expect(await statusOf(scene)).toBe('LOST');
    await world.live(5);
    expect(await world.record(scene.id)).toMatchObject({ chipStatus: 'DISCONNECTED', ended: { as: 'lostTooLong' } });
    await world.settle();
    expect(world.post.mails.map(({ subject }) => subject)).toEqual([
      'Recado: WhatsApp has no connection',
      'Recado: WhatsApp was disconnected',
    ]);
  });

  test('does not end a number when our own gateway is down for a day', async () => {
    const scene = await aHousehold();
    const { world } = scene;
    world.gateway.world.failure = 'unreachable';
    await world.live(15);
    expect(await statusOf(scene)).toBe('LOST');
    world.clock.advance(30 * hour);
    await world.live(5);
    expect(await statusOf(scene)).toBe('LOST');
    world.gateway.world.failure = undefined;
    await world.live(5);
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(await groupsOf(scene)).toBe(2);
  });

  test('sends no mail when the owner has reconnected the number before it went out', async () => {
    const scene = await aHousehold();
    const { world, user, home } = scene;
    await says(scene, 'failed');
    world.clock.advance(minute);
    await world.syncDueLines();
    await world.connect(user, home);
    await world.settle();
    expect(world.post.mails).toEqual([]);
    expect(await groupsOf(scene)).toBe(0);
  });

  test('ends a number at once and without a mail when its owner disconnects it', async () => {
    const scene = await aHousehold();
    await scene.world.disconnect(scene.user, scene.id);
    expect(await groupsOf(scene)).toBe(0);
    expect(await scene.world.record(scene.id)).not.toHaveProperty('phone');
    await scene.world.settle();
    expect(scene.world.post.mails).toEqual([]);
    expect(await scene.world.leavings([scene.home, scene.office], [scene.id])).toEqual([]);
  });

  test('keeps the groups of a new connection when the old one is removed late', async () => {
    const scene = await aHousehold();
    const { world, user, home } = scene;
    await world.disconnect(user, scene.id);
    await world.connect(user, home);
    await says(scene, 'connected');
    await world.linkGroup(user, home, group);
    await world.settle();
    expect(await world.groupsOf(home)).toEqual([group]);
    expect(await statusOf(scene)).toBe('CONNECTED');
    expect(world.gateway.namesOf(scene.id)).toEqual([`zb-${scene.id}-2`]);
  });
});

describe('a phone', () => {
  test('stores LID and name as WhatsApp sends them, and keeps them on a later event without them', async () => {
    const { world, id } = await aScene();
    const self = { phone: `5541${id}`, lid: '700100200300@lid', displayName: 'Ana' };
    await world.fact(id, { kind: 'gateway', state: 'connected', self });
    const reported = { chipStatus: 'CONNECTED', phone: self.phone, lid: self.lid, contactName: 'Ana' };
    expect(await world.record(id)).toMatchObject(reported);
    world.clock.advance(minute);
    await world.fact(id, { kind: 'gateway', state: 'connected' });
    expect(await world.record(id)).toMatchObject(reported);
  });

  test('rejects a phone that another user has connected, and keeps the other connection', async () => {
    const ana = await aScene();
    await says(ana, 'connected');
    const bruno = await aScene();
    await says(bruno, 'connected', `5511${ana.id}`);
    expect(await bruno.world.record(bruno.id)).toMatchObject({
      chipStatus: 'DISCONNECTED',
      ended: { as: 'phoneTaken' },
    });
    expect(await statusOf(ana)).toBe('CONNECTED');
    await bruno.world.settle();
    expect(bruno.world.gateway.namesOf(bruno.id)).toEqual([]);
  });

  test('gives a phone to one of two users who connect it concurrently', async () => {
    const [ana, bruno] = [await aScene(), await aScene()];
    const phone = `5521${ana.id}`;
    await Promise.all([says(ana, 'connected', phone), says(bruno, 'connected', phone)]);
    expect([await statusOf(ana), await statusOf(bruno)].toSorted()).toEqual(['CONNECTED', 'DISCONNECTED']);
  });

  test('frees a phone that is lost or disconnected', async () => {
    const [ana, bruno, carla] = [await aScene(), await aScene(), await aScene()];
    const phone = `5531${ana.id}`;
    await says(ana, 'connected', phone);
    await says(ana, 'connecting');
    await ana.world.live(3);
    await says(bruno, 'connected', phone);
    expect(await statusOf(bruno)).toBe('CONNECTED');
    await bruno.world.disconnect(bruno.user, bruno.id);
    await says(carla, 'connected', phone);
    expect(await statusOf(carla)).toBe('CONNECTED');
  });

  test('connects a phone to two workspaces of one user', async () => {
    const ana = await aScene();
    await says(ana, 'connected');
    const office = await ana.world.addReady(ana.user);
    const { id } = await ana.world.connect(ana.user, office);
    const other = { ...ana, id };
    await says(other, 'connected', `5511${ana.id}`);
    expect([await statusOf(ana), await statusOf(other)]).toEqual(['CONNECTED', 'CONNECTED']);
    await ana.world.disconnect(ana.user, ana.id);
    expect(await statusOf(other)).toBe('CONNECTED');
  });

  test('rejects a phone for others until both workspaces that have it disconnect, in either order', async () => {
    for (const first of [0, 1]) {
      const ana = await aScene();
      const phone = `5551${ana.id}`;
      await says(ana, 'connected', phone);
      const other = { ...ana, ...(await ana.world.connect(ana.user, await ana.world.addReady(ana.user))) };
      await says(other, 'connected', phone);
      const [leaving, staying] = first === 0 ? [ana, other] : [other, ana];
      await leaving.world.disconnect(ana.user, leaving.id);
      const bruno = await aScene();
      await says(bruno, 'connected', phone);
      expect([await statusOf(bruno), await statusOf(staying)]).toEqual(['DISCONNECTED', 'CONNECTED']);
      await staying.world.disconnect(ana.user, staying.id);
      await bruno.world.connect(bruno.user, bruno.home);
      await says(bruno, 'connected', phone);
      expect(await statusOf(bruno)).toBe('CONNECTED');
    }
  });

  test('frees a phone that two workspaces disconnect concurrently', async () => {
    const ana = await aScene();
    const phone = `5561${ana.id}`;
    await says(ana, 'connected', phone);
    const { id } = await ana.world.connect(ana.user, await ana.world.addReady(ana.user));
    await says({ ...ana, id }, 'connected', phone);
    await Promise.all([ana.world.disconnect(ana.user, ana.id), ana.world.disconnect(ana.user, id)]);
    expect(await ana.world.deps.moves.phoneHolders(phone)).toEqual(new Set());
    const bruno = await aScene();
    await says(bruno, 'connected', phone);
    expect(await statusOf(bruno)).toBe('CONNECTED');
  });
});
