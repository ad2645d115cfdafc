import { randomUUID } from 'node:crypto';

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import type { Run } from '#functions/data/items/trigger-item.ts';
import { runKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createDayStore } from '#functions/data/triggers/day-store.ts';
import { createExecutionStore, type ExecutionStore, type Narrowing } from '#functions/data/triggers/execution-store.ts';
import { storedWho } from '#shared/rules/stored-who.ts';

import { aTable } from '../support/worlds/a-table.ts';

const day = 86_400_000;
const today = Date.now();
let table: Table;
let executions: ExecutionStore;
let workspaceId = 0;

beforeAll(async () => {
  table = await aTable();
  executions = createExecutionStore(table, () => new Date(today));
});

const aPlace = () => ({ workspaceId: (workspaceId += 1), triggerId: randomUUID() });
const aRun = (ago: number, changes: Partial<Run> = {}): Run => ({
  id: randomUUID(),
  at: new Date(today - ago).toISOString(),
  channel: 'webhook',
  outcome: 'sent',
  ms: 120,
  stages: { read: 5, send: 110 },
  ...changes,
});
const dayOf = (ago: number): string => new Date(today - ago).toISOString().slice(0, 10);

test('stores and counts a run once, however often the stream delivers it', async () => {
  const place = aPlace();
  const run = aRun(1_000, { who: 'Ana' });
  expect(await executions.keep(place, run, 'sent')).toBe('kept');
  expect(await executions.keep(place, run, 'sent')).toBe('keptBefore');
  expect(await executions.list(place.triggerId)).toEqual({ runs: [run] });
  const counted = await createDayStore(table).between(place.workspaceId, dayOf(1_000), dayOf(1_000));
  expect(counted).toMatchObject([{ day: dayOf(1_000), sent: 1, failed: 0, asked: 0, ran: 0 }]);
});

test('adds up successes and failures of a day, and only stores other runs', async () => {
  const place = aPlace();
  await Promise.all([
    executions.keep(place, aRun(3 * day), 'sent'),
    executions.keep(place, aRun(3 * day), 'sent'),
    executions.keep(place, aRun(3 * day, { outcome: 'disabled' }), 'failed'),
    executions.keep(place, aRun(3 * day, { outcome: 'echo' }), undefined),
  ]);
  expect(await createDayStore(table).between(place.workspaceId, dayOf(13 * day), dayOf(0))).toMatchObject([
    { day: dayOf(3 * day), sent: 2, failed: 1, asked: 0, ran: 0 },
  ]);
  expect((await executions.list(place.triggerId)).runs).toHaveLength(4);
});

test('returns only the requested days', async () => {
  const place = aPlace();
  for (const ago of [14, 13, 0]) await executions.keep(place, aRun(ago * day), 'sent');
  const days = await createDayStore(table).between(place.workspaceId, dayOf(13 * day), dayOf(0));
  expect(days.map((one) => one.day)).toEqual([dayOf(13 * day), dayOf(0)]);
});

describe('the history', () => {
  test('lists runs newest first, in pages of 25', async () => {
    const place = aPlace();
    const runs = Array.from({ length: 60 }, (_, index) => aRun(index * 60_000));
    await Promise.all(runs.map((run) => executions.keep(place, run, undefined)));
    const first = await executions.list(place.triggerId);
    const second = await executions.list(place.triggerId, first.next);
    const third = await executions.list(place.triggerId, second.next);
    expect([first, second, third].map((page) => page.runs.length)).toEqual([25, 25, 10]);
    expect([...first.runs, ...second.runs, ...third.runs]).toEqual(runs);
    expect(third.next).toBeUndefined();
  });

  test('lists only runs of the requested trigger', async () => {
    const [one, other] = [aPlace(), aPlace()];
    await executions.keep(one, aRun(0), 'sent');
    expect(await executions.list(other.triggerId)).toEqual({ runs: [] });
  });

  test('does not store runs that are older than 90 days', async () => {
    const place = aPlace();
    expect(await executions.keep(place, aRun(90 * day + 1_000), 'sent')).toBe('tooOld');
    expect(await executions.keep(place, aRun(89 * day), 'sent')).toBe('kept');
    expect((await executions.list(place.triggerId)).runs).toHaveLength(1);
  });

  test('includes runs that were stored when the channel was called a door', async () => {
    const place = aPlace();
    const { channel, stages, ...old } = aRun(1_000, { channel: 'voice' });
    const Item = {
      ...runKey(place.triggerId, old.at, old.id),
      type: 'run',
      ...place,
      ...old,
      door: channel,
      stages: { ...stages, door: 12 },
      expiresAt: 2 ** 40,
    };
    await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    const read = { ...old, channel, stages: { ...stages, arrival: 12 } };
    expect(await executions.list(place.triggerId, undefined, { channel: 'voice' })).toEqual({ runs: [read] });
    expect(await executions.list(place.triggerId, undefined, { channel: 'group' })).toEqual({ runs: [] });
  });

  test('returns no next page after exactly one page', async () => {
    const place = aPlace();
    const runs = Array.from({ length: 25 }, (_, index) => aRun(index * 60_000));
    await Promise.all(runs.map((run) => executions.keep(place, run, undefined)));
    expect(await executions.list(place.triggerId)).toEqual({ runs });
  });
});

describe('the history of one channel or result', () => {
  /** Every fourth run is by voice, and every third one was not sent. */
  const mixed = async (length: number) => {
    const place = aPlace();
    const runs = Array.from({ length }, (_, index) =>
      aRun(index * 60_000, {
        channel: index % 4 === 0 ? 'voice' : 'webhook',
        outcome: index % 3 === 0 ? 'throttled' : 'sent',
      }),
    );
    await Promise.all(runs.map((run) => executions.keep(place, run, undefined)));
    return { place, runs };
  };

  async function pagesOf(triggerId: string, only: Narrowing): Promise<Run[][]> {
    const pages: Run[][] = [];
    let next: string | undefined;
    do {
      const page = await executions.list(triggerId, next, only);
      pages.push(page.runs);
      next = page.next;
    } while (next !== undefined);
    return pages;
  }

  test('fills its pages, however many runs lie between the matches', async () => {
    const { place, runs } = await mixed(240);
    const byVoice = await pagesOf(place.triggerId, { channel: 'voice' });
    expect(byVoice.map((page) => page.length)).toEqual([25, 25, 10]);
    expect(byVoice.flat()).toEqual(runs.filter(({ channel }) => channel === 'voice'));
  });

  test('filters by sent, by not sent, and by both together with a channel', async () => {
    const { place, runs } = await mixed(60);
    const reported = async (only: Narrowing) => (await pagesOf(place.triggerId, only)).flat();
    expect(await reported({ end: 'sent' })).toEqual(runs.filter(({ outcome }) => outcome === 'sent'));
    expect(await reported({ end: 'notSent' })).toEqual(runs.filter(({ outcome }) => outcome !== 'sent'));
    expect(await reported({ channel: 'voice', end: 'notSent' })).toEqual(
      runs.filter(({ channel, outcome }) => channel === 'voice' && outcome !== 'sent'),
    );
    expect(await reported({ channel: 'group' })).toEqual([]);
  });

  test('filters runs that were stored when the channel was called a door', async () => {
    const place = aPlace();
    const { channel, stages, ...old } = aRun(1_000, { channel: 'voice' });
    const Item = {
      ...runKey(place.triggerId, old.at, old.id),
      type: 'run',
      ...place,
      ...old,
      door: channel,
      stages: { ...stages, door: 12 },
      expiresAt: 2 ** 40,
    };
    await table.doc.send(new PutCommand({ TableName: table.name, Item }));
    const read = { ...old, channel, stages: { ...stages, arrival: 12 } };
    expect(await executions.list(place.triggerId, undefined, { channel: 'voice' })).toEqual({ runs: [read] });
    expect(await executions.list(place.triggerId, undefined, { channel: 'group' })).toEqual({ runs: [] });
  });

  test('returns no next page after exactly one page of matches', async () => {
    const { place, runs } = await mixed(100);
    expect(await executions.list(place.triggerId, undefined, { channel: 'voice' })).toEqual({
      runs: runs.filter(({ channel }) => channel === 'voice'),
    });
  });

  test('reads a long history in parts, and continues at the cursor', async () => {
    const place = aPlace();
    const many = Array.from({ length: 1_650 }, (_, index) => aRun(index * 1_000));
    const last = aRun(2_000_000, { channel: 'voice' });
    await Promise.all([...many, last].map((run) => executions.keep(place, run, undefined)));
    const first = await executions.list(place.triggerId, undefined, { channel: 'voice' });
    expect(first.runs).toEqual([]);
    expect(first.next).toBe(`${many[1_599]?.at}#${many[1_599]?.id}`);
    expect(await executions.list(place.triggerId, first.next, { channel: 'voice' })).toEqual({ runs: [last] });
  });
});

describe('the history of several triggers', () => {
  /** Run number `n` belongs to trigger `n % length`, newest first. */
  const spread = async (
    length: number,
    triggerIds: readonly string[],
    changes: (n: number) => Partial<Run> = () => ({}),
  ) => {
    const runs = Array.from({ length }, (_, n) => {
      const triggerId = triggerIds[n % triggerIds.length] ?? '';
      return { ...aRun(n * 60_000, changes(n)), triggerId };
    });
    await Promise.all(runs.map(({ triggerId, ...run }) => executions.keep({ workspaceId, triggerId }, run, undefined)));
    return runs;
  };
  const threeTriggers = () => [randomUUID(), randomUUID(), randomUUID()];

  async function pagesOf(triggerIds: readonly string[], only: Narrowing = {}) {
    const pages: Awaited<ReturnType<ExecutionStore['listTogether']>>['runs'][] = [];
    let next: string | undefined;
    do {
      const page = await executions.listTogether(triggerIds, next, only);
      pages.push(page.runs);
      next = page.next;
    } while (next !== undefined);
    return pages;
  }

  test('lists the runs of all triggers newest first, in pages of 25 without gaps or repetitions', async () => {
    const triggerIds = threeTriggers();
    const runs = await spread(60, triggerIds);
    const pages = await pagesOf(triggerIds);
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 10]);
    expect(pages.flat()).toEqual(runs);
  });

  test('lists only the requested triggers', async () => {
    const [one = '', other = '', third = ''] = threeTriggers();
    const runs = await spread(9, [one, other, third]);
    expect((await pagesOf([one, third])).flat()).toEqual(runs.filter(({ triggerId }) => triggerId !== other));
    expect(await executions.listTogether([])).toEqual({ runs: [] });
  });

  test('filters by channel, result, name and day', async () => {
    const triggerIds = threeTriggers();
    const at = (n: number) => `2026-11-${n < 6 ? 20 : 19}T12:00:0${9 - (n % 6)}.000Z`;
    const store = createExecutionStore(table, () => new Date('2026-11-21T00:00:00.000Z'));
    const all = Array.from({ length: 12 }, (_, n) => ({
      ...aRun(0, { at: at(n), who: n % 2 ? 'Ana' : 'Bruno', outcome: n % 4 ? 'sent' : 'throttled' }),
      channel: n % 3 ? ('click' as const) : ('group' as const),
      triggerId: triggerIds[n % 3] ?? '',
    }));
    await Promise.all(all.map(({ triggerId, ...run }) => store.keep({ workspaceId, triggerId }, run, undefined)));
    const listed = async (only: Narrowing) => (await store.listTogether(triggerIds, undefined, only)).runs;
    expect(await listed({ who: 'Ana' })).toEqual(all.filter(({ who }) => who === 'Ana'));
    expect(await listed({ channel: 'group' })).toEqual(all.filter(({ channel }) => channel === 'group'));
    expect(await listed({ end: 'notSent' })).toEqual(all.filter(({ outcome }) => outcome === 'throttled'));
    expect(await listed({ day: '2026-11-19' })).toEqual(all.slice(6));
    expect(await listed({ day: '2026-11-20', who: 'Bruno', channel: 'click' })).toEqual(
      all.slice(0, 6).filter(({ who, channel }) => who === 'Bruno' && channel === 'click'),
    );
    expect(await listed({ day: '2026-11-18' })).toEqual([]);
  });

  test('finds the runs of a person whose name is stored only in part', async () => {
    const triggerIds = threeTriggers();
    const who = 'Александра Константиновна';
    const place = { workspaceId, triggerId: triggerIds[0] ?? '' };
    await executions.keep(place, aRun(0, { who: storedWho(who) }), undefined);
    expect((await executions.listTogether(triggerIds, undefined, { who })).runs).toHaveLength(1);
  });

  test('tells members with the same name apart', async () => {
    const triggerIds = threeTriggers();
    const place = { workspaceId, triggerId: triggerIds[0] ?? '' };
    const [one, other] = ['0123456789ab', 'ba9876543210'];
    await executions.keep(place, aRun(0, { who: 'Ana', person: one }), undefined);
    await executions.keep(place, aRun(1_000, { who: 'Ana', person: other }), undefined);
    const { runs } = await executions.listTogether(triggerIds, undefined, { person: one });
    expect(runs.map(({ person }) => person)).toEqual([one]);
  });

  test('continues within a day', async () => {
    const triggerIds = threeTriggers();
    const noon = Date.parse(`${dayOf(day)}T12:00:00.000Z`);
    const runs = await spread(40, triggerIds, (n) => ({ at: new Date(noon - n * 1_000).toISOString() }));
    await spread(3, triggerIds);
    expect((await pagesOf(triggerIds, { day: dayOf(day) })).flat()).toEqual(runs);
  });

  test('finds a rare match behind many runs of another trigger', async () => {
    const [busy = '', quiet = ''] = threeTriggers();
    await spread(450, [busy]);
    const [rare] = await spread(1, [quiet], () => ({ at: new Date(today - day).toISOString(), channel: 'voice' }));
    const many = [busy, quiet, ...Array.from({ length: 8 }, () => randomUUID())];
    const pages = await pagesOf(many, { channel: 'voice' });
    expect(pages.flat()).toEqual([rare]);
    expect(pages.length).toBeGreaterThan(1);
  });
});
