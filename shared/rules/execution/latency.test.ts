import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { addedUp, answerSteps, latencySteps, percentilesOf, stepOf } from './latency.ts';

const counted = (...times: number[]): number[] => {
  const counts = latencySteps.map(() => 0);
  for (const ms of times) counts[stepOf(ms)] = (counts[stepOf(ms)] ?? 0) + 1;
  return counts;
};
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

test('returns percentiles as the upper end of their step', () => {
  expect(percentilesOf(counted(...times(90, 120), ...times(10, 1_900)))).toEqual({ p50: 150, p95: 2000 });
  expect(percentilesOf(counted(...times(95, 120), ...times(5, 1_900)))).toEqual({ p50: 150, p95: 150 });
  expect(percentilesOf(counted(...times(20, 50)))).toEqual({ p50: 50, p95: 50 });
});

test('returns null with fewer than twenty runs, which could reveal a single run', () => {
  expect(percentilesOf(counted(...times(19, 120)))).toBeNull();
  expect(percentilesOf([])).toBeNull();
});

test('counts durations beyond all steps in the last step', () => {
  expect(stepOf(99_999)).toBe(latencySteps.length - 1);
  expect(percentilesOf(counted(...times(20, 99_999)))).toEqual({ p50: 10_000, p95: 10_000 });
});

const countedIn = (steps: readonly number[], all: readonly number[]): number[] =>
  steps.map((_, step) => all.filter((ms) => stepOf(ms, steps) === step).length);

const nearestRank = (all: readonly number[], share: number): number =>
  all.toSorted((one, other) => one - other)[Math.ceil(all.length * share) - 1] ?? 0;

test.each([
  ['to Alexa, and overestimates it by at most 1.67 from 50 ms on', latencySteps, 5 / 3],
  ['of a home, and overestimates it by at most 1.5 from 500 ms on', answerSteps, 1.5],
] as const)('never underestimates a percentile %s', (_, steps, most) => {
  const [first, last] = [steps[0], steps.at(-1) ?? 0];
  const measured = fc.array(fc.integer({ min: 1, max: last }), { minLength: 20, maxLength: 300 });
  fc.assert(
    fc.property(measured, (all) => {
      const found = percentilesOf(countedIn(steps, all), steps);
      for (const [told, share] of [
        [found?.p50 ?? 0, 0.5],
        [found?.p95 ?? 0, 0.95],
      ] as const) {
        const real = nearestRank(all, share);
        expect(told).toBeGreaterThanOrEqual(real);
        expect(told).toBeLessThanOrEqual(Math.max(first, real * most));
      }
    }),
  );
});

test('adds up partial counts to the total in any order and grouping', () => {
  const part = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const counts = parts.map((all) => countedIn(latencySteps, all));
      const whole = countedIn(latencySteps, parts.flat());
      expect(addedUp(counts)).toEqual(whole);
      expect(addedUp(counts.toReversed())).toEqual(whole);
      expect(addedUp([addedUp(counts.slice(0, 3)), addedUp(counts.slice(3))])).toEqual(whole);
    }),
  );
});
