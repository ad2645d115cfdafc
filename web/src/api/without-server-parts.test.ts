// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { transformWithOxc } from 'vite';
import { expect, test } from 'vitest';

import { withoutServerParts } from '../../build/without-server-parts.ts';

const folder = join(import.meta.dirname, '../../../shared/contracts');
const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const count = (code: string, row: RegExp): number => code.match(row)?.length ?? 0;

test.each(files)('keeps every call and reply of %s, and valid code', async (file) => {
  const path = join(folder, file);
  const source = readFileSync(path, 'utf8');
  const plugin = withoutServerParts();
  const { transform } = plugin;
  if (typeof transform !== 'function') throw new Error('The plugin transforms nothing.');
  const made: unknown = Reflect.apply(transform, undefined, [source, path]);
  const code = typeof made === 'object' && made !== null && 'code' in made ? String(made.code) : source;
  for (const row of [/^ {4}method: /gm, /^ {4}path: /gm, /^ {4}reply/gm, /^ {4}scope: /gm]) {
    expect(count(code, row)).toBe(count(source, row));
  }
  await expect(transformWithOxc(code, path)).resolves.toBeDefined();
});

test('leaves other modules unchanged', () => {
  const { transform } = withoutServerParts();
  if (typeof transform !== 'function') throw new Error('The plugin transforms nothing.');
  expect(Reflect.apply(transform, undefined, ["  summary: 'x',\n", '/shared/rules/names.ts'])).toBeUndefined();
});
