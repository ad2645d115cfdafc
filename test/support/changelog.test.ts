import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const entries = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
  .split(/\n(?=- |#)/)
  .filter((entry) => entry.startsWith('- '))
  .map((entry) => entry.trim());

/** Merges that kept both sides of an entry, or a part of one, left such entries. */
test('has each entry of the changelog once, in one line, and up to its end', () => {
  const starts = entries.map((entry) => entry.slice(0, 60));
  expect(entries.length).toBeGreaterThan(100);
  expect(starts.filter((start, index) => starts.indexOf(start) !== index)).toEqual([]);
  expect(entries.filter((entry) => entry.includes('\n'))).toEqual([]);
  expect(entries.filter((entry) => !/[.:]\W*$/.test(entry))).toEqual([]);
});
