import { expect, test } from 'vitest';

import { judgeFlakyRun, type FlakyRuns } from './flaky-runs.ts';
import type { TestResult } from './results.ts';

const ran = (suite: string, isFlaky: boolean): TestResult => ({
  suite,
  file: 'a.test.ts',
  name: 'opens',
  state: 'passed',
  tags: [],
  isFlaky,
});

const after = (...flakes: boolean[]): FlakyRuns =>
  flakes.reduce((runs: FlakyRuns, isFlaky) => judgeFlakyRun(runs, [ran('browser', isFlaky)]).runs, {});

/** The verdict of the last of these runs. */
const judged = (...flakes: boolean[]): string[] => [
  ...judgeFlakyRun(after(...flakes.slice(0, -1)), [ran('browser', flakes.at(-1) === true)]).lasting,
];

test('names a test that was flaky in three consecutive runs', () => {
  expect(judged(true, true, true)).toEqual(['a.test.ts › opens']);
  expect(judged(false, true, true, true)).toEqual(['a.test.ts › opens']);
});

test('names a test that was flaky in the three runs before this one, although it passed now', () => {
  expect(judged(true, true, true, false)).toEqual(['a.test.ts › opens']);
  expect([...judgeFlakyRun(after(true, true, true), [ran('journeys', false)]).lasting]).toEqual(['a.test.ts › opens']);
});

test('accepts a test that was flaky twice, or not in one of the last three runs', () => {
  expect(judged(true, true)).toEqual([]);
  expect(judged(true, true, true, false, true)).toEqual([]);
  expect(judged(true, false, true, true)).toEqual([]);
});

test('keeps previous runs of suites that did not run this time', () => {
  const { runs } = judgeFlakyRun(after(true, true), [ran('journeys', false)]);
  expect(runs['browser']).toHaveLength(2);
  expect(judgeFlakyRun(runs, [ran('browser', true)]).lasting.size).toBe(1);
});
