import { describe, expect, test } from 'vitest';

import type { Run } from '#functions/data/items/trigger-item.ts';
import type { Day } from '#functions/data/triggers/day-store.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { aTriggerPage } from '#test/support/a-trigger-page.ts';
import { aLinkedWorkspace } from '#test/support/worlds/a-linked-workspace.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';

import { dailyExecutions } from './daily-executions.ts';
import { keepHistory } from './keep-history.ts';
import { listExecutions } from './list-executions.ts';

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: 'run-1',
  at: '2026-11-20T12:00:00.000Z',
  channel: 'webhook',
  outcome: 'sent',
  ms: 120,
  stages: { send: 100 },
  ...changes,
});

describe('stored runs', () => {
  const keeper = () => {
    const kept: unknown[] = [];
    const keep = (...given: unknown[]) => {
      kept.push(given);
      return Promise.resolve('kept' as const);
    };
    const nameless: string[] = [];
    const forgetWho = (_: number, __: string, id: string) => Promise.resolve(void nameless.push(id));
    const dropped: string[] = [];
    const dropOvertaken = (_: number, __: string, id: string) => Promise.resolve(void dropped.push(id));
    const seen: unknown[] = [];
    const people = { seen: (...given: unknown[]) => Promise.resolve(void seen.push(given)) };
    const exists = (id: number) => Promise.resolve(id === 7);
    return {
      kept,
      nameless,
      dropped,
      seen,
      deps: { executions: { keep }, runs: { forgetWho, dropOvertaken }, people, workspaces: { exists } },
    };
  };

  test('stores a new run with its trigger and workspace', async () => {
    const { kept, deps } = keeper();
    await keepHistory(deps, { before: aTrigger({ run: aRun({ id: 'run-0' }) }), after: aTrigger({ run: aRun() }) });
    expect(kept).toEqual([[{ workspaceId: 7, triggerId: 'good-night' }, aRun(), 'sent']]);
  });

  test('stores the first run with or without the previous image', async () => {
    const { kept, deps } = keeper();
    await keepHistory(deps, { before: aTrigger(), after: aTrigger({ run: aRun() }) });
    await keepHistory(deps, { after: aTrigger({ run: aRun() }) });
    expect(kept).toHaveLength(2);
  });

  test('stores a run that a newer one has overtaken, then drops it from the trigger', async () => {
    const { kept, dropped, nameless, deps } = keeper();
    const newest = aRun({ id: 'run-2', at: '2026-11-20T12:00:03.000Z' });
    const overtaken = aRun({ channel: 'group', who: 'Carla', outcome: 'unknown' });
    const change = { before: aTrigger({ run: newest }), after: aTrigger({ run: newest, overtaken }) };
    expect(await keepHistory(deps, change)).toMatchObject({ id: 'run-1', workspaceId: 7 });
    await keepHistory(deps, { before: change.after, after: change.before });
    expect(kept).toEqual([[{ workspaceId: 7, triggerId: 'good-night' }, overtaken, 'maybe']]);
    expect([dropped, nameless]).toEqual([['run-1'], []]);
  });

  test('ignores a rename and a trigger that never ran', async () => {
    const { kept, deps } = keeper();
    await keepHistory(deps, {
      before: aTrigger({ run: aRun() }),
      after: aTrigger({ run: aRun(), name: 'Sleep well' }),
    });
    await keepHistory(deps, { before: aTrigger(), after: aTrigger({ enabled: false }) });
    expect(kept).toEqual([]);
  });

  test('does not store a run of a user who was deleted in between', async () => {
    const { kept, deps } = keeper();
    await keepHistory(deps, { after: aTrigger({ workspaceId: 404, run: aRun() }) });
    expect(kept).toEqual([]);
  });

  test('keeps the name of a group member only in the history, which expires', async () => {
    const { kept, nameless, deps } = keeper();
    await keepHistory(deps, { after: aTrigger({ run: aRun({ channel: 'group', who: 'Carla' }) }) });
    await keepHistory(deps, { after: aTrigger({ run: aRun({ id: 'run-2', channel: 'click', who: 'Ana' }) }) });
    await keepHistory(deps, { after: aTrigger({ run: aRun({ id: 'run-3', channel: 'group' }) }) });
    expect(nameless).toEqual(['run-1']);
    expect(kept[0]).toMatchObject([{}, { who: 'Carla' }, 'sent']);
  });

  test('stores a group member for the conditions of the workspace', async () => {
    const { seen, deps } = keeper();
    const run = aRun({ channel: 'group', who: 'Carla', person: '0123456789ab' });
    await keepHistory(deps, { after: aTrigger({ run }) });
    expect(seen).toEqual([[7, { person: '0123456789ab', name: 'Carla', seenAt: run.at }]]);
  });

  test('counts each outcome as sent, failed or maybe, except echoes and refusals by a limit or a condition', async () => {
    const { kept, deps } = keeper();
    for (const outcome of outcomeNames) await keepHistory(deps, { after: aTrigger({ run: aRun({ outcome }) }) });
    const counted = kept.map((given) => (Array.isArray(given) ? given.at(2) : 'nothing'));
    expect(counted).toEqual(
      outcomeNames.map((outcome) => {
        const isNeither = [
          'echo',
          'tooMany',
          'workspaceTooMany',
          'coolingDown',
          'notNow',
          'notHere',
          'notYou',
        ].includes(outcome);
        if (isNeither) return undefined;
        return outcome === 'sent' ? 'sent' : outcome === 'unknown' ? 'maybe' : 'failed';
      }),
    );
  });
});

describe('pages of the history', () => {
  const place = { workspaceId: 7, triggerId: 'good-night' };
  const page = (next?: string) => {
    const asked: (string | undefined)[] = [];
    const { deps } = aTriggerPage(aLinkedWorkspace(), aTrigger());
    const narrowed: unknown[] = [];
    const list = (_: string, before?: string, only?: unknown) => {
      asked.push(before);
      narrowed.push(only);
      return Promise.resolve({ runs: [aRun()], ...(next !== undefined && { next }) });
    };
    return { asked, narrowed, deps: { ...deps, executions: { list } } };
  };
  const next = '2026-11-20T12:00:00.000Z#run-1';

  test('returns an opaque cursor for the next page', async () => {
    const { asked, deps } = page(next);
    const first = await listExecutions(deps, place, {});
    expect(first.items).toEqual([aRun()]);
    expect(first.cursor).toMatch(/^[\w-]+$/);
    await listExecutions(deps, place, { cursor: first.cursor });
    expect(asked).toEqual([undefined, next]);
  });

  test('filters by channel and outcome when requested', async () => {
    const { narrowed, deps } = page();
    await listExecutions(deps, place, {});
    await listExecutions(deps, place, { channel: 'voice' });
    await listExecutions(deps, place, { channel: 'group', outcome: 'notSent' });
    expect(narrowed).toEqual([{}, { channel: 'voice' }, { channel: 'group', end: 'notSent' }]);
  });

  test('omits the cursor on the last page', async () => {
    expect(await listExecutions(page().deps, place, {})).not.toHaveProperty('cursor');
  });

  test.each([
    '',
    'x',
    'W#8',
    Buffer.from('2026-11-20#x').toString('base64url'),
    Buffer.from(`${next}#`).toString('base64url'),
  ])('rejects the invalid cursor %j', async (cursor) => {
    const refused = listExecutions(page().deps, place, { cursor });
    await expect(refused).rejects.toEqual(
      expect.objectContaining({ code: 'request.invalid', fields: { cursor: 'request.invalid' } }),
    );
  });

  test('throws trigger.notFound for an unknown trigger', async () => {
    const refused = listExecutions(page().deps, { workspaceId: 7, triggerId: 'other' }, {});
    await expect(refused).rejects.toEqual(expect.objectContaining({ code: 'trigger.notFound' }));
  });
});

const aDay = (counts: Partial<Day>): Day => ({
  day: '2026-11-20',
  sent: 0,
  maybe: 0,
  failed: 0,
  asked: 0,
  ran: 0,
  shared: 0,
  unanswered: 0,
  ...counts,
});

test('reports awaited answers only while they may still arrive', async () => {
  const counted = aDay({ sent: 9, maybe: 1, asked: 7, ran: 2, shared: 2, unanswered: 1 });
  const days = { between: () => Promise.resolve([counted]) };
  const at = async (now: string) =>
    (await dailyExecutions({ days, now: () => new Date(now) }, 7)).find(({ day }) => day === counted.day);
  const always = { day: '2026-11-20', sent: 9, failed: 0, ran: 2, maybe: 1, shared: 2, unanswered: 1 };
  expect(await at('2026-11-20T12:00:00.000Z')).toEqual({ ...always, awaited: 2 });
  expect(await at('2026-11-21T00:59:59.000Z')).toEqual({ ...always, awaited: 2 });
  expect(await at('2026-11-21T01:00:00.000Z')).toEqual(always);
});

test('lists the last 14 days oldest first, with zeros for days without runs', async () => {
  const asked: unknown[] = [];
  const between = (...given: unknown[]) => {
    asked.push(given);
    return Promise.resolve([aDay({ sent: 3, failed: 1, asked: 2, ran: 2 })]);
  };
  const now = () => new Date('2026-11-20T23:59:59.999Z');
  const daily = await dailyExecutions({ days: { between }, now }, 7);
  expect(asked).toEqual([[7, '2026-11-07', '2026-11-20']]);
  expect(daily).toHaveLength(14);
  expect(daily[0]).toEqual({ day: '2026-11-07', sent: 0, failed: 0, ran: 0 });
  expect(daily.at(-1)).toEqual({ day: '2026-11-20', sent: 3, failed: 1, ran: 2 });
});
