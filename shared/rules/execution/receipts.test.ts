import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  answerOf,
  candidateMsOf,
  isSilent,
  lastAnswer,
  learnt,
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

describe('a receipt', () => {
  test('answers the one run that is open', () => {
    expect(decided([aRun('a', 0)], 2400)).toEqual(['ran a']);
  });

  test('of several open runs answers each of them as one of several', () => {
    expect(decided([aRun('a', 0), aRun('b', 1000)], 2400)).toEqual(['shared a b']);
  });

  test('after one of several answers those that opened since as one of several, too', () => {
    expect(decided([aRun('a', 0), aRun('b', 1000), aRun('c', 3000)], 2400, 3500)).toEqual(['shared a b', 'shared c']);
  });

  test('of a run that comes alone is its own again once two that were open together have two receipts', () => {
    const runs = [aRun('a', 0), aRun('b', 1000), aRun('c', 20_000)];
    expect(decided(runs, 2400, 3500, 22_000)).toEqual(['shared a b', 'shared', 'ran c']);
    expect(decided(runs, 2400, 22_000)).toEqual(['shared a b', 'shared c']);
  });

  test('that two runs wait for is still counted when another worker has told them of the first', () => {
    const told = [aRun('a', 0, { shared: true }), aRun('b', 1000, { shared: true })];
    const first = { id: 'first', at: 2400, among: ['a', 'b'] };
    const second = { id: 'second', at: 3500 };
    expect(settleReceipts(told, [first, second])).toMatchObject([{ as: 'shared', complete: ['first', 'second'] }]);
    expect(settleReceipts(told, [first])).toEqual([]);
  });

  test('that may have been of a run that is over is not counted for those that are left', () => {
    const left = [aRun('b', 1000, { shared: true }), aRun('c', 20_000)];
    const [decision] = settleReceipts(left, [
      { id: 'first', at: 2400, among: ['a', 'b'] },
      { id: 'second', at: 22_000 },
    ]);
    expect(decision).toMatchObject({ as: 'shared', news: [{ id: 'c' }] });
    expect(decision).not.toHaveProperty('complete');
  });

  test('that comes once more answers nobody', () => {
    expect(decided([aRun('a', 0)], 2400, 2900)).toEqual(['ran a', 'nobody']);
  });

  test('from before a run, or after its end, answers nobody', () => {
    expect(decided([aRun('a', 1000)], 999, 61_001)).toEqual(['nobody', 'nobody']);
  });

  test('leaves a run that was answered free for the next one', () => {
    expect(decided([aRun('a', 0), aRun('b', 5000)], 2400, 7000)).toEqual(['ran a', 'ran b']);
  });

  test('waits, with all later ones, while the outcome of a run that it may be of is still to come', () => {
    const runs = [aRun('a', 0), aRun('b', 5000, { state: 'underWay' })];
    expect(decided(runs, 2400, 6000, 6500)).toEqual(['ran a']);
    expect(decided([aRun('a', 0), aRun('b', 1000, { state: 'underWay' })], 2400)).toEqual([]);
  });

  test('makes another run one of several where a lost run may have been answered, and stays for one alone', () => {
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

test('whatever is open at once, a run that ran did so by its own receipt, and each receipt is told of once', () => {
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

describe('a run stays open', () => {
  test('ten minutes until five receipts are learnt', () => {
    expect([[], [2000], [1, 2, 3, 4]].map(openMsOf)).toEqual([600_000, 600_000, 600_000]);
  });

  test('then three times as long as is typical, and at least a minute', () => {
    expect(openMsOf([2000, 2100, 2200, 2300, 90_000])).toBe(60_000);
    expect(openMsOf([30_000, 31_000, 32_000, 33_000, 34_000])).toBe(96_000);
  });
});

test('a receipt may be of a run for ten minutes, or as long as it is waited for', () => {
  expect([60_000, 600_000, 900_000].map(candidateMsOf)).toEqual([600_000, 600_000, 900_000]);
});

test('a receipt that came later than it was waited for begins the learning anew', () => {
  const times = [4000, 4000, 4000, 4000, 4000];
  expect(learnt(times, 60_000)).toEqual([4000, 4000, 4000, 4000, 60_000]);
  expect(learnt(times, 60_001)).toEqual([60_001]);
});

test('a routine is silent after two misses, and after one that follows twenty answers in a row', () => {
  const silent = [0, 1, 2].map((misses) => [0, 19, 20].map((heard) => isSilent({ heard, silent: misses })));
  expect(silent).toEqual([
    [false, false, false],
    [false, false, true],
    [true, true, true],
  ]);
});

test('the typical time is the median of the last five', () => {
  expect(typicalMs([])).toBeUndefined();
  expect(typicalMs([5, 1, 9])).toBe(5);
  expect(learnt([1, 2, 3, 4, 5], 6)).toEqual([2, 3, 4, 5, 6]);
});

describe('a run reads', () => {
  const at = '2026-11-20T12:00:00.000Z';
  const run = { id: 'a', at, outcome: 'sent', openMs: 60_000 } as const;

  test('nothing where its confirmation was switched on after it', () => {
    const since = (ms: number) => ({ run, receipt: { since: after(ms).toISOString(), silent: 0 } });
    expect([0, 1].map((ms) => lastAnswer(since(ms), after(5)))).toEqual([{ answer: 'awaited', outcome: 'sent' }, {}]);
  });
  const after = (ms: number): Date => new Date(Date.parse(at) + ms);

  test('nothing where no receipt is waited for', () => {
    expect(answerOf({ at }, after(1000))).toBeUndefined();
  });

  test('awaited while it is open, and then none', () => {
    expect([59_999, 60_000].map((ms) => answerOf(run, after(ms)))).toEqual(['awaited', 'none']);
  });

  test('what answered it for good', () => {
    expect(answerOf({ at, openMs: 60_000, ranMs: 2400 }, after(1e6))).toBe('ran');
    expect(answerOf({ at, openMs: 60_000, answer: 'shared' }, after(1e6))).toBe('shared');
  });
});
