import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { pulseKey, statusKey } from '#functions/data/keys.ts';
import { createPulseStore } from '#functions/data/pulse-store.ts';
import type { Table } from '#functions/data/table.ts';
import { countRuns } from '#functions/status/count-runs.ts';
import { readStatus } from '#functions/status/read-status.ts';
import { watchChannels } from '#functions/status/watch-channels.ts';
import type { KeptRun } from '#functions/triggers/keep-history.ts';
import type { Channel } from '#shared/rules/execution/channels.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';

import { aClock } from '../support/worlds/a-clock.ts';
import { aTable } from '../support/worlds/a-table.ts';

const minute = 60_000;

const [home, shop] = [7, 8];

async function aPlace(given?: Table) {
  const table = given ?? (await aTable());
  const clock = aClock();
  const pulses = createPulseStore(table, clock.now);
  const changes: object[] = [];
  const counted: object[] = [];
  const deps = { pulses, now: clock.now, metrics: (values: object) => void counted.push(values) };
  let runs = 0;
  const aRun = (channel: Channel, outcome: Outcome, workspaceId = home, ms = 120): KeptRun => ({
    id: `run-${(runs += 1)}`,
    at: clock.now().toISOString(),
    channel,
    outcome,
    ms,
    stages: {},
    workspaceId,
  });
  return {
    clock,
    pulses,
    changes,
    counted,
    aRun,
    count: (...all: KeptRun[]) => countRuns(deps, all),
    look: () => watchChannels({ ...deps, log: (_, details = {}) => void changes.push(details) }),
    async channels() {
      const { channels } = await readStatus({ ...deps, hasWhatsapp: true, log: () => undefined });
      return Object.fromEntries(channels.map(({ channel, ...told }) => [channel, told]));
    },
    states: async function states() {
      const channels = await this.channels();
      return Object.fromEntries(Object.entries(channels).map(([channel, { state }]) => [channel, state]));
    },
  };
}

let place: Awaited<ReturnType<typeof aPlace>>;
beforeAll(async () => {
  place = await aPlace();
});

describe('a day at the channels', () => {
  test('a stage without executions is idle, at every channel, since the first check', async () => {
    await place.look();
    const { webhook } = await place.channels();
    expect(webhook).toEqual({
      state: 'idle',
      since: place.clock.now().toISOString(),
      lastWorked: null,
      latencyMs: null,
    });
    expect(await place.states()).toEqual({ webhook: 'idle', click: 'idle', voice: 'idle', whatsapp: 'idle' });
    expect(place.counted.at(-1)).toEqual({ ChannelsWatched: 1 });
  });

  test('runs that Alexa took make their channel up, and what their person has to fix says nothing', async () => {
    const { aRun } = place;
    await place.count(
      aRun('webhook', 'sent'),
      aRun('group', 'sent', shop, 480),
      aRun('voice', 'disabled'),
      aRun('voice', 'grantRevoked', shop),
      aRun('voice', 'echo'),
    );
    await place.look();
    expect(await place.states()).toEqual({ webhook: 'up', click: 'idle', voice: 'idle', whatsapp: 'up' });
    expect((await place.channels())['webhook']?.lastWorked).toBe('2026-11-20T12:00:00.000Z');
    expect(place.changes).toEqual([
      { channel: 'webhook', from: 'idle', to: 'up' },
      { channel: 'whatsapp', from: 'idle', to: 'up' },
    ]);
  });

  test('a channel that loses runs of several places is down from then on, and up again once they get through', async () => {
    const { aRun, clock } = place;
    clock.pass(20 * minute);
    await place.count(aRun('webhook', 'unavailable'), aRun('webhook', 'throttled', shop), aRun('webhook', 'unknown'));
    await place.look();
    const down = clock.now().toISOString();
    clock.pass(minute);
    await place.look();
    expect((await place.channels())['webhook']).toMatchObject({
      state: 'down',
      since: down,
      lastWorked: '2026-11-20T12:00:00.000Z',
    });
    clock.pass(20 * minute);
    await place.count(aRun('webhook', 'sent'));
    await place.look();
    expect((await place.channels())['webhook']).toMatchObject({ state: 'up', since: clock.now().toISOString() });
  });

  test('how fast it is says what half and what nearly all stayed within, once there are enough', async () => {
    const { aRun } = place;
    await place.count(...Array.from({ length: 18 }, () => aRun('click', 'sent', home, 140)));
    await place.look();
    expect((await place.channels())['click']?.latencyMs).toBeNull();
    await place.count(aRun('click', 'sent', shop, 900), aRun('click', 'sent', home, 900));
    await place.look();
    expect((await place.channels())['click']?.latencyMs).toEqual({ p50: 150, p95: 1000 });
  });

  test('gateways that do not answer are a channel that is down, though no run could reach it', async () => {
    await place.pulses.keepGateways({ total: 1, silent: 1 }, 900);
    await place.look();
    expect((await place.channels())['whatsapp']?.state).toBe('down');
    place.clock.pass(16 * minute);
    await place.look();
    expect((await place.channels())['whatsapp']?.state).toBe('idle');
  });

  test('the state is unknown once the checks stop', async () => {
    place.clock.pass(6 * minute);
    expect(new Set(Object.values(await place.states()))).toEqual(new Set(['unknown']));
  });
});

test('a batch costs one write for each channel and five minutes, however many runs it has', async () => {
  const { aRun, pulses, clock } = await aPlace();
  const writes: string[] = [];
  const add: typeof pulses.add = (pulse) => (writes.push(`${pulse.channel} ${pulse.at}`), pulses.add(pulse));
  const runs = Array.from({ length: 20 }, (_, index) => aRun(index % 2 ? 'webhook' : 'click', 'sent'));
  const old = { ...aRun('voice', 'sent'), at: '2026-11-20T10:59:00.000Z' };
  await countRuns({ pulses: { add }, now: clock.now }, [...runs, old]);
  expect(writes.toSorted()).toEqual(['click 2026-11-20T12:00:00.000Z', 'webhook 2026-11-20T12:00:00.000Z']);
  expect(await pulses.since(new Date(0))).toMatchObject([
    { channel: 'click', sent: 10, lost: 0, places: [] },
    { channel: 'webhook', sent: 10, lost: 0, places: [] },
  ]);
});

test('what was stored when channels were called doors is read as theirs', async () => {
  const table = await aTable();
  const { pulses, clock } = await aPlace(table);
  const at = clock.now().toISOString();
  const [pulse, state] = [{ at, sent: 3, lost: 0 }, { state: 'up', since: at, latencyMs: null } as const];
  for (const Item of [
    { ...pulseKey(at, 'voice'), type: 'pulse', door: 'voice', ...pulse },
    { ...statusKey, type: 'status', asOf: at, doors: { voice: state } },
  ]) {
    await table.doc.send(new PutCommand({ TableName: table.name, Item }));
  }
  expect(await pulses.since(new Date(0))).toMatchObject([{ channel: 'voice', ...pulse }]);
  expect(await pulses.status()).toMatchObject({ asOf: at, channels: { voice: state } });
});
