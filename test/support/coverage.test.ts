import { expect, test } from 'vitest';

import { coverageProblems, coverageRows, missingFiles } from './coverage.ts';
import { driftProblems, specLines } from './spec-lines.ts';
import type { TestResult } from './suite/results.ts';

const aTest = (name: string, state: TestResult['state'] = 'passed'): TestResult => ({
  suite: 'unit',
  file: 'a.test.ts',
  name,
  state,
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

const spec = `
# Doors

Every house has a **front** door, and some have two.

| Door | Opens |
|---|---|
| \`front\` | to the street |

**Windows**
- Two windows look out on the garden.
  - One of them can be opened.
`;

const rowsOf = (...lines: string[]) =>
  coverageRows(
    ['| Line | Where | Shown by |', '| --- | --- | --- |', ...lines.map((line) => `| ${line} | | |`)].join('\n'),
  );

const whole = [
  '4 Every house has a front · one',
  '4 Every house has a front door · two',
  '8 front to the street',
  '11 Two windows look out',
  '12 One of them can be opened.',
];

test('lines of the specification are read without marks, headings and the heads of tables', () => {
  expect(specLines(spec)).toEqual([
    { number: 4, text: 'Every house has a front door, and some have two.' },
    { number: 8, text: 'front to the street' },
    { number: 11, text: 'Two windows look out on the garden.' },
    { number: 12, text: 'One of them can be opened.' },
  ]);
});

test('every line has a row that begins as it does', () => {
  expect(driftProblems(rowsOf(...whole), spec)).toEqual([]);
  expect(driftProblems(rowsOf(...whole.slice(0, 3)), spec)).toEqual([
    'Line 11 has no row: Two windows look out on the garden.',
    'Line 12 has no row: One of them can be opened.',
  ]);
});

test.each([
  ['11 Three windows look out', 'Line 11 of the specification begins otherwise: 11 Three windows look out'],
  ['11 Two windows', 'Line 11 of the specification begins otherwise: 11 Two windows'],
  ['10 Two windows look out', 'Line 10 of the specification says nothing: 10 Two windows look out'],
  ['Two windows look out', 'No line is named: Two windows look out'],
])('a row "%s" has drifted', (row, problem) => {
  expect(driftProblems(rowsOf(...whole, row), spec)).toEqual([problem]);
});
