import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { createAnswerCountStore } from '#functions/data/answer-count-store.ts';
import { pulseKey, statusKey } from '#functions/data/keys.ts';
import { createPulseStore } from '#functions/data/pulse-store.ts';
import { createStatusDayStore } from '#functions/data/status-day-store.ts';
import type { Table } from '#functions/data/table.ts';
import { countRuns } from '#functions/status/count-runs.ts';
import { readStatusDays } from '#functions/status/read-status-days.ts';
import { readStatus } from '#functions/status/read-status.ts';
import { watchChannels } from '#functions/status/watch-channels.ts';
import type { KeptRun } from '#functions/triggers/keep-history.ts';
import { statusContract } from '#shared/contracts/status.ts';
import type { Channel } from '#shared/rules/channels.ts';
import { latencySteps } from '#shared/rules/execution/latency.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';

import { aClock } from '../support/worlds/a-clock.ts';
import { aTable } from '../support/worlds/a-table.ts';

const minute = 60_000;

const [home, shop] = [7, 8];

async function aPlace(given?: Table) {
  const table = given ?? (await aTable());
  // DynamoDB Local removes expired items by the machine's clock.
  const clock = aClock('2096-11-20T12:00:00.000Z');
  const pulses = createPulseStore(table, clock.now);
  const changes: object[] = [];
  const counted: object[] = [];
  const days = createStatusDayStore(table);
  const answers = createAnswerCountStore(table, clock.now);
  const deps = { pulses, answers, days, now: clock.now, metrics: (values: object) => void counted.push(values) };
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
    answers,
    days,
    changes,
    counted,
    aRun,
    count: (...all: KeptRun[]) => countRuns(deps, all),
    look: () => watchChannels({ ...deps, log: (_, details = {}) => void changes.push(details) }),
    history: () => readStatusDays({ days, hasWhatsapp: true, now: clock.now }),
    homesSilentSince: async () =>
      (await readStatus({ ...deps, hasWhatsapp: true, log: () => undefined })).homesSilentSince,
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

describe('a day of the channels', () => {
  test('reports every channel as idle since the first check when nothing ran', async () => {
    await place.look();
    const { webhook } = await place.channels();
    expect(webhook).toEqual({
      state: 'idle',
      since: place.clock.now().toISOString(),
      lastWorked: null,
      latencyMs: null,
    });
    expect(await place.states()).toEqual({
      webhook: 'idle',
      click: 'idle',
      voice: 'idle',
      whatsapp: 'idle',
      schedule: 'idle',
    });
    expect(place.counted.at(-1)).toEqual({ ChannelsWatched: 1 });
  });

  test('reports a channel as up when Alexa accepts its runs, and ignores failures that the user has to fix', async () => {
    const { aRun } = place;
    await place.count(
      aRun('webhook', 'sent'),
      aRun('group', 'sent', shop, 480),
      aRun('voice', 'disabled'),
      aRun('voice', 'grantRevoked', shop),
      aRun('voice', 'echo'),
    );
    await place.look();
    expect(await place.states()).toEqual({
      webhook: 'up',
      click: 'idle',
      voice: 'idle',
      whatsapp: 'up',
      schedule: 'idle',
    });
    expect((await place.channels())['webhook']?.lastWorked).toBe('2096-11-20T12:00:00.000Z');
    expect(place.changes).toEqual([
      { channel: 'webhook', from: 'idle', to: 'up' },
      { channel: 'whatsapp', from: 'idle', to: 'up' },
    ]);
  });

  test('reports a channel as down when runs of several workspaces fail, and as up once they succeed again', async () => {
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
      lastWorked: '2096-11-20T12:00:00.000Z',
    });
    clock.pass(20 * minute);
    await place.count(aRun('webhook', 'sent'));
    await place.look();
    expect((await place.channels())['webhook']).toMatchObject({ state: 'up', since: clock.now().toISOString() });
  });

  test('reports the latency of half and of nearly all runs once there are enough', async () => {
    const { aRun } = place;
    await place.count(...Array.from({ length: 18 }, () => aRun('click', 'sent', home, 140)));
    await place.look();
    expect((await place.channels())['click']?.latencyMs).toBeNull();
    await place.count(aRun('click', 'sent', shop, 900), aRun('click', 'sent', home, 900));
    await place.look();
    expect((await place.channels())['click']?.latencyMs).toEqual({ p50: 150, p95: 1000 });
  });

  test('reports a channel as down when its gateways do not answer, even without runs', async () => {
    await place.pulses.keepGateways({ total: 1, silent: 1 }, 900);
    await place.look();
    expect((await place.channels())['whatsapp']?.state).toBe('down');
    place.clock.pass(16 * minute);
    await place.look();
    expect((await place.channels())['whatsapp']?.state).toBe('idle');
  });

  test('reports the state as unknown once the checks stop', async () => {
    place.clock.pass(6 * minute);
    expect(new Set(Object.values(await place.states()))).toEqual(new Set(['unknown']));
  });
});

describe('the history of the channels', () => {
  test('reports what was observed, and omits days with few runs or without checks', async () => {
    const { aRun, count, look, clock, history } = await aPlace();
    const noon = clock.now().getTime();
    await look();
    await count(aRun('click', 'sent'), ...Array.from({ length: 27 }, () => aRun('webhook', 'sent', home, 140)));
    await count(...[home, shop, shop].map((of) => aRun('webhook', 'unavailable', of)));
    for (let minutes = 0; minutes < 6; minutes += 1) {
      clock.pass(minute);
      await look();
    }
    const { today, channels, homes } = await history();
    expect([today, homes]).toEqual(['2096-11-20', null]);
    expect(statusContract.statusDays.reply.parse({ today, channels, homes })).toEqual({ today, channels, homes });
    const [webhook, click, voice] = channels;
    const fast = { p50: 150, p95: 150 };
    const day = { day: '2096-11-20', watchedMinutes: 6 };
    expect(webhook).toEqual({
      channel: 'webhook',
      reached: 0.9,
      latencyMs: fast,
      days: [{ ...day, state: 'degraded', troubleMinutes: 5, reached: 0.9, latencyMs: fast }],
    });
    const few = { ...day, troubleMinutes: 0, reached: null, latencyMs: null };
    expect(click?.days).toEqual([{ ...few, state: 'up' }]);
    expect(voice).toEqual({ channel: 'voice', reached: null, latencyMs: null, days: [{ ...few, state: 'idle' }] });

    clock.pass(3 * 24 * 60 * minute);
    await count(...Array.from({ length: 30 }, () => aRun('webhook', 'sent', home, 900)));
    await look();
    const later = (await history()).channels[0];
    expect(later?.days.map(({ day: of, state }) => [of, state])).toEqual([
      ['2096-11-20', 'degraded'],
      ['2096-11-23', 'up'],
    ]);
    expect(later).toMatchObject({ reached: 0.95, latencyMs: { p50: 1000, p95: 1000 } });

    clock.pass(noon + 90 * 24 * 60 * minute - clock.now().getTime());
    expect((await history()).channels[0]?.days.map(({ day: of }) => of)).toEqual(['2096-11-23']);
  });

  test('counts a run on the day it ran even when it is counted after midnight', async () => {
    const { aRun, count, look, clock, history } = await aPlace();
    clock.pass(11 * 60 * minute + 58 * minute);
    await look();
    const late = aRun('webhook', 'sent');
    clock.pass(20 * minute);
    await count(late);
    await look();
    const days = (await history()).channels[0]?.days;
    expect(days).toMatchObject([
      { day: '2096-11-20', state: 'up', watchedMinutes: 1 },
      { day: '2096-11-21', state: 'idle', watchedMinutes: 1 },
    ]);
  });

  test('stores a full day in less than two kilobytes, and reads the days in one query', async () => {
    const { days, clock } = await aPlace();
    const times = latencySteps.map(() => 99_999);
    const counts = { sent: 999_999, lost: 99_999, times };
    const channels = { webhook: counts, click: counts, voice: counts, whatsapp: counts };
    const trouble = { degraded: 1440, down: 1440 };
    const full = { webhook: trouble, click: trouble, voice: trouble, whatsapp: trouble };
    const day = clock.now().toISOString().slice(0, 10);
    await days.keep(day, { channels, homeTimes: times }, { day, watched: 1440, trouble: full });
    const [kept] = await days.since(day);
    expect(JSON.stringify(kept).length).toBeLessThan(2000);
    await days.keep(day, { channels });
    expect(await days.since(day)).toMatchObject([{ watched: 1440, trouble: full }]);
  });
});

describe('homes that confirm', () => {
  const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

  test('reports working channels as degraded while most confirming homes are silent', async () => {
    const there = await aPlace();
    const { aRun, count, answers, look, clock, homesSilentSince, counted, changes } = there;
    await count(aRun('webhook', 'sent'), aRun('voice', 'sent', shop));
    await Promise.all(numbers(6).map((of) => answers.add({ home: of, as: 'answered', ms: 2000 })));
    await look();
    expect(await there.states()).toMatchObject({ webhook: 'up', voice: 'up', click: 'idle' });
    expect(counted.at(-1)).toEqual({ ChannelsWatched: 1, HomesSilent: 0 });

    clock.pass(6 * minute);
    await Promise.all(numbers(5).map((of) => answers.add({ home: of, as: 'silent' })));
    await look();
    const since = clock.now().toISOString();
    expect(await there.states()).toMatchObject({ webhook: 'degraded', voice: 'degraded', click: 'idle' });
    expect(counted.at(-1)).toEqual({ ChannelsWatched: 1, HomesSilent: 1 });
    expect(changes.at(-1)).toEqual({ answering: 1, silent: 5 });
    clock.pass(minute);
    await look();
    expect(await homesSilentSince()).toBe(since);

    clock.pass(minute);
    await count(aRun('webhook', 'sent'));
    await Promise.all(numbers(4).map((of) => answers.add({ home: of, as: 'answered', ms: 2000 })));
    await look();
    expect((await there.states())['webhook']).toBe('up');
    expect(await homesSilentSince()).toBeNull();
  });

  test('reports the latency of homes from twenty homes on, as totals that name no home', async () => {
    const { answers, look, clock, history } = await aPlace();
    await Promise.all(numbers(19).map((of) => answers.add({ home: of, as: 'answered', ms: 1_900 })));
    await Promise.all(numbers(9).map(() => answers.add({ home: 3, as: 'answered', ms: 1_900 })));
    await answers.add({ home: 40, as: 'answered' });
    await look();
    expect((await history()).homes).toBeNull();
    await answers.add({ home: 41, as: 'answered', ms: 7_000 });
    clock.pass(5 * minute);
    await look();
    expect((await history()).homes).toEqual({ latencyMs: { p50: 2000, p95: 2000 }, days: 1 });
  });
});

test('writes once per channel and five minutes, however many runs a batch has', async () => {
  const { aRun, pulses, clock } = await aPlace();
  const writes: string[] = [];
  const add: typeof pulses.add = (pulse) => (writes.push(`${pulse.channel} ${pulse.at}`), pulses.add(pulse));
  const runs = Array.from({ length: 20 }, (_, index) => aRun(index % 2 ? 'webhook' : 'click', 'sent'));
  const old = { ...aRun('voice', 'sent'), at: '2096-11-20T10:59:00.000Z' };
  await countRuns({ pulses: { add }, now: clock.now }, [...runs, old]);
  expect(writes.toSorted()).toEqual(['click 2096-11-20T12:00:00.000Z', 'webhook 2096-11-20T12:00:00.000Z']);
  expect(await pulses.since(new Date(0))).toMatchObject([
    { channel: 'click', sent: 10, lost: 0, places: [] },
    { channel: 'webhook', sent: 10, lost: 0, places: [] },
  ]);
});

test('reads items that were stored when channels were called doors', async () => {
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
