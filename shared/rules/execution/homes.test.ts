import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { homeOf, homesHeard, usedToAnswer, type Heard } from './homes.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * 3600_000).toISOString();
const upTo = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);
const heard = (answered: readonly number[], silent: readonly number[], minute = 0): Heard => ({
  at: `2026-11-20T11:${String(minute).padStart(2, '0')}:00.000Z`,
  answered,
  silent,
});

describe('homes have stopped answering', () => {
  test.each<[string, boolean, Heard[]]>([
    ['when five that used to answer do not and no other does', true, [heard([], upTo(5))]],
    ['when as many are silent as answer', true, [heard(upTo(6), upTo(6, 100))]],
    ['but not when four are silent, whoever else answers', false, [heard([], upTo(4))]],
    ['but not when more answer than are silent', false, [heard(upTo(7), upTo(6, 100))]],
    ['when what they did last was silence', true, [heard([], upTo(5), 30), heard(upTo(5), [], 10)]],
    ['but not once they answer again', false, [heard([], upTo(5), 10), heard(upTo(5), [], 30)]],
    ['but not when each did both in the same minutes', false, [heard(upTo(9), upTo(9))]],
  ])('%s', (_, stopped, all) => {
    expect(homesHeard(all)?.stopped).toBe(stopped);
  });

  test('and nothing is said where nothing is confirmed', () => {
    expect(homesHeard([])).toBeUndefined();
    expect(homesHeard([heard([], [])])).toBeUndefined();
  });
});

test('however often four homes are silent, and in whatever order, they make no alarm', () => {
  const silences = fc.array(fc.tuple(fc.constantFrom(1, 2, 3, 4), fc.integer({ min: 0, max: 29 })), { maxLength: 60 });
  fc.assert(
    fc.property(silences, (all) => {
      const found = homesHeard(all.map(([home, minute]) => heard([], [home], minute)));
      expect(found?.stopped ?? false).toBe(false);
    }),
  );
});

test('thirty homes that miss one run in fifty make no alarm in a year of half hours', () => {
  // A fixed seed, so that the test says the same every time.
  let state = 1;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let half = 0; half < 2 * 24 * 365; half += 1) {
    const silent = upTo(30).filter(() => random() < 0.02);
    const answered = upTo(30).filter((home) => !silent.includes(home));
    expect(homesHeard([heard(answered, silent)])?.stopped).toBe(false);
  }
});

test.each([
  ['that confirmed five times in a row, an hour ago', true, { heard: 5, lastRanAt: hoursAgo(1) }],
  ['that is still being tried out', false, { heard: 4, lastRanAt: hoursAgo(1) }],
  ['that has been silent for more than two days', false, { heard: 900, lastRanAt: hoursAgo(49) }],
  ['that never confirmed', false, { heard: 0 }],
])('a home %s used to answer: %s', (_, used, missed) => {
  expect(usedToAnswer(missed, now)).toBe(used);
});

test('there are never more names than homes, so that twenty names are at least twenty homes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 48 - 1 }), { maxLength: 400 }), (ids) => {
      const names = new Set(ids.map(homeOf));
      expect(names.size).toBeLessThanOrEqual(ids.length);
      expect([...names].every((name) => name >= 0 && name < 256)).toBe(true);
    }),
  );
});
