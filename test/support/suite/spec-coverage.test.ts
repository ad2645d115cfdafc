import { expect, test } from 'vitest';

import { noClaim } from './no-claim.ts';
import type { TestResult } from './results.ts';
import { specProblems, specTable } from './spec-coverage.ts';
import sentences from './spec-sentences.json' with { type: 'json' };
import { deepIds, taggedFiles } from './tagged-files.ts';

const aTest = (name: string, ids: readonly string[], state: TestResult['state'] = 'passed'): TestResult => ({
  suite: 'unit',
  file: 'a.test.ts',
  name,
  state,
  tags: ids.map((id) => `spec-${id}`),
});
const front = aTest('a door opens', ['4.1', '4.2']);
const doors = {
  sentences: { '4.1': ['Every house has a', '1'], '4.2': ['Some have two.', '2'], '5.1': ['See above.', '3'] },
  noClaim: { '5.1': 'It says nothing.' },
  tests: [front],
};

test('requires for each sentence a passing test of either tool or a reason why it cannot be tested', () => {
  expect(specProblems(doors)).toEqual([]);
  const closing = aTest('a door closes', ['4.1'], 'failed');
  const other = { ...closing, tags: ['@mobile', ...closing.tags.map((tag) => `@${tag}`)] };
  expect(specProblems({ ...doors, tests: [front, other] })).toEqual([]);
  expect(specProblems({ ...doors, tests: [{ ...other, state: 'passed' }] })).toEqual([
    'No test shows sentence 4.2: Some have two. ...',
  ]);
  expect(specProblems({ ...doors, noClaim: {} })).toEqual(['No test shows sentence 5.1: See above. ...']);
});

test('accepts a sentence covered by a deep suite that is not part of the run', () => {
  const files = [
    { path: 'test/deep/clock/a.test.ts', tags: [front.tags.slice(0, 1)] },
    { path: 'test/browser/a.spec.ts', tags: [front.tags] },
  ];
  expect(specProblems({ ...doors, tests: [], elsewhere: deepIds('spec', files) })).toEqual([
    'No test shows sentence 4.2: Some have two. ...',
  ]);
  expect(specTable({ ...doors, tests: [], elsewhere: deepIds('spec', files) })).toContain('| a deep suite |');
});

test.each(['failed', 'skipped'] as const)('rejects a sentence whose only test is %s', (state) => {
  expect(
    specProblems({ ...doors, tests: [aTest('a door opens', ['4.1']), aTest('two doors', ['4.2'], state)] }),
  ).toEqual(['No test passed that shows sentence 4.2: a.test.ts › two doors']);
});

test('rejects tags and reasons of unknown sentences, and a reason in addition to a test', () => {
  expect(specProblems({ ...doors, tests: [front, aTest('a roof', ['9.1'])] })).toEqual([
    'There is no sentence 9.1: a.test.ts › a roof',
  ]);
  expect(specProblems({ ...doors, noClaim: { ...doors.noClaim, '9.2': 'Why not.' } })).toEqual([
    'There is no sentence 9.2 to claim nothing',
  ]);
  expect(specProblems({ ...doors, tests: [front, aTest('above', ['5.1'])] })).toEqual([
    'Sentence 5.1 claims nothing, yet has a test',
  ]);
});

test('lists each sentence with its tests, marking those that did not pass, or with the reason', () => {
  const rows = specTable({ ...doors, tests: [front, front, aTest('two doors', ['4.2'], 'failed')] }).split('\n');
  expect(rows.slice(4)).toEqual([
    '| 4.1 | Every house has a ... | `a.test.ts › a door opens` |',
    '| 4.2 | Some have two. ... | `a.test.ts › a door opens`<br>`a.test.ts › two doors` (failed) |',
    '| 5.1 | See above. ... | no claim: It says nothing. |',
    '',
  ]);
});

// The suite `coverage` checks that these tests passed.
test('finds a tag or a reason for every sentence of the specification, and a sentence for every tag', () => {
  const tests = taggedFiles().flatMap(({ path, tags }) => tags.map((some) => ({ ...aTest(path, []), tags: some })));
  expect(tests.length).toBeGreaterThan(100);
  expect(specProblems({ sentences, noClaim, tests })).toEqual([]);
});
