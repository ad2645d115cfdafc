import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  answerOf,
  candidateMsOf,
  isSilent,
  lastAnswer,
  timesWith,
  openMsOf,
  settleReceipts,
  typicalMs,
  type OpenRun,
  type Receipt,
} from './receipts.ts';

const aRun = (id: string, openedAt: number, rest: Partial<OpenRun> = {}): OpenRun => ({
  id,
  openedAt,
  until: openedAt + 60_000,
  state: 'reached',
  shared: false,
  ...rest,
});

const decided = (runs: readonly OpenRun[], ...times: number[]) =>
  settleReceipts(
    runs,
    times.map((at) => ({ id: `receipt at ${at}`, at })),
  ).map((decision) => {
    if (decision.as === 'ran') return `ran ${decision.run.id}`;
    return decision.as === 'shared' ? `shared ${decision.news.map(({ id }) => id).join(' ')}`.trim() : 'nobody';
  });

describe('settleReceipts', () => {
  test('assigns a receipt to the only open run', () => {
    expect(decided([aRun('a', 0)], 2400)).toEqual(['ran a']);
  });

  test('assigns a receipt to all open runs as shared', () => {
    expect(decided([aRun('a', 0), aRun('b', 1000)], 2400)).toEqual(['shared a b']);
  });

  test('assigns the next receipt as shared to runs that opened in between', () => {
    expect(decided([aRun('a', 0), aRun('b', 1000), aRun('c', 3000)], 2400, 3500)).toEqual(['shared a b', 'shared c']);
  });

  test('assigns a receipt to a later run alone only after two overlapping runs got two receipts', () => {
    const runs = [aRun('a', 0), aRun('b', 1000), aRun('c', 20_000)];
    expect(decided(runs, 2400, 3500, 22_000)).toEqual(['shared a b', 'shared', 'ran c']);
    expect(decided(runs, 2400, 22_000)).toEqual(['shared a b', 'shared c']);
  });

  test('counts a receipt for two runs although another worker already recorded the first one', () => {
    const told = [aRun('a', 0, { shared: true }), aRun('b', 1000, { shared: true })];
    const first = { id: 'first', at: 2400, among: ['a', 'b'] };
    const second = { id: 'second', at: 3500 };
    expect(settleReceipts(told, [first, second])).toMatchObject([{ as: 'shared', complete: ['first', 'second'] }]);
    expect(settleReceipts(told, [first])).toEqual([]);
  });

  test('does not count a receipt for the remaining runs if it may belong to a finished run', () => {
    const left = [aRun('b', 1000, { shared: true }), aRun('c', 20_000)];
    const [decision] = settleReceipts(left, [
      { id: 'first', at: 2400, among: ['a', 'b'] },
      { id: 'second', at: 22_000 },
    ]);
    expect(decision).toMatchObject({ as: 'shared', news: [{ id: 'c' }] });
    expect(decision).not.toHaveProperty('complete');
  });

  test('ignores a duplicate receipt', () => {
    expect(decided([aRun('a', 0)], 2400, 2900)).toEqual(['ran a', 'nobody']);
  });

  test('ignores a receipt from before a run or after its end', () => {
    expect(decided([aRun('a', 1000)], 999, 61_001)).toEqual(['nobody', 'nobody']);
  });

  test('assigns the next receipt to the next run after a run was answered', () => {
    expect(decided([aRun('a', 0), aRun('b', 5000)], 2400, 7000)).toEqual(['ran a', 'ran b']);
  });

  test('holds back a receipt and all later ones while the outcome of a possible run is unknown', () => {
    const runs = [aRun('a', 0), aRun('b', 5000, { state: 'underWay' })];
    expect(decided(runs, 2400, 6000, 6500)).toEqual(['ran a']);
    expect(decided([aRun('a', 0), aRun('b', 1000, { state: 'underWay' })], 2400)).toEqual([]);
  });

  test('shares a receipt with a run that was lost, and keeps it while the lost run is the only one', () => {
    expect(decided([aRun('a', 0), aRun('b', 1000, { state: 'lost' })], 2400)).toEqual(['shared a']);
    expect(decided([aRun('b', 1000, { state: 'lost' })], 2400)).toEqual([]);
  });
});

const played = fc.array(
  fc.record({
    openedAt: fc.nat(100),
    life: fc.nat(50),
    state: fc.constantFrom('reached', 'reached', 'reached', 'underWay', 'lost'),
    answersAfter: fc.option(fc.nat(50)),
  }),
  { maxLength: 8 },
);

test('gives each run only its own receipt and reports each receipt once, whatever is open', () => {
  fc.assert(
    fc.property(played, fc.array(fc.nat(150), { maxLength: 3 }), (given, workersAt) => {
      let runs = given.map(({ openedAt, life, state }, index) =>
        aRun(String(index), openedAt, { until: openedAt + life, state }),
      );
      let heard = given.flatMap(({ openedAt, life, answersAfter }, index): Receipt[] =>
        answersAfter === null || answersAfter > life ? [] : [{ id: String(index), at: openedAt + answersAfter }],
      );
      const told: string[] = [];
      const byAnother: string[] = [];
      for (const at of [...workersAt.toSorted((one, other) => one - other), 200]) {
        const here = heard.filter((receipt) => receipt.at <= at);
        for (const decision of settleReceipts(
          runs.filter(({ openedAt }) => openedAt <= at),
          here,
        )) {
          const { id } = decision.receipt;
          if (decision.as === 'ran' && decision.run.id !== id) byAnother.push(decision.run.id);
          if (decision.as === 'shared' && decision.stays) continue;
          told.push(id);
          if (decision.as !== 'shared') {
            heard = heard.filter((receipt) => receipt.id !== id);
            if (decision.as === 'ran') runs = runs.filter((run) => run !== decision.run);
            continue;
          }
          const among = decision.among.map((run) => run.id);
          heard = heard
            .map((receipt) => (receipt.id === id ? { ...receipt, among } : receipt))
            .filter((receipt) => !decision.complete?.includes(receipt.id));
          runs = runs
            .filter((run) => !decision.complete || !among.includes(run.id))
            .map((run) => (decision.news.some((one) => one.id === run.id) ? { ...run, shared: true } : run));
        }
        const waits = heard.some((receipt) => receipt.at <= at && !receipt.among);
        runs = runs.filter(({ until }) => waits || until >= at);
      }
      expect([byAnother, new Set(told).size]).toEqual([[], told.length]);
    }),
    { numRuns: 2000 },
  );
});

describe('openMsOf', () => {
  test('keeps a run open for ten minutes until five receipts are recorded', () => {
    expect([[], [2000], [1, 2, 3, 4]].map(openMsOf)).toEqual([600_000, 600_000, 600_000]);
  });

  test('keeps a run open for three times the typical time and at least a minute', () => {
    expect(openMsOf([2000, 2100, 2200, 2300, 90_000])).toBe(60_000);
    expect(openMsOf([30_000, 31_000, 32_000, 33_000, 34_000])).toBe(96_000);
  });
});

test('accepts a receipt for ten minutes, or longer if the run waits longer', () => {
  expect([60_000, 600_000, 900_000].map(candidateMsOf)).toEqual([600_000, 600_000, 900_000]);
});

test('restarts the recorded times with a receipt that came after the wait', () => {
  const times = [4000, 4000, 4000, 4000, 4000];
  expect(timesWith(times, 60_000)).toEqual([4000, 4000, 4000, 4000, 60_000]);
  expect(timesWith(times, 60_001)).toEqual([60_001]);
});

test('treats a routine as silent after two misses, or after one that follows twenty answers', () => {
  const silent = [0, 1, 2].map((misses) => [0, 19, 20].map((heard) => isSilent({ heard, silent: misses })));
  expect(silent).toEqual([
    [false, false, false],
    [false, false, true],
    [true, true, true],
  ]);
});

test('uses the median of the last five times as typical', () => {
  expect(typicalMs([])).toBeUndefined();
  expect(typicalMs([5, 1, 9])).toBe(5);
  expect(timesWith([1, 2, 3, 4, 5], 6)).toEqual([2, 3, 4, 5, 6]);
});

describe('answer of a run', () => {
  const at = '2026-11-20T12:00:00.000Z';
  const run = { id: 'a', at, outcome: 'sent', openMs: 60_000 } as const;

  test('returns no answer when confirmation was enabled after the run', () => {
    const since = (ms: number) => ({ run, receipt: { since: after(ms).toISOString(), silent: 0 } });
    expect([0, 1].map((ms) => lastAnswer(since(ms), after(5)))).toEqual([{ answer: 'awaited', outcome: 'sent' }, {}]);
  });
  const after = (ms: number): Date => new Date(Date.parse(at) + ms);

  test('returns no answer when the run does not wait for a receipt', () => {
    expect(answerOf({ at }, after(1000))).toBeUndefined();
  });

  test('returns awaited while the run is open and none afterwards', () => {
    expect([59_999, 60_000].map((ms) => answerOf(run, after(ms)))).toEqual(['awaited', 'none']);
  });

  test('returns the recorded answer after the wait', () => {
    expect(answerOf({ at, openMs: 60_000, ranMs: 2400 }, after(1e6))).toBe('ran');
    expect(answerOf({ at, openMs: 60_000, answer: 'shared' }, after(1e6))).toBe('shared');
  });
});
