import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import type { TestResult } from './suite/results.ts';
import { deepIds, taggedFiles } from './suite/tagged-files.ts';
import { missingFiles, readThreats, threatProblems, threatsIn } from './threats.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const threats = await readThreats();

test('lists for each threat in SECURITY.md its own tag and existing files that protect against it', () => {
  expect(threats.length).toBeGreaterThan(40);
  expect(new Set(threats.map(({ id }) => id)).size).toBe(threats.length);
  expect(threats.filter(({ id, files }) => !/^[a-z]+(?:-[a-z]+)*$/.test(id) || files.length === 0)).toEqual([]);
  expect(missingFiles(threats, (file) => existsSync(join(root, file)))).toEqual([]);
});

// The suite `coverage` checks that these tests passed.
test('finds a test for every threat in SECURITY.md, and a threat for every tag', () => {
  const tests = taggedFiles().flatMap(({ path, tags }) => tags.map((some) => ({ ...aTest(path, []), tags: some })));
  expect(threatProblems(threats, tests)).toEqual([]);
});

const aTest = (name: string, ids: readonly string[], state: TestResult['state'] = 'passed'): TestResult => ({
  suite: 'unit',
  file: 'a.test.ts',
  name,
  state,
  tags: ids.map((id) => `threat-${id}`),
});

const markdown = `
## Assets

- \`homes\` Lights: \`a.ts\`

## Threats

Each with its files.

### Sessions

- \`theft\` A session leaks: \`x.ts\`,
  \`y.ts\`

### Floods

- \`flood\` Too many calls
- no tag

\`npm run audit\` checks packages.

## Keys

- \`one\` Another: \`z.ts\`
`;
const rows = [
  { id: 'theft', threat: 'A session leaks', files: ['x.ts', 'y.ts'] },
  { id: 'flood', threat: 'Too many calls', files: [] },
];

test('parses tag, threat and files of each bullet in the section, and keeps incomplete bullets', () => {
  expect(threatsIn(markdown)).toEqual([...rows, { id: '', threat: '', files: [] }]);
  expect(threatsIn(markdown.slice(0, markdown.indexOf('\n## Keys')))).toHaveLength(3);
  expect(threatsIn('# Security')).toEqual([]);
});

test('requires for each threat a test, and that all of its tests passed', () => {
  const closes = aTest('a session closes', ['theft', 'flood']);
  expect(threatProblems(rows, [closes])).toEqual([]);
  const inBrowser = { ...closes, tags: ['@mobile', ...closes.tags.map((tag) => `@${tag}`)] };
  expect(threatProblems(rows, [inBrowser])).toEqual([]);
  expect(threatProblems(rows, [aTest('a session closes', ['theft'])])).toEqual([
    'No test shows threat flood: Too many calls',
  ]);
  expect(threatProblems([], [])).toEqual(['SECURITY.md lists no threats']);
});

test.each(['failed', 'skipped'] as const)(
  'rejects a threat with a test that is %s next to one that passed',
  (state) => {
    const tests = [aTest('a session closes', ['theft', 'flood']), aTest('a session opens', ['theft'], state)];
    expect(threatProblems(rows, tests)).toEqual([`A test of threat theft is ${state}: a.test.ts › a session opens`]);
  },
);

test('accepts a threat covered by a deep suite that is not part of the run', () => {
  const files = [
    { path: 'test/deep/clock/a.test.ts', tags: [aTest('a session closes', ['theft']).tags] },
    { path: 'test/browser/a.spec.ts', tags: [aTest('a session opens', ['flood']).tags] },
  ];
  expect(threatProblems(rows, [], deepIds('threat', files))).toEqual(['No test shows threat flood: Too many calls']);
});

test('rejects a tag of an unknown threat', () => {
  const tests = [aTest('a session closes', ['theft', 'flood']), aTest('a door opens', ['fire'])];
  expect(threatProblems(rows, tests)).toEqual(['There is no threat fire: a.test.ts › a door opens']);
});

test('reports files that do not exist', () => {
  expect(missingFiles(rows, () => true)).toEqual([]);
  expect(missingFiles(rows, (file) => file !== 'x.ts')).toEqual(['No such file: x.ts']);
});
