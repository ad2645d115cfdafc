import { expect, test } from 'vitest';

import { coverageProblems, namedTests } from './coverage.ts';
import { report, sumCheck, sumSuite, type TestResult } from './results.ts';
import { chosenSuites, suites, vitestRuns } from './suites.ts';

const aTest = (name: string, state: TestResult['state'] = 'passed', suite = 'unit'): TestResult => ({
  suite,
  file: 'a.test.ts',
  name,
  state,
});
const run = (...tests: TestResult[]) => ({ tests, problems: [] });

test('a suite counts its own tests only', () => {
  const sum = sumSuite(
    'unit',
    run(aTest('a'), aTest('b', 'failed'), aTest('c', 'skipped'), aTest('d', 'passed', 'web')),
    1,
    2,
  );
  expect(sum).toEqual({ suite: 'unit', passed: 1, failed: 1, skipped: 1, seconds: 2 });
});

test.each([
  ['in which no test ran', run(), 0],
  ['in which all tests were skipped', run(aTest('a', 'skipped')), 0],
  ['whose tool left no results', undefined, 1],
  ['whose tool failed though its tests passed', run(aTest('a')), 1],
  ['with a failure outside its tests', { tests: [aTest('a')], problems: ['a hook broke'] }, 1],
])('a suite %s is one failure', (_, results, exitCode) => {
  expect(sumSuite('unit', results, exitCode, 0).failed).toBe(1);
});

test('the last line is the sum over all suites and nothing else', () => {
  const text = report([
    sumCheck('types', 0, 1),
    sumCheck('lint', 1, 1),
    sumSuite('unit', run(aTest('a'), aTest('b')), 0, 1),
  ]);
  expect(text.split('\n').at(-1)).toBe('3 passed, 1 failed');
});

test('a word that is no suite is named, and no word means all', () => {
  expect(chosenSuites([])).toBe(suites);
  expect(chosenSuites(['unitt'])).toEqual({ unknown: 'unitt' });
  expect(chosenSuites(['lint', 'types'])).toMatchObject([{ name: 'types' }, { name: 'lint' }]);
});

test('every suite of vitest is run once', () => {
  const named = suites.filter(({ kind }) => kind === 'vitest').map(({ name }) => name);
  expect(vitestRuns.flat().toSorted()).toEqual(named.toSorted());
});

const table = `
| Sentence | Where | Test |
| --- | --- | --- |
| a \`code\` sentence | \`x.ts\` | \`a door opens\`, \`a door closes\` |
`;

test('a coverage table names tests in its last column', () => {
  expect(namedTests(table)).toEqual(['a door opens', 'a door closes']);
});

test('a named test must exist and pass, with or without its group', () => {
  expect(coverageProblems(table, [aTest('doors > a door opens'), aTest('a door closes')])).toEqual([]);
  expect(coverageProblems(table, [aTest('a door opens', 'failed')])).toEqual([
    'failed: a door opens (a.test.ts)',
    'No such test: a door closes',
  ]);
  expect(coverageProblems('', [])).toHaveLength(1);
});

test('a named test may say its file, and is then sought nowhere else', () => {
  const named = (name: string) => `| a | b | \`${name}\` |`;
  const tests = [aTest('doors > a door opens')];
  expect(coverageProblems(named('a.test.ts › a door opens'), tests)).toEqual([]);
  expect(coverageProblems(named('b.test.ts › a door opens'), tests)).toEqual([
    'No such test: b.test.ts › a door opens',
  ]);
});
