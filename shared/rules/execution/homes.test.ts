import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { homeOf, summarizeHomes, usedToAnswer, type HomeAnswers } from './homes.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * 3600_000).toISOString();
const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);
const heard = (answered: readonly number[], silent: readonly number[], minute = 0): HomeAnswers => ({
  at: `2026-11-20T11:${String(minute).padStart(2, '0')}:00.000Z`,
  answered,
  silent,
});

describe('summarizeHomes', () => {
  test.each<[string, boolean, HomeAnswers[]]>([
    ['reports a stop when five homes are silent and none answers', true, [heard([], upTo(5))]],
    ['reports a stop when as many homes are silent as answer', true, [heard(upTo(6), upTo(6, 100))]],
    ['reports no stop when only four homes are silent', false, [heard([], upTo(4))]],
    ['reports no stop when more homes answer than are silent', false, [heard(upTo(7), upTo(6, 100))]],
    ['reports a stop when homes answered earlier but not last', true, [heard([], upTo(5), 30), heard(upTo(5), [], 10)]],
    ['reports no stop once the homes answer again', false, [heard([], upTo(5), 10), heard(upTo(5), [], 30)]],
    ['reports no stop when each home answered and missed a run in the same minutes', false, [heard(upTo(9), upTo(9))]],
  ])('%s', (_, stopped, all) => {
    expect(summarizeHomes(all)?.stopped).toBe(stopped);
  });

  test('returns undefined when no home confirms runs', () => {
    expect(summarizeHomes([])).toBeUndefined();
    expect(summarizeHomes([heard([], [])])).toBeUndefined();
  });
});

test('raises no alarm for four silent homes, however often and in whatever order', () => {
  const silences = fc.array(fc.tuple(fc.constantFrom(1, 2, 3, 4), fc.integer({ min: 0, max: 29 })), { maxLength: 60 });
  fc.assert(
    fc.property(silences, (all) => {
      const found = summarizeHomes(all.map(([home, minute]) => heard([], [home], minute)));
      expect(found?.stopped ?? false).toBe(false);
    }),
  );
});

test('raises no alarm in a year when thirty homes miss one run in fifty', () => {
  // A fixed seed makes the test deterministic.
  let state = 1;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let half = 0; half < 2 * 24 * 365; half += 1) {
    const silent = upTo(30).filter(() => random() < 0.02);
    const answered = upTo(30).filter((home) => !silent.includes(home));
    expect(summarizeHomes([heard(answered, silent)])?.stopped).toBe(false);
  }
});

test.each([
  ['that confirmed five times in a row, an hour ago', true, { heard: 5, lastRanAt: hoursAgo(1) }],
  ['that confirmed only four times in a row', false, { heard: 4, lastRanAt: hoursAgo(1) }],
  ['that has not answered for more than two days', false, { heard: 900, lastRanAt: hoursAgo(49) }],
  ['that never confirmed', false, { heard: 0 }],
])('usedToAnswer for a home %s is %s', (_, used, missed) => {
  expect(usedToAnswer(missed, now)).toBe(used);
});

test('gives at most one name per home, so that twenty names mean at least twenty homes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 48 - 1 }), { maxLength: 400 }), (ids) => {
      const names = new Set(ids.map(homeOf));
      expect(names.size).toBeLessThanOrEqual(ids.length);
      expect([...names].every((name) => name >= 0 && name < 256)).toBe(true);
    }),
  );
});
