import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { TableBusy } from '#functions/platform/table-busy.ts';
import type { WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { listGatewayGroups } from '#functions/whatsapp/groups/list-gateway-groups.ts';
import { applyGatewayState } from '#functions/whatsapp/lines/line-at-gateway.ts';
import { checkConnection } from '#functions/whatsapp/numbers/check-connection.ts';
import { readPasskey } from '#functions/whatsapp/numbers/passkey.ts';
import { profilePicture } from '#functions/whatsapp/numbers/profile-picture.ts';
import { qrCode } from '#functions/whatsapp/numbers/qr-code.ts';
import { readLoginState } from '#functions/whatsapp/numbers/read-login-state.ts';
import { updateDisconnectedStatus } from '#functions/whatsapp/numbers/update-disconnected-status.ts';

import { aLineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { whatsappWorld } from '../../support/worlds/whatsapp-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

const phone = '5511987654321';
const jid = '120363000000000001@g.us';
const minute = 60_000;
const refusal = (code: string) => expect.objectContaining({ code });

let people = 0;
async function aScene() {
  people += 1;
  const clock = aClock();
  // A separate gateway, because one that has lost all other lines is not believed.
  const gateway = aLineGateway(clock.now, [{ id: `connection-${people}`, capacity: 25, draining: false }]);
  const world = whatsappWorld(table, gateway, clock);
  const user = `connection-${people}`;
  const home = await world.addReady(user);
  const id = await world.pair(user, home, `${phone}${people}`);
  await world.linkGroup(user, home, jid);
  clock.advance(minute / 2);
  const line = gateway.lineOf(id);
  if (!line) throw new Error('There is no line.');
  const mine = { userId: user, instanceId: id, workspaceId: undefined };
  return { clock, gateway, world, user, home, id, line, mine };
}

async function recordOf({ world, id }: Awaited<ReturnType<typeof aScene>>) {
  const record = await world.deps.instances.findById(id);
  if (!record) throw new Error('There is no record.');
  return record;
}

const failure = ['connecting', 'unknown', 'stopped', 'broken', 'absent'] as const;
const ended = ['failed', 'unscanned', 'awaiting_qr', 'awaiting_passkey', 'awaiting_passkey_code'] as const;
type State = (typeof failure)[number] | (typeof ended)[number] | 'connected';

function become({ gateway, line, id }: Awaited<ReturnType<typeof aScene>>, state: State): void {
  gateway.world.failure = state === 'unknown' ? 'unreachable' : undefined;
  if (state === 'absent') gateway.lines.delete(`zb-${id}-1`);
  else if (state !== 'unknown') gateway.lines.set(`zb-${id}-1`, Object.assign(line, { state }));
}

describe('checking the connection', () => {
  test.each([
    ['connected', true],
    ['connecting', true],
    ['unknown', true],
    ['stopped', false],
    ['broken', false],
    ['absent', false],
    ...ended.map((state) => [state, false] as const),
  ] as const)('reports a line that is %s as connected: %j', async (state, connected) => {
    const scene = await aScene();
    become(scene, state);
    expect(await checkConnection(scene.world.deps, scene.mine)).toEqual({ connected });
    // Reading removes nothing.
    expect(await scene.world.groupsOf(scene.home)).toEqual([jid]);
  });

  test.each(['connecting', 'unknown'] as const)('reports no connection after eleven minutes of %s', async (state) => {
    const scene = await aScene();
    become(scene, state);
    await checkConnection(scene.world.deps, scene.mine);
    scene.clock.advance(11 * minute);
    expect(await checkConnection(scene.world.deps, scene.mine)).toEqual({ connected: false });
  });

  test('reports a connection despite concurrent changes of its record', { tags: 'spec-272.1' }, async () => {
    const { world, mine, gateway, line } = await aScene();
    line.state = 'connecting';
    const busy = () => Promise.reject(new TableBusy('This number changes again and again.'));
    const deps = { ...world.deps, moves: { ...world.deps.moves, move: busy } };
    expect(await checkConnection(deps, mine)).toEqual({ connected: true });
    gateway.world.failure = 'unreachable';
    expect(await checkConnection(deps, mine)).toEqual({ connected: true });
  });

  test('reports no connection for a number that never had one', async () => {
    const { world, user, gateway } = await aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    const request = { userId: user, instanceId: id, workspaceId: undefined };
    gateway.world.failure = 'unreachable';
    expect(await checkConnection(world.deps, request)).toEqual({ connected: false });
  });
});

describe('a page without a connection', () => {
  test('changes nothing when the number is connected', async () => {
    const { world, mine, home } = await aScene();
    expect(await updateDisconnectedStatus(world.deps, mine)).toEqual({ groupsDeleted: false });
    expect((await world.current(home)).instance?.chipStatus).toBe('CONNECTED');
  });

  test.each(failure)(
    'marks the number as lost and deletes nothing while the line is %s',
    { tags: 'spec-273.1' },
    async (state) => {
      const scene = await aScene();
      const { world, mine, home } = scene;
      become(scene, state);
      for (const _ of [1, 2])
        expect(await updateDisconnectedStatus(world.deps, mine)).toEqual({ groupsDeleted: false });
      expect((await world.current(home)).instance?.chipStatus).toBe('LOST');
      expect(await world.groupsOf(home)).toEqual([jid]);
      become(scene, 'connected');
      scene.clock.advance(minute);
      expect(await updateDisconnectedStatus(world.deps, mine)).toEqual({ groupsDeleted: false });
      expect((await world.current(home)).instance?.chipStatus).toBe('CONNECTED');
      expect(await world.groupsOf(home)).toEqual([jid]);
    },
  );

  test.each(ended)(
    'deletes groups here and in sharing workspaces when the line is %s',
    { tags: 'spec-273.1' },
    async (state) => {
      const scene = await aScene();
      const { world, mine, user, home, id } = scene;
      // While other lines are connected, the gateway has not lost its store.
      const neighbour = `neighbour-${user}`;
      const theirs = await world.pair(neighbour, await world.addReady(neighbour), `5521${id}`);
      const beside = await world.addReady(user);
      await world.share(user, beside, id);
      await world.linkGroup(user, beside, '120363000000000002@g.us');
      scene.clock.advance(1000);
      become(scene, state);
      expect(await updateDisconnectedStatus(world.deps, mine)).toEqual({ groupsDeleted: true });
      // The first read afterwards, without background work.
      for (const workspace of [home, beside]) {
        expect(await world.groupsOf(workspace)).toEqual([]);
        expect((await world.current(workspace)).instance).toMatchObject({
          chipStatus: 'DISCONNECTED',
          phone: null,
          contactName: 'Nome não disponível',
          contactPicture: null,
          referencedInstanceId: null,
        });
      }
      expect(await updateDisconnectedStatus(world.deps, mine)).toEqual({ groupsDeleted: false });
      await world.settle();
      expect(await world.leavings([home, beside], [id])).toEqual([]);
      expect([...scene.gateway.lines.keys()]).toEqual([`zb-${theirs}-1`]);
    },
  );

  test('asks the gateway again and keeps the number when the line recovered during a failing check', async () => {
    const scene = await aScene();
    const { world, gateway, clock, mine, home } = scene;
    become(scene, 'connecting');
    expect(await checkConnection(world.deps, mine)).toEqual({ connected: true });
    clock.advance(1000);
    const { gateways } = world.deps;
    let asked = 0;
    const slow: WhatsAppGateway['describeLine'] = async (...given) => {
      const answer = await gateways.of().describeLine(...given);
      if ((asked += 1) > 1) return answer;
      // The gateway's delivery is faster than its answer.
      clock.advance(1000);
      become(scene, 'connected');
      await applyGatewayState(world.deps, await recordOf(scene), { state: 'connected', at: clock.now() });
      clock.advance(1000);
      return answer;
    };
    const deps = { ...world.deps, gateways: { ...gateways, of: () => ({ ...gateways.of(), describeLine: slow }) } };
    expect(await updateDisconnectedStatus(deps, mine)).toEqual({ groupsDeleted: false });
    expect(asked).toBe(2);
    expect((await world.current(home)).instance?.chipStatus).toBe('CONNECTED');
    expect(gateway.lines.size).toBe(1);
  });

  test('reports the groups as deleted to one of several concurrent pages', { tags: 'spec-201.1' }, async () => {
    const scene = await aScene();
    become(scene, 'failed');
    const tell = () => updateDisconnectedStatus(scene.world.deps, scene.mine);
    const reported = await Promise.all([tell(), tell(), tell()]);
    expect(reported.filter(({ groupsDeleted }) => groupsDeleted)).toHaveLength(1);
  });

  test('asks the gateway again when another page checked in between, and ends the number', async () => {
    const scene = await aScene();
    const { world, gateway, clock, mine, home } = scene;
    become(scene, 'failed');
    gateway.world.meanwhile = async () => {
      gateway.world.meanwhile = undefined;
      clock.advance(1);
      expect(await checkConnection(world.deps, mine)).toEqual({ connected: false });
      clock.advance(1);
    };
    expect(await updateDisconnectedStatus(world.deps, mine)).toEqual({ groupsDeleted: true });
    expect(await world.groupsOf(home)).toEqual([]);
  });

  test('keeps a new pairing that began in between', async () => {
    const scene = await aScene();
    const { world, gateway, mine, user, home, id } = scene;
    become(scene, 'failed');
    gateway.world.meanwhile = async () => {
      gateway.world.meanwhile = undefined;
      await world.disconnect(user, id);
      await world.pair(user, home, `${phone}77`);
    };
    expect(await updateDisconnectedStatus(world.deps, mine)).toEqual({ groupsDeleted: false });
    expect((await world.current(home)).instance?.chipStatus).toBe('CONNECTED');
  });
});

describe('the picture', () => {
  test(
    'returns the picture of the own number in any spelling, and fetches it once a day',
    { tags: 'spec-275.1' },
    async () => {
      const { world, gateway, mine, clock, home } = await aScene();
      gateway.world.picture = 'https://pps.whatsapp.net/one.jpg';
      const number = (await world.current(home)).instance?.phone ?? '';
      for (const spelling of [number, number.slice(1), ` ${number.replace('55', '55 ')}`]) {
        expect(await profilePicture(world.deps, mine, spelling)).toEqual({
          picture: 'https://pps.whatsapp.net/one.jpg',
        });
      }
      expect(gateway.world.asked).toEqual([number.slice(1)]);
      expect((await world.current(home)).instance?.contactPicture).toBe('https://pps.whatsapp.net/one.jpg');
      clock.advance(25 * 60 * minute);
      gateway.world.picture = 'https://pps.whatsapp.net/two.jpg';
      expect(await profilePicture(world.deps, mine, number)).toEqual({ picture: 'https://pps.whatsapp.net/two.jpg' });
    },
  );

  test('does not store a picture that arrives after the number has changed', async () => {
    const { world, gateway, clock, user, home, id, mine } = await aScene();
    const { gateways } = world.deps;
    const ofTheOldOne: WhatsAppGateway['profilePicture'] = async () => {
      await world.disconnect(user, id);
      await world.pair(user, home, '5511944440001');
      return 'https://pps.whatsapp.net/of-the-old-number';
    };
    const of = () => ({ ...gateways.of(), profilePicture: ofTheOldOne });
    const number = (await world.current(home)).instance?.phone ?? '';
    await profilePicture({ ...world.deps, gateways: { ...gateways, of } }, mine, number);
    clock.advance(1000);
    expect(gateway.namesOf(id)).toContain(`zb-${id}-2`);
    expect((await world.current(home)).instance).toMatchObject({ phone: '+5511944440001', contactPicture: null });
  });

  test('returns no picture of another number', { tags: ['spec-228.1', 'spec-275.1'] }, async () => {
    const { world, gateway, mine } = await aScene();
    gateway.world.picture = 'https://pps.whatsapp.net/one.jpg';
    for (const number of ['5511999999999', '', '+', '0']) {
      expect(await profilePicture(world.deps, mine, number)).toEqual({ picture: null });
    }
    expect(gateway.world.asked).toEqual([]);
  });

  test('returns null when WhatsApp has no picture, and on every failure', async () => {
    const { world, gateway, mine, home } = await aScene();
    const number = (await world.current(home)).instance?.phone ?? '';
    expect(await profilePicture(world.deps, mine, number)).toEqual({ picture: null });
    gateway.world.failure = 'unreachable';
    expect(await profilePicture(world.deps, mine, number)).toEqual({ picture: null });
  });
});

describe('groups of the number', () => {
  const named = (...names: string[]) =>
    names.map((name, place) => ({ jid: `12036300000000010${place}@g.us`, name, canPost: true }));

  test('lists groups in the order of the language', { tags: 'spec-276.1' }, async () => {
    const { world, gateway, mine } = await aScene();
    gateway.world.groups = named('Zoe', 'nube', 'Ñandú', 'Ocho', 'Casa 10', 'Casa 2', 'árvore');
    const names = async (language: 'pt' | 'en' | 'es') =>
      (await listGatewayGroups(world.deps, mine, language)).map(({ name }) => name);
    expect(await names('es')).toEqual(['árvore', 'Casa 2', 'Casa 10', 'nube', 'Ñandú', 'Ocho', 'Zoe']);
    expect(await names('en')).toEqual(['árvore', 'Casa 2', 'Casa 10', 'Ñandú', 'nube', 'Ocho', 'Zoe']);
  });

  test('requires a connection and a gateway that answers to list groups', async () => {
    const { world, gateway, mine, id, user } = await aScene();
    gateway.world.failure = 'unreachable';
    await expect(listGatewayGroups(world.deps, mine, 'pt')).rejects.toEqual(refusal('whatsapp.unavailable'));
    gateway.world.failure = 'wrong_state';
    await expect(listGatewayGroups(world.deps, mine, 'pt')).rejects.toEqual(refusal('instance.notConnected'));
    gateway.world.failure = undefined;
    await world.disconnect(user, id);
    await expect(listGatewayGroups(world.deps, mine, 'pt')).rejects.toEqual(refusal('instance.notConnected'));
  });
});

describe('a shared number', () => {
  async function aShare() {
    const scene = await aScene();
    const { world, user, id } = scene;
    const beside = await world.addReady(user);
    const { id: shared } = await world.share(user, beside, id);
    await world.linkGroup(user, beside, '120363000000000002@g.us');
    scene.clock.advance(1000);
    return { ...scene, beside, theirs: { userId: user, instanceId: shared, workspaceId: beside } };
  }

  test('answers like the line that it shares, and has no separate code', async () => {
    const { world, gateway, home, theirs } = await aShare();
    gateway.world.groups = [{ jid, name: 'Casa', canPost: null }];
    gateway.world.picture = 'https://pps.whatsapp.net/one.jpg';
    const number = (await world.current(home)).instance?.phone ?? '';
    expect(await checkConnection(world.deps, theirs)).toEqual({ connected: true });
    expect(await readLoginState(world.deps, theirs)).toEqual({ logged: true, chipStatus: 'CONNECTED' });
    expect(await listGatewayGroups(world.deps, theirs, 'pt')).toEqual([{ jid, name: 'Casa', canPost: null }]);
    expect(await profilePicture(world.deps, theirs, number)).toEqual({ picture: 'https://pps.whatsapp.net/one.jpg' });
    expect((await world.current(home)).instance?.contactPicture).toBe('https://pps.whatsapp.net/one.jpg');
    expect(await qrCode(world.deps, theirs)).toEqual({ qrcode: '' });
    await expect(readPasskey(world.deps, theirs)).rejects.toEqual(refusal('instance.notPairing'));
  });

  test('deletes the groups of both workspaces when a page of the sharing one finds the number lost', async () => {
    const scene = await aShare();
    const { world, home, beside, theirs } = scene;
    become(scene, 'unknown');
    expect(await checkConnection(world.deps, theirs)).toEqual({ connected: true });
    expect(await updateDisconnectedStatus(world.deps, theirs)).toEqual({ groupsDeleted: false });
    expect((await world.current(beside)).instance).toMatchObject({ chipStatus: 'LOST' });
    become(scene, 'failed');
    scene.clock.advance(1000);
    expect(await checkConnection(world.deps, theirs)).toEqual({ connected: false });
    scene.clock.advance(1);
    expect(await updateDisconnectedStatus(world.deps, theirs)).toEqual({ groupsDeleted: true });
    expect([await world.groupsOf(home), await world.groupsOf(beside)]).toEqual([[], []]);
  });
});
