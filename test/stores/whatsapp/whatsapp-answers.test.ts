import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import type { GatewayError } from '#functions/providers/whatsapp/gateway.ts';

import { aLineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { aWhatsAppApi } from '../../support/worlds/handlers/whatsapp-handlers.ts';
import { whatsappWorld } from '../../support/worlds/whatsapp-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

const jid = '120363000000000001@g.us';

let people = 0;
async function aScene() {
  people += 1;
  const clock = aClock();
  const gateway = aLineGateway(clock.now);
  const world = whatsappWorld(table, gateway, clock);
  const user = `answers-${people}`;
  const [home, beside] = [await world.addReady(user), await world.addReady(user)];
  const { call, logged } = await aWhatsAppApi(world, user, [home, beside]);
  return { clock, gateway, world, user, home, beside, call, logged, phone: `5511700${10_000 + people}` };
}

const codes: GatewayError['code'][] = [
  'not_found',
  'wrong_state',
  'rejected',
  'unauthorized',
  'rate_limited',
  'upstream',
  'unreachable',
];

const names = (found: { status: number | undefined; json: unknown }) => [
  found.status,
  Object(found.json).errorKey ?? 'ok',
];

describe.each(codes)('every call to the gateway fails with %s', (code) => {
  test(
    'keeps a connected number connected, and ends nothing on requests of a page',
    { tags: 'spec-272.1' },
    async () => {
      const { clock, gateway, world, user, home, call, logged, phone } = await aScene();
      const id = await world.pair(user, home, phone);
      await world.linkGroup(user, home, jid);
      clock.advance(30_000);
      gateway.world.failure = code;
      expect(await call('checkConnection', { id })).toMatchObject({ status: 200, json: { connected: true } });
      expect(await call('instanceLogged', { id })).toMatchObject({
        status: 503,
        json: { errorKey: 'whatsapp.unavailable' },
        headers: { 'retry-after': '8' },
      });
      expect(await call('instanceQrCode', { id })).toMatchObject({ status: 200, json: { qrcode: '' } });
      expect(await call('profilePicture', { id, query: { phone } })).toMatchObject({
        status: 200,
        json: { picture: null },
      });
      const noGroups = code === 'wrong_state' || code === 'not_found' ? [409, 'instance.notConnected'] : undefined;
      expect(names(await call('groupsOfInstance', { id }))).toEqual(noGroups ?? [503, 'whatsapp.unavailable']);
      expect(names(await call('readPasskey', { id }))).toEqual([409, 'instance.notPairing']);
      const reported = await call('updateDisconnectedStatus', { id });
      expect(reported).toMatchObject({ status: 200, json: { groupsDeleted: false } });
      expect(await call('listGroups')).toMatchObject({ status: 200, json: [{ jid }] });
      expect(await call('currentInstance')).toMatchObject({ json: { instance: { chipStatus: 'LOST' } } });
      expect(await call('checkConnection', { id })).toMatchObject({ status: 200, json: { connected: true } });
      expect(logged.join()).not.toContain('request.failed');
    },
  );

  test('continues a pairing, and returns an empty code to the page', { tags: 'spec-271.1' }, async () => {
    const { gateway, world, user, home, call } = await aScene();
    const { id } = await world.connect(user, home);
    gateway.world.failure = code;
    expect(await call('instanceQrCode', { id })).toMatchObject({ status: 200, json: { qrcode: '' } });
    expect(names(await call('instanceLogged', { id }))).toEqual([503, 'whatsapp.unavailable']);
    expect(names(await call('readPasskey', { id }))).toEqual([503, 'whatsapp.unavailable']);
    expect(await call('checkConnection', { id })).toMatchObject({ status: 200, json: { connected: false } });
    gateway.world.failure = undefined;
    expect(await call('instanceQrCode', { id })).toMatchObject({ json: { qrcode: 'data:image/png;base64,QR' } });
  });

  test('disconnects a number despite the failing gateway', { tags: 'spec-274.1' }, async () => {
    const { clock, gateway, world, user, home, call, phone } = await aScene();
    const id = await world.pair(user, home, phone);
    clock.advance(30_000);
    gateway.world.failure = code;
    expect(await call('unlinkInstance', { id })).toMatchObject({ status: 204, json: undefined });
    expect(await call('unlinkInstance', { id })).toMatchObject({ status: 204 });
    expect(await call('checkConnection', { id })).toMatchObject({ status: 200, json: { connected: false } });
    expect(await call('instanceLogged', { id })).toMatchObject({
      status: 200,
      json: { logged: false, chipStatus: 'DISCONNECTED' },
    });
  });
});

describe('closing the dialog', () => {
  const close = { query: { onlyPairing: 'true' } };

  test(
    'ends the pairing when the dialog closes, and removes the line at the gateway',
    { tags: 'spec-197.1' },
    async () => {
      const { gateway, world, user, home, call } = await aScene();
      const { id } = await world.connect(user, home);
      expect(await call('unlinkInstance', { id, ...close })).toMatchObject({ status: 204, json: undefined });
      expect(await call('currentInstance')).toMatchObject({ json: { instance: { chipStatus: 'DISCONNECTED' } } });
      await world.settle();
      expect(gateway.namesOf(id)).toEqual([]);
    },
  );

  test.each(['CONNECTED', 'LOST'])(
    'removes nothing in any workspace when the dialog closes after the number was %s',
    { tags: 'spec-197.1' },
    async (status) => {
      const { clock, gateway, world, user, home, beside, call, phone } = await aScene();
      const id = await world.pair(user, home, phone);
      const shared = await world.share(user, beside, id);
      await world.linkGroup(user, home, jid);
      await world.linkGroup(user, beside, '120363000000000002@g.us');
      clock.advance(30_000);
      if (status === 'LOST') Object.assign(gateway.lineOf(id) ?? {}, { state: 'connecting' });
      if (status === 'LOST') await call('updateDisconnectedStatus', { id });
      for (const one of [id, shared.id]) {
        const at = { id: one, headers: { 'x-workspace-id': String(one === id ? home : beside) } };
        expect(await call('unlinkInstance', { ...at, ...close })).toMatchObject({ status: 204 });
      }
      await world.settle();
      for (const workspace of [home, beside]) {
        expect((await world.current(workspace)).instance).toMatchObject({ chipStatus: status });
        expect(await world.groupsOf(workspace)).toHaveLength(1);
      }
      expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`]);
    },
  );

  test('leaves a connected number or no line when the dialog closes at the moment of the scan', async () => {
    const { gateway, world, user, home, call, phone } = await aScene();
    const { id } = await world.connect(user, home);
    gateway.scan(id, phone);
    const [closed, reported] = await Promise.all([
      call('unlinkInstance', { id, ...close }),
      call('instanceLogged', { id }),
    ]);
    expect([closed.status, reported.status]).toEqual([204, 200]);
    // Either call may be first. Record and gateway agree in the end.
    const { chipStatus } = (await world.current(home)).instance ?? {};
    await world.settle();
    expect(gateway.namesOf(id)).toHaveLength(chipStatus === 'CONNECTED' ? 1 : 0);
  });

  test('recognises a closed dialog only by its own parameter', async () => {
    const { world, user, home, call } = await aScene();
    const { id } = await world.connect(user, home);
    expect(await call('unlinkInstance', { id, query: { onlyPairing: 'maybe' } })).toMatchObject({ status: 400 });
  });
});

describe('connecting', () => {
  test.each([[undefined], [{}]])(
    'connects a separate number on an empty body (%j)',
    { tags: 'spec-269.1' },
    async (body) => {
      const { call, home } = await aScene();
      expect(await call('connectInstance', body && { body })).toMatchObject({
        status: 200,
        json: { id: expect.any(Number), chipStatus: 'CONNECTING', workspaceId: home, referencedInstanceId: null },
      });
    },
  );

  test.each([['7'], [1.5], [-1], [null], [2 ** 60]])(
    'rejects the reference %j and names the field',
    { tags: 'spec-269.1' },
    async (reference) => {
      const { call, gateway } = await aScene();
      const refused = await call('connectInstance', { body: { referenceInstanceId: reference } });
      expect(refused).toMatchObject({
        status: 400,
        json: { errorKey: 'request.invalid', fields: { referenceInstanceId: 'request.invalid' } },
      });
      expect(gateway.lines.size).toBe(0);
    },
  );

  test('shares the referenced number, and shows it as connected', { tags: 'spec-269.1' }, async () => {
    const { call, world, user, beside, phone } = await aScene();
    const id = await world.pair(user, beside, phone);
    expect(await call('connectInstance', { body: { referenceInstanceId: id } })).toMatchObject({
      status: 200,
      json: { chipStatus: 'CONNECTED', referencedInstanceId: id, phone: `+${phone}` },
    });
    expect(names(await call('connectInstance', { body: { referenceInstanceId: 42 } }))).toEqual([
      404,
      'instance.notFound',
    ]);
  });
});

test('lists the instances of the requested workspace, current or not', { tags: 'spec-267.1' }, async () => {
  const { call, world, user, home, beside, phone } = await aScene();
  expect(await call('listInstances')).toMatchObject({ status: 200, json: [] });
  const id = await world.pair(user, beside, phone);
  const { id: shared } = await world.share(user, home, id);
  const listed = async (query?: Record<string, string>) => (await call('listInstances', query && { query })).json;
  expect(await listed()).toMatchObject([{ id: shared, referencedInstanceId: id }]);
  expect(await listed({ workspaceId: String(home) })).toMatchObject([{ id: shared, referencedInstanceId: id }]);
  expect(await listed({ workspaceId: String(beside) })).toMatchObject([{ id, referencedInstanceId: null }]);
  const foreign = await call('listInstances', { query: { workspaceId: '4711' } });
  expect(names(foreign)).toEqual([404, 'workspace.notFound']);
});

test('finds an instance without a workspace in the request, but not under another workspace', async () => {
  const { call, world, user, home, beside, phone } = await aScene();
  const id = await world.pair(user, beside, phone);
  const at = (workspaceId: number) => ({ id, headers: { 'x-workspace-id': String(workspaceId) } });
  expect(await call('checkConnection', { id })).toMatchObject({ json: { connected: true } });
  expect(await call('checkConnection', at(beside))).toMatchObject({ json: { connected: true } });
  expect(names(await call('checkConnection', at(home)))).toEqual([404, 'instance.notFound']);
  expect(names(await call('unlinkInstance', at(home)))).toEqual([404, 'instance.notFound']);
  for (const wrong of ['0', 'abc', '-1', '1e3', '99999999999999999999']) {
    expect(names(await call('checkConnection', { id: wrong }))).toEqual([404, 'instance.notFound']);
  }
  expect(await call('checkConnection', { id })).toMatchObject({ json: { connected: true } });
});

test(
  'links groups, lists them in the order of the language, and unlinks them',
  { tags: ['spec-150.1', 'spec-263.1', 'spec-264.1', 'spec-265.1'] },
  async () => {
    const { call, gateway, world, user, home, beside, phone } = await aScene();
    await world.pair(user, home, phone);
    const jidOf = (place: number) => `12036300000000010${place}@g.us`;
    ['nube', 'Ñandú', 'ocho', 'Praia'].forEach((name, at) => gateway.takesIn(jidOf(at + 1), name));
    const link = (name: string, place: number, more = {}) =>
      call('linkGroup', { body: { name, jid: jidOf(place), workspaceId: home, ...more } });
    const linked = await link('nube', 1, { userId: 'somebody else' });
    expect(linked).toMatchObject({ status: 201, json: { id: expect.any(Number), name: 'nube', workspaceId: home } });
    expect(await link('a name that I made up', 2)).toMatchObject({ status: 201, json: { name: 'Ñandú' } });
    expect(await link('', 3)).toMatchObject({ status: 201, json: { name: 'ocho' } });
    const listed = async (request = {}) =>
      [(await call('listGroups', request)).json].flat().map((group) => Object(group).name);
    expect(await listed({ query: { locale: 'es' } })).toEqual(['nube', 'Ñandú', 'ocho']);
    expect(await listed({ headers: { 'accept-language': 'en-GB,en' } })).toEqual(['Ñandú', 'nube', 'ocho']);
    expect(names(await link('Praia', 4, { workspaceId: 4711 }))).toEqual([404, 'workspace.notFound']);
    expect(names(await link('Praia', 4, { workspaceId: beside }))).toEqual([409, 'instance.notConnected']);
    expect(names(await link('Praia', 4, { jid: '' }))).toEqual([400, 'group.nameRequired']);
    expect(names(await link('Praia', 5))).toEqual([404, 'group.notFound']);
    expect(names(await link('once more', 1))).toEqual([409, 'group.alreadyLinked']);
    const { id } = Object(linked.json);
    expect(await call('unlinkGroup', { id })).toMatchObject({ status: 204, json: undefined });
    expect(names(await call('unlinkGroup', { id }))).toEqual([404, 'group.notFound']);
  },
);

test('returns a picture only for a request with a number', { tags: 'spec-228.1' }, async () => {
  const { call, world, user, home, phone } = await aScene();
  const id = await world.pair(user, home, phone);
  expect(names(await call('profilePicture', { id }))).toEqual([400, 'request.invalid']);
  expect(await call('profilePicture', { id, query: { phone: `+${phone}` } })).toMatchObject({ status: 200 });
});
