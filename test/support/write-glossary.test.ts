import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { glossaryFile, glossaryPage } from './write-glossary.ts';

test('keeps GLOSSARY.md up to date', () => {
  expect(readFileSync(glossaryFile, 'utf8')).toBe(glossaryPage());
});
