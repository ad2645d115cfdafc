import { expect, test } from 'vitest';

import { latencySteps, percentilesOf, stepOf } from './latency.ts';

const counted = (...times: number[]): number[] => {
  const counts = latencySteps.map(() => 0);
  for (const ms of times) counts[stepOf(ms)] = (counts[stepOf(ms)] ?? 0) + 1;
  return counts;
};
const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

test('a percentile is what so many runs stayed within, to the step', () => {
  expect(percentilesOf(counted(...times(90, 120), ...times(10, 1_900)))).toEqual({ p50: 150, p95: 2000 });
  expect(percentilesOf(counted(...times(95, 120), ...times(5, 1_900)))).toEqual({ p50: 150, p95: 150 });
  expect(percentilesOf(counted(...times(20, 50)))).toEqual({ p50: 50, p95: 50 });
});

test('fewer runs than twenty have none, for it would be the time of one of them', () => {
  expect(percentilesOf(counted(...times(19, 120)))).toBeNull();
  expect(percentilesOf([])).toBeNull();
});

test('a duration beyond all steps counts in the last one', () => {
  expect(stepOf(99_999)).toBe(latencySteps.length - 1);
  expect(percentilesOf(counted(...times(20, 99_999)))).toEqual({ p50: 10_000, p95: 10_000 });
});
