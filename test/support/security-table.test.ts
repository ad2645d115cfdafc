import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { missingFiles, securityProblems, securityRows, securityTable } from './security-table.ts';
import type { TestResult } from './suite/results.ts';
import { threatTests } from './threat-tests.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = securityRows(await securityTable());

test('lists for each threat in SECURITY.md its protection and a test', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map(({ threat }) => threat)).toEqual(Object.keys(threatTests));
  expect(rows.filter(({ files, tests }) => files.length === 0 || tests.length === 0)).toEqual([]);
  expect(missingFiles(rows, (file) => existsSync(join(root, file)))).toEqual([]);
});

// The suite `coverage` checks that these tests passed. This only checks that they exist.
test.each(rows.flatMap(({ tests }) => tests))('finds the test %s', (name) => {
  const [file = '', title = ''] = name.split(' › ');
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\\(?=')/g, '');
  // The title may consist of a pattern and a value from a table.
  const made = [...text.matchAll(/['"`]([^'"`\n]*%[sj][^'"`\n]*)['"`]/g)].map(([, pattern = '']) => pattern);
  const isMade = made.some((pattern) => new RegExp(`^${asPattern(pattern)}$`).test(title));
  expect(text.includes(title) || isMade || text.includes("'%s'")).toBe(true);
});

const asPattern = (title: string): string =>
  title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/%[sj]/g, '.+');

const aTest = (name: string, state: TestResult['state'] = 'passed'): TestResult => ({
  suite: 'unit',
  file: 'a.test.ts',
  name,
  state,
  tags: [],
});

const table = `
| Threat | Where |
| --- | --- |
| a \`code\` threat | \`x.ts\` |
`;
const another = '| another | |\n';
const shown = { 'a `code` threat': ['a.test.ts › a session opens', 'a.test.ts › a session closes'] };

test('parses threat and files of a row and adds the tests of the threat', () => {
  expect(securityRows(table, shown)).toEqual([
    {
      threat: 'a `code` threat',
      files: ['x.ts'],
      tests: ['a.test.ts › a session opens', 'a.test.ts › a session closes'],
    },
  ]);
});

test('requires that a named test exists and passes, with or without its group', () => {
  expect(securityProblems(table, [aTest('sessions > a session opens'), aTest('a session closes')], { shown })).toEqual(
    [],
  );
  expect(securityProblems(table, [aTest('a session opens', 'failed')], { shown })).toEqual([
    'failed: a.test.ts › a session opens',
    'No such test: a.test.ts › a session closes',
  ]);
});

test('requires no test of a suite that is not part of the run', () => {
  const isElsewhere = (file: string) => file === 'a.test.ts';
  expect(securityProblems(table, [], { shown, isElsewhere })).toEqual([]);
});

test('reports threats without a test, tests without a threat and an empty table', () => {
  const passing = [aTest('a session opens'), aTest('a session closes')];
  expect(securityProblems(table + another, passing, { shown })).toEqual(['Nothing shows: another']);
  expect(securityProblems(table, passing, { shown: { ...shown, old: [] } })).toEqual(['No such threat: old']);
  expect(securityProblems('', [])).toHaveLength(1);
});

test('reports files that do not exist', () => {
  expect(missingFiles(securityRows(table), () => true)).toEqual([]);
  expect(missingFiles(securityRows(table), () => false)).toEqual(['No such file: x.ts']);
});
