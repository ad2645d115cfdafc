import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { answerOf, learnt, openMsOf, settleReceipts, typicalMs, type OpenRun } from './receipts.ts';

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
    return decision.as === 'shared' ? `shared ${decision.runs.map(({ id }) => id).join(' ')}`.trim() : 'nobody';
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

test('no receipt answers two runs alone, no run is answered twice, and each that is was open alone', () => {
  const states = ['reached', 'underWay', 'lost'] as const;
  const run = fc.record({ openedAt: fc.nat(100), life: fc.nat(50), state: fc.constantFrom(...states) });
  fc.assert(
    fc.property(fc.array(run, { maxLength: 6 }), fc.array(fc.nat(150), { maxLength: 8 }), (given, times) => {
      const runs = given.map(({ openedAt, life, state }, index) =>
        aRun(String(index), openedAt, { until: openedAt + life, state }),
      );
      const receipts = times.map((at, index) => ({ id: String(index), at }));
      const decisions = settleReceipts(runs, receipts);
      expect(new Set(decisions.map(({ receipt }) => receipt.id)).size).toBe(decisions.length);
      const ran = new Set<OpenRun>();
      for (const decision of decisions) {
        const open = runs.filter(
          (each) => each.openedAt <= decision.receipt.at && decision.receipt.at <= each.until && !ran.has(each),
        );
        expect(open.every(({ state }) => state !== 'underWay')).toBe(true);
        expect(decision.as === 'ran').toBe(decision.as === 'ran' && open.length === 1 && open[0] === decision.run);
        if (decision.as === 'ran') ran.add(decision.run);
      }
    }),
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

test('the typical time is the median of the last five', () => {
  expect(typicalMs([])).toBeUndefined();
  expect(typicalMs([5, 1, 9])).toBe(5);
  expect(learnt([1, 2, 3, 4, 5], 6)).toEqual([2, 3, 4, 5, 6]);
});

describe('a run reads', () => {
  const at = '2026-11-20T12:00:00.000Z';
  const after = (ms: number): Date => new Date(Date.parse(at) + ms);

  test('nothing where no receipt is waited for', () => {
    expect(answerOf({ at }, after(1000))).toBeUndefined();
  });

  test('awaited while it is open, and then none', () => {
    const run = { at, openMs: 60_000 };
    expect([60_000, 60_001].map((ms) => answerOf(run, after(ms)))).toEqual(['awaited', 'none']);
  });

  test('what answered it for good', () => {
    expect(answerOf({ at, openMs: 60_000, ranMs: 2400 }, after(1e6))).toBe('ran');
    expect(answerOf({ at, openMs: 60_000, answer: 'shared' }, after(1e6))).toBe('shared');
  });
});
