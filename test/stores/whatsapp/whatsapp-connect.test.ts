import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { codesPerHour } from '#functions/data/whatsapp/code-limit-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import type { WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';
import { applyLineFact } from '#functions/whatsapp/lines/apply-line-fact.ts';
import { connectInstance } from '#functions/whatsapp/numbers/connect-instance.ts';
import { pairingCode } from '#functions/whatsapp/numbers/pairing-code.ts';
import { answerPasskey, confirmPasskey, readPasskey } from '#functions/whatsapp/numbers/passkey.ts';
import { qrCode } from '#functions/whatsapp/numbers/qr-code.ts';
import { readLoginState } from '#functions/whatsapp/numbers/read-login-state.ts';
import { unlinkInstance } from '#functions/whatsapp/numbers/unlink-instance.ts';
import { updateDisconnectedStatus } from '#functions/whatsapp/numbers/update-disconnected-status.ts';
import { subscriptionStatuses } from '#shared/rules/billing/plans.ts';
import { anAssertion } from '#web/testing/a-passkey.ts';

import { aLineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { whatsappWorld } from '../../support/worlds/whatsapp-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

let people = 0;
function aScene(shards?: Parameters<typeof aLineGateway>[1]) {
  people += 1;
  const clock = aClock();
  const gateway = aLineGateway(clock.now, shards);
  return { clock, gateway, world: whatsappWorld(table, gateway, clock), user: `connect-${people}` };
}

const mine = (user: string, instanceId: number) => ({ userId: user, instanceId, workspaceId: undefined });
const refusal = (code: string) => expect.objectContaining({ code });

describe('permission to connect', () => {
  test.each(['active', 'trialing'] as const)('allows connecting when the subscription is %s', async (status) => {
    const { world, user } = aScene();
    const home = await world.addReady(user);
    await world.subscribe(home, status);
    expect(await world.connect(user, home)).toMatchObject({ chipStatus: 'CONNECTING', workspaceId: home });
  });

  const others = subscriptionStatuses.filter((status) => status !== 'active' && status !== 'trialing');
  test.each(others)('rejects connecting when the subscription is %s', async (status) => {
    const { world, user } = aScene();
    const home = await world.addReady(user);
    await world.subscribe(home, status);
    await expect(world.connect(user, home)).rejects.toEqual(refusal('workspace.planRequired'));
    expect(await world.current(home)).toEqual({ instance: null, referencedWorkspaceName: null });
  });

  test('rejects connecting without a linked Amazon account', async () => {
    const { world, user, gateway } = aScene();
    const home = await world.addReady(user);
    await world.unlink(user, home);
    await expect(world.connect(user, home)).rejects.toEqual(refusal('amazon.notLinked'));
    expect(gateway.lines.size).toBe(0);
  });

  test('rejects connecting when the account is unlinked concurrently', async () => {
    const { world, user, gateway } = aScene();
    const home = await world.addReady(user);
    const seal = { seal: (text: string) => world.unlink(user, home).then(() => text) };
    Object.assign(world.deps, { seal });
    await expect(world.connect(user, home)).rejects.toThrow('again and again');
    await world.settle();
    expect(gateway.lines.size).toBe(0);
    expect((await world.current(home)).instance?.chipStatus ?? 'DISCONNECTED').toBe('DISCONNECTED');
  });
});

describe('the gateway of a new line', () => {
  test('creates a line that delivers to an address with its own secret', async () => {
    const { world, user, gateway } = aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    const { url, metadata } = gateway.lineOf(id)?.webhook ?? {};
    expect(url).toMatch(/^https:\/\/hooks\.example\/prod\/whatsapp\/main\/[\w-]{43}$/);
    expect(metadata).toEqual({ instanceId: String(id), generation: '1' });
    const other = await world.connect(user, await world.addReady(user));
    expect(gateway.lineOf(other.id)?.webhook.url).not.toBe(url);
  });

  test('uses the shard with the most room, never one that is draining or full', async () => {
    const { world, user } = aScene([
      { id: 'small-1', capacity: 1, draining: false },
      { id: 'large-1', capacity: 2, draining: false },
      { id: 'old-1', capacity: 99, draining: true },
    ]);
    const lines = { 'small-1': 0, 'large-1': 0, 'old-1': 0 };
    for (let place = 0; place < 3; place += 1) await world.connect(user, await world.addReady(user));
    for (const shard of ['small-1', 'large-1', 'old-1'] as const) {
      lines[shard] = await world.instances.countOnShard(shard);
    }
    expect(lines).toEqual({ 'small-1': 1, 'large-1': 2, 'old-1': 0 });
    await expect(world.connect(user, await world.addReady(user))).rejects.toEqual(refusal('whatsapp.full'));
  });

  test('rejects connecting when no gateway is set up', async () => {
    const { world, user } = aScene([]);
    await expect(world.connect(user, await world.addReady(user))).rejects.toEqual(refusal('whatsapp.notConfigured'));
  });
});

describe('connecting', () => {
  test('creates one line for two calls in a moment, and replaces it on a later call', async () => {
    const { world, user, gateway, clock } = aScene();
    const home = await world.addReady(user);
    const { id } = await world.connect(user, home);
    expect(await world.connect(user, home)).toMatchObject({ id });
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`]);
    clock.advance(60_000);
    expect(await world.connect(user, home)).toMatchObject({ id, chipStatus: 'CONNECTING' });
    await world.settle();
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-2`]);
  });

  test('leaves one line after two concurrent calls', { tags: 'spec-195.1' }, async () => {
    const { world, user, gateway } = aScene();
    const home = await world.addReady(user);
    const outcomes = await Promise.allSettled([world.connect(user, home), world.connect(user, home)]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await world.settle();
    expect(gateway.lines.size).toBe(1);
  });

  test(
    'leaves nothing when the gateway does not answer, and succeeds on the next attempt',
    { tags: 'spec-323.1' },
    async () => {
      const { world, user, gateway } = aScene();
      const home = await world.addReady(user);
      gateway.world.failure = 'unreachable';
      await expect(world.connect(user, home)).rejects.toEqual(refusal('whatsapp.unavailable'));
      expect((await world.current(home)).instance?.chipStatus).toBe('DISCONNECTED');
      gateway.world.failure = undefined;
      expect(await world.connect(user, home)).toMatchObject({ chipStatus: 'CONNECTING' });
      await world.settle();
      expect(gateway.lines.size).toBe(1);
    },
  );

  test('keeps a number whose code was just scanned when connecting again', async () => {
    const { world, user, gateway, clock } = aScene();
    const home = await world.addReady(user);
    const { id } = await world.connect(user, home);
    clock.advance(60_000);
    gateway.scan(id, '5511987650004');
    expect(await world.connect(user, home)).toMatchObject({ id, chipStatus: 'CONNECTED' });
    await world.settle();
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`]);
  });

  test('ends no pairing whose code may have been scanned while the gateway does not answer', async () => {
    const { world, user, gateway, clock } = aScene();
    const home = await world.addReady(user);
    const { id } = await world.connect(user, home);
    clock.advance(60_000);
    gateway.world.failure = 'unreachable';
    await expect(world.connect(user, home)).rejects.toEqual(refusal('whatsapp.unavailable'));
    gateway.world.failure = undefined;
    gateway.scan(id, '5511987650005');
    expect(await world.connect(user, home)).toMatchObject({ id, chipStatus: 'CONNECTED' });
  });

  test('starts and removes nothing for a lost number while the gateway does not answer', async () => {
    const { world, user, gateway, clock } = aScene();
    const home = await world.addReady(user);
    const id = await world.pair(user, home, '5511987650001');
    const jid = '120363000000000009@g.us';
    await world.linkGroup(user, home, jid);
    clock.advance(30_000);
    gateway.world.failure = 'unreachable';
    await updateDisconnectedStatus(world.deps, { userId: user, instanceId: id, workspaceId: undefined });
    await expect(world.connect(user, home)).rejects.toEqual(refusal('whatsapp.unavailable'));
    expect((await world.current(home)).instance?.chipStatus).toBe('LOST');
    expect(await world.groupsOf(home)).toEqual([jid]);
    gateway.world.failure = undefined;
    clock.advance(30_000);
    expect(await world.connect(user, home)).toMatchObject({ id, chipStatus: 'CONNECTED' });
    expect(await world.groupsOf(home)).toEqual([jid]);
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`]);
  });

  test('checks a lost number so briefly that a new line has 25 seconds before API Gateway times out', async () => {
    const { world, user, gateway, clock } = aScene();
    const home = await world.addReady(user);
    const id = await world.pair(user, home, '5511987650003');
    clock.advance(30_000);
    Object.assign(gateway.lineOf(id) ?? {}, { state: 'connecting' });
    await updateDisconnectedStatus(world.deps, { userId: user, instanceId: id, workspaceId: undefined });
    const limits: (number | undefined)[] = [];
    const { gateways } = world.deps;
    const noted: WhatsAppGateway['describeLine'] = (ref, limit) => {
      limits.push(limit?.timeoutMs);
      return gateways.of().describeLine(ref, limit);
    };
    const deps = { ...world.deps, gateways: { ...gateways, of: () => ({ ...gateways.of(), describeLine: noted }) } };
    await connectInstance(deps, { userId: user, workspaceId: home });
    expect(limits).toEqual([3_000]);
  });

  const aLostNumber = async () => {
    const scene = aScene();
    const { world, user, gateway, clock } = scene;
    const home = await world.addReady(user);
    const id = await world.pair(user, home, `55119876${people}`);
    const jid = '120363000000000009@g.us';
    await world.linkGroup(user, home, jid);
    clock.advance(30_000);
    Object.assign(gateway.lineOf(id) ?? {}, { state: 'connecting' });
    await updateDisconnectedStatus(world.deps, { userId: user, instanceId: id, workspaceId: undefined });
    return { ...scene, home, id, jid };
  };

  test.each<[string, WhatsAppGateway['createLine']]>([
    [
      'whose gateway creates no line',
      () => Promise.resolve({ outcome: 'failed', error: { code: 'unreachable', retryable: true } }),
    ],
    ['whose process dies while the gateway creates one', () => Promise.reject(new Error('died'))],
  ])('keeps line and groups of a lost number %s', async (_, createLine) => {
    const { world, user, gateway, home, id, jid } = await aLostNumber();
    const { gateways } = world.deps;
    const deps = { ...world.deps, gateways: { ...gateways, of: () => ({ ...gateways.of(), createLine }) } };
    await expect(connectInstance(deps, { userId: user, workspaceId: home })).rejects.toBeInstanceOf(Error);
    expect((await world.current(home)).instance?.chipStatus).toBe('LOST');
    expect(await world.groupsOf(home)).toEqual([jid]);
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`]);
  });

  test('removes a line that its process created but did not live to store', async () => {
    const { world, user, gateway, clock, home, id } = await aLostNumber();
    const { gateways } = world.deps;
    const createLine: WhatsAppGateway['createLine'] = async (...line) => {
      await gateways.of().createLine(...line);
      throw new Error('died');
    };
    const deps = { ...world.deps, gateways: { ...gateways, of: () => ({ ...gateways.of(), createLine }) } };
    await expect(connectInstance(deps, { userId: user, workspaceId: home })).rejects.toThrow('died');
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`, `zb-${id}-2`]);
    clock.advance(11 * 60_000);
    await world.settle();
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`]);
  });

  test('creates one line at the stored address when two pages connect a lost number concurrently', async () => {
    const { world, user, gateway, home, id } = await aLostNumber();
    const connect = () => world.connect(user, home).catch((error: unknown) => error);
    await Promise.all([connect(), connect()]);
    const { lineHash, generation } = (await world.deps.instances.findById(id)) ?? {};
    expect(generation).toBe(2);
    expect(hashOf(gateway.lineOf(id)?.webhook.url.split('/').at(-1) ?? '')).toBe(lineHash);
  });

  test('creates a new line for a lost number, and removes the groups of the old one', async () => {
    const { world, user, gateway, clock } = aScene();
    const home = await world.addReady(user);
    const id = await world.pair(user, home, '5511987650002');
    await world.linkGroup(user, home, '120363000000000009@g.us');
    clock.advance(30_000);
    Object.assign(gateway.lineOf(id) ?? {}, { state: 'connecting' });
    await updateDisconnectedStatus(world.deps, { userId: user, instanceId: id, workspaceId: undefined });
    expect(await world.connect(user, home)).toMatchObject({ id, chipStatus: 'CONNECTING' });
    expect(await world.groupsOf(home)).toEqual([]);
    await world.settle();
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-2`]);
    expect(await world.leavings([home], [id])).toEqual([]);
  });

  test('ends the new line when a disconnect overlaps with connecting on another page', async () => {
    const { world, user, gateway, clock } = aScene();
    const home = await world.addReady(user);
    const { id } = await world.connect(user, home);
    clock.advance(20_000);
    let begun: Promise<unknown> | undefined;
    const findById: typeof world.deps.instances.findById = async (instanceId) => {
      await (begun ??= world.connect(user, home));
      return world.deps.instances.findById(instanceId);
    };
    await unlinkInstance({ ...world.deps, instances: { ...world.deps.instances, findById } }, mine(user, id));
    expect((await world.current(home)).instance?.chipStatus).toBe('DISCONNECTED');
    await world.settle();
    expect(gateway.namesOf(id)).toEqual([]);
  });

  test('keeps a connected number connected', async () => {
    const { world, user, gateway } = aScene();
    const home = await world.addReady(user);
    const id = await world.pair(user, home, '5511987654321');
    const shown = { id, chipStatus: 'CONNECTED', phone: '+5511987654321', contactName: 'Ana' };
    expect(await world.connect(user, home)).toMatchObject(shown);
    expect(gateway.namesOf(id)).toEqual([`zb-${id}-1`]);
  });
});

describe('pairing', () => {
  test('shows the code, and then notices the scan', { tags: ['spec-196.1', 'spec-270.1'] }, async () => {
    const { world, user, gateway, clock } = aScene();
    const home = await world.addReady(user);
    const { id } = await world.connect(user, home);
    expect(await qrCode(world.deps, mine(user, id))).toEqual({ qrcode: 'data:image/png;base64,QR' });
    expect((await world.current(home)).instance?.chipStatus).toBe('WAITING_QR');
    expect(await readLoginState(world.deps, mine(user, id))).toEqual({
      logged: false,
      chipStatus: 'WAITING_QR',
      qrcode: 'data:image/png;base64,QR',
    });
    clock.advance(5_000);
    gateway.scan(id);
    expect(await readLoginState(world.deps, mine(user, id))).toEqual({ logged: true, chipStatus: 'CONNECTED' });
    expect(await qrCode(world.deps, mine(user, id))).toEqual({ qrcode: '' });
  });

  test('returns the reason for its end at once and on every later request', async () => {
    const { world, user, gateway, clock } = aScene();
    const phone = '5511987654322';
    const { user: somebody } = aScene();
    await world.pair(somebody, await world.addReady(somebody), phone);
    const { id } = await world.connect(user, await world.addReady(user));
    await qrCode(world.deps, mine(user, id));
    clock.advance(5_000);
    gateway.scan(id, phone);
    const taken = { logged: false, chipStatus: 'DISCONNECTED', ended: 'phoneTaken' };
    expect(await readLoginState(world.deps, mine(user, id))).toEqual(taken);
    expect(await readLoginState(world.deps, mine(user, id))).toEqual(taken);
  });

  test('restarts a line that shows no code once', { tags: 'spec-270.1' }, async () => {
    const { world, user, gateway } = aScene();
    gateway.world.showsCodes = false;
    const { id } = await world.connect(user, await world.addReady(user));
    for (const _ of [1, 2, 3]) expect(await qrCode(world.deps, mine(user, id))).toEqual({ qrcode: '' });
    expect(gateway.lineOf(id)?.restarts).toBe(1);
  });

  test('keeps the restart of the present line when a page waits for the code of an older one', async () => {
    const { world, user, clock } = aScene();
    const home = await world.addReady(user);
    const { id } = await world.connect(user, home);
    const old = await world.deps.instances.findById(id);
    clock.advance(20_000);
    await world.connect(user, home);
    const present = await world.deps.instances.findById(id);
    if (!old || !present) throw new Error('There is no record.');
    expect(await world.deps.instances.markRestarted(old)).toBe(false);
    expect(await world.deps.instances.markRestarted(present)).toBe(true);
    expect(await world.deps.instances.markRestarted(present)).toBe(false);
  });

  test('does not restart a line while the gateway is unreachable, but once it is back', async () => {
    const { world, user, gateway } = aScene();
    gateway.world.showsCodes = false;
    const { id } = await world.connect(user, await world.addReady(user));
    const restarts: string[] = [];
    const { gateways } = world.deps;
    const restartLine = async () => ({ outcome: 'ok', ref: restarts.push(id.toString()) }) as const;
    const deps = { ...world.deps, gateways: { ...gateways, of: () => ({ ...gateways.of(), restartLine }) } };
    for (const failure of ['unreachable', 'unauthorized', undefined, undefined] as const) {
      gateway.world.failure = failure;
      expect(await qrCode(deps, mine(user, id))).toEqual({ qrcode: '' });
    }
    expect(restarts).toEqual([String(id)]);
  });

  test('never delays an answer beyond the timeout of API Gateway when a restart is slow', async () => {
    const { world, user, gateway, clock } = aScene();
    gateway.world.showsCodes = false;
    const { id } = await world.connect(user, await world.addReady(user));
    const { gateways } = world.deps;
    const slow = {
      ...gateways.of(),
      getPairing: async () => {
        clock.advance(26_000);
        return { outcome: 'ok', pairing: { kind: 'none', state: 'connecting' } } as const;
      },
      restartLine: () => new Promise<never>(() => undefined),
    };
    const noted: object[] = [];
    const log = (event: string, details: object = {}) => void noted.push({ event, ...details });
    const deps = { ...world.deps, log, gateways: { ...gateways, of: () => slow } };
    expect(await qrCode(deps, mine(user, id))).toEqual({ qrcode: '' });
    expect(noted.at(-1)).toMatchObject({ event: 'line.noQrCode', missing: 'stuck', restart: 'tooLate' });
  });

  test(
    'returns 503 on a transient failure while waiting, and continues the pairing',
    { tags: 'spec-271.1' },
    async () => {
      const { world, user, gateway } = aScene();
      const home = await world.addReady(user);
      const { id } = await world.connect(user, home);
      gateway.world.failure = 'unreachable';
      await expect(readLoginState(world.deps, mine(user, id))).rejects.toEqual(refusal('whatsapp.unavailable'));
      expect(await qrCode(world.deps, mine(user, id))).toEqual({ qrcode: '' });
      gateway.world.failure = undefined;
      expect(await readLoginState(world.deps, mine(user, id))).toMatchObject({
        logged: false,
        chipStatus: 'CONNECTING',
      });
    },
  );

  describe('a line that stops', () => {
    async function aPairing(chipStatus: 'WAITING_QR' | 'PASSKEY_REQUIRED' = 'WAITING_QR') {
      const scene = aScene();
      const { world, user, gateway, clock } = scene;
      const { id } = await world.connect(user, await world.addReady(user));
      await qrCode(world.deps, mine(user, id));
      const line = gateway.lineOf(id);
      if (!line) throw new Error('There is no line.');
      const poll = () => {
        clock.advance(5_000);
        return readLoginState(world.deps, mine(user, id));
      };
      if (chipStatus === 'PASSKEY_REQUIRED') line.state = 'awaiting_passkey';
      expect(await poll()).toMatchObject({ chipStatus });
      return { ...scene, id, line, poll };
    }

    test.each(['WAITING_QR', 'PASSKEY_REQUIRED'] as const)(
      'starts a line that stops in %s on the next poll, and shows a new code',
      async (chipStatus) => {
        const { gateway, id, line, poll } = await aPairing(chipStatus);
        line.state = 'stopped';
        expect(await poll()).toEqual({ logged: false, chipStatus: 'CONNECTING' });
        expect(line).toMatchObject({ state: 'connecting', starts: 1, restarts: 0 });
        expect(await poll()).toMatchObject({ logged: false, qrcode: 'data:image/png;base64,QR' });
        expect(await poll()).toMatchObject({ logged: false, chipStatus: 'WAITING_QR' });
        gateway.scan(id);
        expect(await poll()).toMatchObject({ logged: true, chipStatus: 'CONNECTED' });
      },
    );

    test('starts a stopped line on one of two concurrent polls', async () => {
      const { world, user, id, line, clock } = await aPairing();
      line.state = 'stopped';
      clock.advance(5_000);
      const two = [readLoginState(world.deps, mine(user, id)), readLoginState(world.deps, mine(user, id))];
      for (const one of await Promise.all(two)) expect(one).toMatchObject({ logged: false });
      expect(line.starts).toBe(1);
    });

    test('starts a line that stops before its first code on the request for the code', async () => {
      const { world, user, gateway } = aScene();
      const { id } = await world.connect(user, await world.addReady(user));
      const line = gateway.lineOf(id);
      if (line) line.state = 'stopped';
      expect(await qrCode(world.deps, mine(user, id))).toEqual({ qrcode: 'data:image/png;base64,QR' });
      expect(line).toMatchObject({ starts: 1, restarts: 0 });
    });

    test.each([
      ['second start on when the gateway creates lines stopped', true, [0, 1, 2]],
      ['first start on when the gateway creates lines running', false, [1, 2, 3]],
    ] as const)('logs starts from the %s', async (_, createsStopped, logs) => {
      const { world, user, gateway, clock } = aScene();
      const { id } = await world.connect(user, await world.addReady(user));
      const { gateways } = world.deps;
      const noted: string[] = [];
      const log = (event: string) => void noted.push(event);
      const of = () => ({ ...gateways.of(), createsStopped });
      const deps = { ...world.deps, log, gateways: { ...gateways, of } };
      for (const [starts, count] of logs.entries()) {
        Object.assign(gateway.lineOf(id) ?? {}, { state: 'stopped' });
        expect(await qrCode(deps, mine(user, id))).toMatchObject({ qrcode: expect.stringContaining('data:') });
        expect(gateway.lineOf(id)?.starts).toBe(starts + 1);
        expect(noted.filter((event) => event === 'line.startedAgain')).toHaveLength(count);
        clock.advance(30_000);
      }
    });

    test('starts a repeatedly stopping line at most once in 30 s, and fails after three starts', async () => {
      const { line, poll } = await aPairing();
      for (const starts of [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3]) {
        line.state = 'stopped';
        expect(await poll()).toEqual({ logged: false, chipStatus: 'CONNECTING' });
        expect(line.starts).toBe(starts);
      }
      line.state = 'stopped';
      expect(await poll()).toEqual({ logged: false, chipStatus: 'DISCONNECTED', ended: 'failed' });
      expect(line.starts).toBe(3);
    });

    test('allows all starts again in the next pairing', async () => {
      const { world, user, gateway, id, line, poll, clock } = await aPairing();
      const workspaceId = (await world.deps.instances.workspaceOf(id))?.workspaceId ?? 0;
      line.state = 'stopped';
      await poll();
      clock.advance(20_000);
      await world.connect(user, workspaceId);
      expect(await world.deps.instances.findById(id)).not.toHaveProperty('starts');
      expect(gateway.lineOf(id)).toMatchObject({ starts: 0 });
    });

    test.each(['unreachable', 'rejected'] as const)(
      'continues until the window is over when the gateway answers each start with %s',
      { tags: 'spec-271.1' },
      async (code) => {
        const { world, user, id, line, clock } = await aPairing();
        line.state = 'stopped';
        const tries: Date[] = [];
        const startLine = async () => {
          tries.push(clock.now());
          return { outcome: 'failed', error: { code, retryable: true } } as const;
        };
        const { gateways } = world.deps;
        const deps = { ...world.deps, gateways: { ...gateways, of: () => ({ ...gateways.of(), startLine }) } };
        for (let times = 0; times < 30; times += 1) {
          clock.advance(5_000);
          expect(await readLoginState(deps, mine(user, id))).toMatchObject({ logged: false, chipStatus: 'CONNECTING' });
        }
        expect(tries.map((at) => at.getTime() - (tries[0]?.getTime() ?? 0))).toEqual([0, 3e4, 6e4, 9e4, 12e4]);
        const { generation = 0 } = (await world.deps.instances.findById(id)) ?? {};
        clock.advance(10_000);
        const over = {
          instanceId: id,
          generation,
          fact: { kind: 'clock', due: 'windowOver' },
          at: clock.now(),
        } as const;
        expect(await applyLineFact(world.deps, over)).toMatchObject({ instance: { ended: { as: 'notScanned' } } });
      },
    );

    /** Like Evolution, whose line closes and opens many times a second while WhatsApp is unreachable. */
    test('starts a flapping line only on requests for the code, once in 30 s', async () => {
      const { world, user, id, line, clock } = await aPairing();
      const { gateways } = world.deps;
      const flapping = {
        ...gateways.of(),
        describeLine: async () => ({ state: 'connecting', asOf: clock.now() }) as const,
        getPairing: async () => ({ outcome: 'ok', pairing: { kind: 'none', state: 'stopped' } }) as const,
      };
      const deps = { ...world.deps, gateways: { ...gateways, of: () => flapping } };
      for (let times = 0; times < 10; times += 1) {
        clock.advance(5_000);
        expect(await readLoginState(deps, mine(user, id))).toMatchObject({ logged: false });
      }
      expect(line.starts).toBe(0);
      for (const starts of [1, 1, 1, 1, 1, 1, 2, 2]) {
        clock.advance(5_000);
        expect(await qrCode(deps, mine(user, id))).toEqual({ qrcode: '' });
        expect(line.starts).toBe(starts);
      }
    });

    test('never delays an answer beyond the timeout of API Gateway, and waits no longer once the pairing has ended', async () => {
      const { world, user, id, clock } = await aPairing();
      const asked: number[] = [];
      const { gateways } = world.deps;
      const slow = {
        ...gateways.of(),
        getPairing: async (_: unknown, { waitMs }: { waitMs: number }) => {
          asked.push(waitMs);
          clock.advance(waitMs + 3_000);
          return { outcome: 'ok', pairing: { kind: 'none', state: 'stopped' } } as const;
        },
        startLine: async () => {
          clock.advance(8_000);
          return { outcome: 'ok' } as const;
        },
      };
      const deps = { ...world.deps, gateways: { ...gateways, of: () => slow } };
      for (let starts = 0; starts < 3; starts += 1) {
        clock.advance(30_000);
        const began = clock.now().getTime();
        expect(await qrCode(deps, mine(user, id))).toEqual({ qrcode: '' });
        expect(clock.now().getTime() - began).toBeLessThanOrEqual(26_000);
      }
      clock.advance(30_000);
      asked.length = 0;
      expect(await qrCode(deps, mine(user, id))).toEqual({ qrcode: '' });
      expect(asked).toHaveLength(1);
      expect(await world.deps.instances.findById(id)).toMatchObject({ ended: { as: 'failed' } });
    });

    test('does not start a line once the user has closed the dialog', async () => {
      const { world, user, id, line, poll } = await aPairing();
      await world.closeDialog(user, id);
      line.state = 'stopped';
      expect(await poll()).toMatchObject({ chipStatus: 'DISCONNECTED' });
      expect(line.starts).toBe(0);
    });
  });

  test('returns a code for a phone number and stores neither of them', async () => {
    const { world, user, gateway } = aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    expect(await pairingCode(world.deps, mine(user, id), '+5511955500001')).toEqual({ code: 'ABCD-EFGH' });
    expect(gateway.world.asked).toEqual(['5511955500001']);
    expect(JSON.stringify(await world.items())).not.toMatch(/5511955500001|ABCD-EFGH/);
    const stranger = { ...mine(user, id), userId: 'stranger' };
    await expect(pairingCode(world.deps, stranger, '5511955500001')).rejects.toEqual(refusal('instance.notFound'));
    await world.closeDialog(user, id);
    await expect(pairingCode(world.deps, mine(user, id), '5511955500001')).rejects.toEqual(
      refusal('instance.notPairing'),
    );
  });

  test('requests a code for a Mexican number without its former 1', async () => {
    const { world, user, gateway } = aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    await pairingCode(world.deps, mine(user, id), '+5215512345678');
    expect(gateway.world.asked).toEqual(['525512345678']);
  });

  test('passes on the code that replaces a typed one, and stores neither', async () => {
    const { world, user, gateway } = aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    await pairingCode(world.deps, mine(user, id), '+5511955500001');
    expect(await readLoginState(world.deps, mine(user, id))).not.toHaveProperty('code');
    Object.assign(gateway.lineOf(id) ?? {}, { typed: 'K3PM9QRS' });
    expect(await readLoginState(world.deps, mine(user, id))).toMatchObject({ logged: false, code: 'K3PM9QRS' });
    expect(JSON.stringify(await world.items())).not.toContain('K3PM9QRS');
  });

  test.each([
    ['upstream', 'instance.pairingCodeRefused'],
    ['rejected', 'instance.pairingCodeRefused'],
    ['unreachable', 'whatsapp.unavailable'],
    ['wrong_state', 'whatsapp.unavailable'],
  ] as const)('reports a pairing code that failed with %s as %s', async (failure, code) => {
    const { world, user, gateway } = aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    gateway.world.failure = failure;
    await expect(pairingCode(world.deps, mine(user, id), '5511955500001')).rejects.toEqual(refusal(code));
  });

  test('allows ten pairing codes per workspace in an hour, then names the time until the next', async () => {
    const { world, user, clock } = aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    const ask = (request = mine(user, id)) => pairingCode(world.deps, request, '5511955500001');
    for (let codes = 0; codes < codesPerHour; codes += 1) await ask();
    const untilNextHour = 3600 - ((clock.now().getTime() / 1000) % 3600);
    await expect(ask()).rejects.toMatchObject({
      code: 'instance.pairingCodeTooOften',
      status: 429,
      retryAfterSeconds: expect.closeTo(untilNextHour, 0),
    });
    const other = await world.connect(user, await world.addReady(user));
    expect(await ask(mine(user, other.id))).toEqual({ code: 'ABCD-EFGH' });
    clock.advance(untilNextHour * 1000);
    expect(await ask()).toEqual({ code: 'ABCD-EFGH' });
  });

  test('requests a passkey, passes it on unchanged, and confirms it', { tags: 'threat-fake-passkey' }, async () => {
    const { world, user, gateway, clock } = aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    await qrCode(world.deps, mine(user, id));
    const challenge = { challenge: 'abc', allowCredentials: [{ id: 'x' }] };
    clock.advance(5_000);
    Object.assign(gateway.lineOf(id) ?? {}, { state: 'awaiting_passkey', passkey: { challenge } });
    const asked = { chipStatus: 'PASSKEY_REQUIRED', passkey: { challenge } };
    expect(await readLoginState(world.deps, mine(user, id))).toEqual({ logged: false, ...asked });
    expect(await readPasskey(world.deps, mine(user, id))).toEqual(asked);
    clock.advance(5_000);
    const assertion = anAssertion('abc');
    expect(await answerPasskey(world.deps, mine(user, id), assertion)).toEqual({ chipStatus: 'PASSKEY_CONFIRMATION' });
    expect(gateway.world.assertions).toEqual([assertion]);
    expect(await readPasskey(world.deps, mine(user, id))).toMatchObject({ passkey: { code: 'ABCD' } });
    clock.advance(5_000);
    expect(await confirmPasskey(world.deps, mine(user, id))).toEqual({ chipStatus: 'CONNECTED' });
    expect(JSON.stringify(await world.items())).not.toMatch(/signature|allowCredentials/);
    await expect(readPasskey(world.deps, mine(user, id))).rejects.toEqual(refusal('instance.notPairing'));
  });

  test('reports a refusal by WhatsApp, and a missing answer of the gateway as a transient failure', async () => {
    const { world, user, gateway } = aScene();
    const { id } = await world.connect(user, await world.addReady(user));
    for (const [failure, code] of [
      ['upstream', 'instance.passkeyRefused'],
      ['rejected', 'instance.passkeyRefused'],
      ['unreachable', 'whatsapp.unavailable'],
    ] as const) {
      gateway.world.failure = failure;
      await expect(answerPasskey(world.deps, mine(user, id), anAssertion('abc'))).rejects.toEqual(refusal(code));
    }
  });

  test('does not find an instance of another user or of another workspace', async () => {
    const { world, user } = aScene();
    const [home, other] = [await world.addReady(user), await world.addReady(user)];
    const { id } = await world.connect(user, home);
    const foreign = { userId: 'stranger', instanceId: id, workspaceId: undefined };
    await expect(readLoginState(world.deps, foreign)).rejects.toEqual(refusal('instance.notFound'));
    const elsewhere = { userId: user, instanceId: id, workspaceId: other };
    await expect(readLoginState(world.deps, elsewhere)).rejects.toEqual(refusal('instance.notFound'));
    expect(await readLoginState(world.deps, { ...elsewhere, workspaceId: home })).toMatchObject({ logged: false });
  });
});
