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

describe('while a number is being connected', () => {
  test(
    'a code that is not scanned within its time ends it, and the gateway deletes the line',
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

  test('a gateway that never shows a code ends it as well', async () => {
    const scene = await aScene();
    await scene.world.live(3);
    expect(await statusOf(scene)).toBe('DISCONNECTED');
  });

  test('a passkey may take ten minutes', async () => {
    const scene = await aScene();
    await says(scene, 'awaiting_qr');
    await says(scene, 'awaiting_passkey');
    await scene.world.live(9);
    expect(await statusOf(scene)).toBe('PASSKEY_REQUIRED');
    await scene.world.live(2);
    expect(await statusOf(scene)).toBe('DISCONNECTED');
  });

  test('a number that connected without an event is kept', async () => {
    const scene = await aScene();
    await says(scene, 'awaiting_qr');
    await scene.world.becomes(scene.id, 'connected', { phone: `5511${scene.id}` });
    await scene.world.live(3);
    expect(await scene.world.record(scene.id)).toMatchObject({ chipStatus: 'CONNECTED', phone: `5511${scene.id}` });
  });

  test('a second start gives the number a new line, and the first one goes', async () => {
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
  ])('%s of three lines that its gateway does not delete delays no other, and is deleted later', async (_, stuck) => {
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
    'that is being made again stays a connection for two minutes, and is LOST then, with all its groups',
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

  test('that looks gone once and is back at the second check has lost nothing', async () => {
    const scene = await aHousehold();
    await says(scene, 'failed');
    expect(await statusOf(scene)).toBe('CONNECTED');
    await scene.world.becomes(scene.id, 'connected', { phone: `5511${scene.id}` });
    await scene.world.live(3);
    expect(await scene.world.record(scene.id)).toMatchObject({ chipStatus: 'CONNECTED' });
    expect(await scene.world.record(scene.id)).not.toHaveProperty('doubtSince');
    expect(await groupsOf(scene)).toBe(2);
  });

  test('that is gone at both checks ends with all groups, and its owner gets one mail', async () => {
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

  test('without an answer at the second check is checked again', async () => {
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

  test('whose line fails at the gateway is restarted once and keeps its groups until it works again', async () => {
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

  test('whose line goes on failing is restarted every hour, and ends after a day without a cause in the mail', async () => {
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

  test('whose line asks for a scan after its restart ends, and the mail names no cause', async () => {
    const scene = await aHousehold();
    const { world, id } = scene;
    // While another is connected, the gateway has not lost its store.
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

  test('whose line fails at the gateway ends at no page', async () => {
    const scene = await aHousehold();
    const { world, user, id } = scene;
    await world.becomes(id, 'broken');
    expect(await world.reportLoss(user, id)).toEqual({ groupsDeleted: false });
    expect(await statusOf(scene)).toBe('LOST');
    expect(await groupsOf(scene)).toBe(2);
    await says(scene, 'connected');
    expect(await statusOf(scene)).toBe('CONNECTED');
  });

  test('that is LOST for a day ends, and its owner gets a mail', { tags: 'spec-207.2' }, async () => {
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

  test('does not end because our own gateway is away for a day', async () => {
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

  test('that its owner has made again before the mail went out is no reason for a mail', async () => {
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

  test('that is disconnected by its owner ends at once, without a mail', async () => {
    const scene = await aHousehold();
    await scene.world.disconnect(scene.user, scene.id);
    expect(await groupsOf(scene)).toBe(0);
    expect(await scene.world.record(scene.id)).not.toHaveProperty('phone');
    await scene.world.settle();
    expect(scene.world.post.mails).toEqual([]);
    expect(await scene.world.leavings([scene.home, scene.office], [scene.id])).toEqual([]);
  });

  test('made again keeps its groups when the old one is removed late', async () => {
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
  test('is stored with LID and name as WhatsApp sends them, and a later event without them removes neither', async () => {
    const { world, id } = await aScene();
    const self = { phone: `5541${id}`, lid: '700100200300@lid', displayName: 'Ana' };
    await world.fact(id, { kind: 'gateway', state: 'connected', self });
    const reported = { chipStatus: 'CONNECTED', phone: self.phone, lid: self.lid, contactName: 'Ana' };
    expect(await world.record(id)).toMatchObject(reported);
    world.clock.advance(minute);
    await world.fact(id, { kind: 'gateway', state: 'connected' });
    expect(await world.record(id)).toMatchObject(reported);
  });

  test('that somebody else has connected is refused, and theirs stays', async () => {
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

  test('that two connect at the same moment goes to one of them', async () => {
    const [ana, bruno] = [await aScene(), await aScene()];
    const phone = `5521${ana.id}`;
    await Promise.all([says(ana, 'connected', phone), says(bruno, 'connected', phone)]);
    expect([await statusOf(ana), await statusOf(bruno)].toSorted()).toEqual(['CONNECTED', 'DISCONNECTED']);
  });

  test('that is lost or disconnected is free for others', async () => {
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

  test('may be connected to two workspaces of one person', async () => {
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

  test('is refused to others while one of those workspaces has it, whichever disconnects first', async () => {
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

  test('disconnected by two workspaces at the same moment is free for others', async () => {
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
