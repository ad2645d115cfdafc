import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { coverageRows, missingFiles } from './coverage.ts';
import { securityTable } from './security-table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rows = coverageRows(await securityTable());

test('each threat in SECURITY.md names what stands against it, and a test', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ files, tests }) => files.length === 0 || tests.length === 0)).toEqual([]);
  expect(missingFiles(rows, (file) => existsSync(join(root, file)))).toEqual([]);
});

// Whether they ran and passed, the suite `coverage` asks after all others; that they are there costs nothing to ask now.
test.each(rows.flatMap(({ tests }) => tests))('%s', (name) => {
  const [file = '', title = ''] = name.split(' › ');
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\\(?=')/g, '');
  // The title of a test that is made from a table has a part that stands elsewhere.
  const made = [...text.matchAll(/['"`]([^'"`\n]*%[sj][^'"`\n]*)['"`]/g)].map(([, pattern = '']) => pattern);
  const isMade = made.some((pattern) => new RegExp(`^${asPattern(pattern)}$`).test(title));
  expect(text.includes(title) || isMade || text.includes("'%s'")).toBe(true);
});

const asPattern = (title: string): string =>
  title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/%[sj]/g, '.+');
