import { expect, test } from 'vitest';

import { coverageProblems, coverageRows, missingFiles } from './coverage.ts';
import type { TestResult } from './suite/results.ts';

const aTest = (name: string, state: TestResult['state'] = 'passed'): TestResult => ({
  suite: 'unit',
  file: 'a.test.ts',
  name,
  state,
  tags: [],
});

const table = `
| Sentence | Where | Shown by |
| --- | --- | --- |
| a \`code\` sentence | \`x.ts\` | \`a.test.ts › a door opens\`, \`a.test.ts › a door closes\` |
| another | | no claim: it sums up others |
`;

test('a coverage table names tests in its last column, or says why it names none', () => {
  expect(coverageRows(table)).toEqual([
    {
      sentence: 'a `code` sentence',
      files: ['x.ts'],
      tests: ['a.test.ts › a door opens', 'a.test.ts › a door closes'],
      excused: false,
    },
    { sentence: 'another', files: [], tests: [], excused: true },
  ]);
});

test('a named test must exist and pass, with or without its group', () => {
  expect(coverageProblems(table, [aTest('doors > a door opens'), aTest('a door closes')])).toEqual([]);
  expect(coverageProblems(table, [aTest('a door opens', 'failed')])).toEqual([
    'failed: a.test.ts › a door opens',
    'No such test: a.test.ts › a door closes',
  ]);
});

const reason = 'no claim: it sums up others';
const passing = [aTest('a door opens'), aTest('a door closes')];

test('a sentence that nothing shows is a gap, and so is an empty table', () => {
  expect(coverageProblems(table.replace(reason, ''), passing)).toEqual(['Nothing shows: another']);
  expect(coverageProblems('', [])).toHaveLength(1);
});

test('a row may say why it names no test, but not without a reason, nor put it off', () => {
  expect(coverageProblems(table, passing)).toEqual([]);
  for (const none of ['no claim:', 'later: billing'])
    expect(coverageProblems(table.replace(reason, none), passing)).toEqual(['Nothing shows: another']);
});

test('a file that is said to do it exists', () => {
  expect(missingFiles(coverageRows(table), () => true)).toEqual([]);
  expect(missingFiles(coverageRows(table), () => false)).toEqual(['No such file: x.ts']);
});
