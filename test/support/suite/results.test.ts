import { expect, test } from 'vitest';

import {
  failures,
  flakyReport,
  report,
  shareSeconds,
  slowestFiles,
  sumCheck,
  sumSuite,
  type TestResult,
} from './results.ts';

const aTest = (name: string, state: TestResult['state'] = 'passed', suite = 'unit'): TestResult => ({
  suite,
  file: 'a.test.ts',
  name,
  state,
  tags: [],
});
const run = (...tests: TestResult[]) => ({ tests, problems: [] });

test("counts only the suite's own tests", () => {
  const sum = sumSuite(
    'unit',
    run(aTest('a'), aTest('b', 'failed'), aTest('c', 'skipped'), aTest('d', 'passed', 'web')),
    1,
    2,
  );
  expect(sum).toEqual({ suite: 'unit', passed: 1, failed: 1, skipped: 1, seconds: 2 });
});

test('ignores the exit code when it is caused by another suite of the same run', () => {
  const both = run(aTest('a'), aTest('b', 'failed', 'web'));
  expect(sumSuite('unit', both, 1, 0).failed).toBe(0);
  expect(sumSuite('web', both, 1, 0).failed).toBe(1);
});

test('ignores a problem of another suite of the same run', () => {
  const broken = { tests: [aTest('a')], problems: [{ suite: 'web', text: 'a hook broke' }] };
  expect(sumSuite('unit', broken, 1, 0).failed).toBe(0);
});

test.each([
  ['in which no test ran', run(), 0],
  ['in which all tests were skipped', run(aTest('a', 'skipped')), 0],
  ['whose tool left no results', undefined, 1],
  ['whose tool failed though its tests passed', run(aTest('a')), 1],
  ['with a failure outside its tests', { tests: [aTest('a')], problems: [{ text: 'a hook broke' }] }, 1],
])('counts a suite %s as one failure', (_, results, exitCode) => {
  expect(sumSuite('unit', results, exitCode, 0).failed).toBe(1);
});

test('prints the sum over all suites as the last line', () => {
  const text = report([
    sumCheck('types', 0, 1),
    sumCheck('lint', 1, 1),
    sumSuite('unit', run(aTest('a'), aTest('b')), 0, 1),
  ]);
  expect(text.split('\n').at(-1)).toBe('3 passed, 1 failed');
});

test('prints every failed test with its message, without colours and shortened to a screen', () => {
  const said = failures([
    aTest('a'),
    { ...aTest('doors > b', 'failed', 'web'), message: '\u001B[31mexpected 1\u001B[39m\nto be 2' },
    { ...aTest('c', 'failed'), message: Array.from({ length: 99 }, (_, at) => `line ${at}`).join('\n') },
    aTest('d', 'failed'),
  ]);
  expect(said).toContain('failed in web: a.test.ts › doors > b\n  expected 1\n  to be 2\n');
  expect(said).toContain('  line 24\n');
  expect(said).not.toContain('line 25');
  expect(said.endsWith('failed in unit: a.test.ts › d\n  It does not say why.')).toBe(true);
  expect(failures([aTest('a')])).toBe('');
});

test('prints each flaky test with the failure of its first attempt and counts it as passed', () => {
  const flaky = { ...aTest('doors > b'), isFlaky: true, message: 'the door was shut' };
  expect(flakyReport([aTest('a'), flaky])).toBe(
    ['', 'flaky in unit: a.test.ts › doors > b', '  the door was shut', '', '1 flaky'].join('\n'),
  );
  expect(flakyReport([aTest('a')])).toBe('');
  expect(sumSuite('unit', run(flaky), 0, 0)).toMatchObject({ passed: 1, failed: 0 });
});

test('lists the ten slowest files with the sum of their tests', () => {
  const files = Array.from({ length: 12 }, (_, at) => ({ ...aTest('a'), file: `${at}.test.ts`, seconds: at }));
  const lines = slowestFiles([...files, { ...aTest('b'), file: '0.test.ts', seconds: 100 }]).split('\n');
  expect(lines).toHaveLength(12);
  expect(lines[2]).toBe('   100.0  unit: 0.test.ts');
  expect(lines.at(-1)).toContain('3.test.ts');
});

test('divides the duration of a run among its suites in proportion to their tests', () => {
  const took = (suite: string, seconds: number) => ({ ...aTest('a', 'passed', suite), seconds });
  const tests = [took('unit', 1), took('web', 5), took('web', 4)];
  expect(shareSeconds(['unit', 'web'], tests, 20)).toEqual([
    ['unit', 2],
    ['web', 18],
  ]);
});

test('divides the duration of a run equally when no test ran', () => {
  expect(shareSeconds(['unit', 'web'], [], 20)).toEqual([
    ['unit', 10],
    ['web', 10],
  ]);
});
