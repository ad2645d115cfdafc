import { expect, test } from 'vitest';

import { repeatTable } from './repeats.ts';
import type { TestResult } from './results.ts';

const aTest = (name: string, state: TestResult['state'], isFlaky = false): TestResult => ({
  suite: 'browser',
  file: 'a.spec.ts',
  name,
  state,
  tags: [],
  isFlaky,
});

test('counts failures and flakes of each test over all runs, worst first', () => {
  const runs = [
    { exitCode: 1, seconds: 60.4, tests: [aTest('opens', 'passed', true), aTest('shuts', 'failed')] },
    { exitCode: 0, seconds: 50, tests: [aTest('opens', 'passed', true), aTest('shuts', 'passed')] },
    { exitCode: 0, seconds: 55, tests: [aTest('opens', 'passed'), aTest('locks', 'passed')] },
  ];
  expect(repeatTable(runs).split('\n').slice(2)).toEqual([
    '       1       0  browser: a.spec.ts › shuts',
    '       0       2  browser: a.spec.ts › opens',
    '',
    '2 of 3 runs passed, in 50 to 60 s',
  ]);
});
