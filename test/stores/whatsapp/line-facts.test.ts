import { beforeAll, describe, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { chipTimes } from '#shared/rules/chip-moves.ts';
import { chipStatuses, type ChipStatus } from '#shared/rules/chip-status.ts';

import { aTable } from '../../support/worlds/a-table.ts';
import { lineWorld, type LineWorld } from '../../support/worlds/line-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

let people = 0;

type Scene = { world: LineWorld; user: string; home: number; id: number };

async function aScene(): Promise<Scene> {
  const user = `facts-${(people += 1)}`;
  const world = lineWorld(table);
  const home = await world.addReady(user, { isDefault: true });
  const { id } = await world.connect(user, home);
  return { world, user, home, id };
}

const self = ({ id }: Scene) => ({ phone: `5511${id}`, displayName: 'Ana' });

/** Brings a number to the status by the steps that users take. */
async function bring(scene: Scene, status: ChipStatus): Promise<void> {
  const { world, id } = scene;
  const says = async (...states: ('awaiting_qr' | 'awaiting_passkey' | 'awaiting_passkey_code' | 'connected')[]) => {
    for (const state of states) {
      world.clock.advance(1000);
      await world.fact(id, { kind: 'gateway', state, ...(state === 'connected' && { self: self(scene) }) });
    }
  };
  const ways: Record<ChipStatus, () => Promise<unknown>> = {
    CONNECTING: () => Promise.resolve(),
    WAITING_QR: () => says('awaiting_qr'),
    PASSKEY_REQUIRED: () => says('awaiting_qr', 'awaiting_passkey'),
    PASSKEY_CONFIRMATION: () => says('awaiting_qr', 'awaiting_passkey', 'awaiting_passkey_code'),
    CONNECTED: () => says('awaiting_qr', 'connected'),
    LOST: async () => {
      await says('awaiting_qr', 'connected');
      await world.fact(id, { kind: 'user', action: 'reportLoss' });
    },
    DISCONNECTED: () => world.fact(id, { kind: 'user', action: 'disconnect' }),
  };
  await ways[status]();
  expect((await world.record(id)).chipStatus).toBe(status);
}

const lineStates = [
  'stopped',
  'connecting',
  'awaiting_qr',
  'awaiting_passkey',
  'awaiting_passkey_code',
  'connected',
  'failed',
  'unscanned',
  'broken',
  'absent',
  'unknown',
] as const;

describe.each(chipStatuses)('a number that is %s', (status) => {
  test('ignores facts that are older than the record or already known', async () => {
    const scene = await aScene();
    const { world, id } = scene;
    await bring(scene, status);
    const before = await world.record(id);
    for (const state of lineStates) {
      const at = new Date((before.factAt ?? 0) - 1);
      if (before.factAt !== undefined) await world.fact(id, { kind: 'gateway', state }, at);
      if (before.factAt !== undefined) await world.fact(id, { kind: 'gateway', state }, new Date(before.factAt));
    }
    expect(await world.record(id)).toEqual(before);
  });

  test('ignores facts of an older generation of the line', async () => {
    const scene = await aScene();
    const { world, id, user, home } = scene;
    const [line] = [...world.gateway.lines.values()];
    const lineHash = (await world.record(id)).lineHash ?? '';
    expect(line).toBeDefined();
    world.clock.advance(20_000);
    await world.connect(user, home);
    await bring(scene, status);
    const before = await world.record(id);
    world.clock.advance(1000);
    for (const state of lineStates) {
      expect(await world.deliver({ lineHash, state, at: world.clock.now() })).toMatchObject({ outcome: 'late' });
    }
    expect(await world.record(id)).toEqual(before);
  });

  test('keeps the record when the gateway does not answer', async () => {
    const scene = await aScene();
    await bring(scene, status);
    const before = await scene.world.record(scene.id);
    scene.world.clock.advance(1000);
    expect(await scene.world.fact(scene.id, { kind: 'gateway', state: 'unknown' })).toMatchObject({
      outcome: 'unchanged',
    });
    expect(await scene.world.record(scene.id)).toEqual(before);
  });

  test.each(lineStates)('applies the fact %s once when it arrives twice, even concurrently', async (state) => {
    const scene = await aScene();
    const { world, id } = scene;
    await bring(scene, status);
    const { generation } = await world.record(id);
    world.clock.advance(chipTimes.doubtMs + 1000);
    const fact = { kind: 'gateway', state, self: self(scene), confirmed: true } as const;
    const both = await Promise.all([world.fact(id, fact), world.fact(id, fact)]);
    expect(both.filter(({ outcome }) => outcome === 'applied').length).toBeLessThanOrEqual(1);
    const after = await world.record(id);
    const lines = (await world.queued(id)).filter((topic) => topic === 'line');
    expect(lines).toHaveLength(after.chipStatus === 'DISCONNECTED' ? 1 : 0);
    expect(after.generation).toBe(generation);
  });
});
