import { expect, test } from 'vitest';

import { addFlakyRun, lastingFlakes, type FlakyRuns } from './flaky-runs.ts';
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
  flakes.reduce((runs: FlakyRuns, isFlaky) => addFlakyRun(runs, [ran('browser', isFlaky)]), {});

test('names a test that was flaky in three consecutive runs', () => {
  expect(lastingFlakes(after(true, true, true))).toEqual(['a.test.ts › opens']);
  expect(lastingFlakes(after(false, true, true, true))).toEqual(['a.test.ts › opens']);
});

test('accepts a test that was flaky twice or not in the last run', () => {
  expect(lastingFlakes(after(true, true))).toEqual([]);
  expect(lastingFlakes(after(true, true, true, false))).toEqual([]);
  expect(lastingFlakes(after(true, false, true, true))).toEqual([]);
});

test('keeps previous runs of suites that did not run this time', () => {
  const runs = addFlakyRun(after(true, true), [ran('journeys', false)]);
  expect(runs['browser']).toHaveLength(2);
  expect(lastingFlakes(addFlakyRun(runs, [ran('browser', true)]))).toHaveLength(1);
});
