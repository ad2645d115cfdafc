import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { buildIfChanged } from './build-if-changed.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-'));
  for (const folder of ['src/deep', 'out']) mkdirSync(join(root, folder), { recursive: true });
  write('src/a.ts', 'a');
  write('src/deep/b.ts', 'b');
  write('package-lock.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(join(root, file), text);

/** Its output says what it was built from. */
const build = (also: string[] = ['v24.21.0'], during: () => void = () => undefined) =>
  buildIfChanged({
    root,
    inputs: ['package-lock.json', 'src', 'tsconfig.json'],
    also,
    output: join(root, 'out'),
    record: join(root, '.cache/record'),
    build: () => {
      write('out/index.mjs', readFileSync(join(root, 'src/a.ts'), 'utf8'));
      during();
      return Promise.resolve();
    },
  });

test('what did not change is not built again', async () => {
  expect([await build(), await build(), await build()]).toEqual(['built', 'unchanged', 'unchanged']);
});

describe('it is built again after', () => {
  test.each<[string, () => void]>([
    ['a changed source', () => write('src/deep/b.ts', 'B')],
    ['a new source', () => write('src/c.ts', '')],
    ['a source that is gone', () => rmSync(join(root, 'src/deep/b.ts'))],
    ['text that moved from one source to the next', () => (write('src/a.ts', ''), write('src/deep/b.ts', 'ab'))],
    ['a changed lock file', () => write('package-lock.json', '{"lockfileVersion":3}')],
    ['a setting that was not there', () => write('tsconfig.json', '{}')],
    ['a change of the output itself', () => write('out/index.mjs', 'edited')],
    ['a file that somebody left in the output', () => write('out/old.mjs', '')],
    ['an output that is gone', () => rmSync(join(root, 'out'), { recursive: true })],
    ['a record that was cut off', () => write('.cache/record', '')],
  ])('%s', async (_what, change) => {
    await build();
    change();
    mkdirSync(join(root, 'out'), { recursive: true });
    expect(await build()).toBe('built');
    expect(readFileSync(join(root, 'out/index.mjs'), 'utf8')).toBe(readFileSync(join(root, 'src/a.ts'), 'utf8'));
  });

  test('a new version of a tool', async () => {
    await build(['v24.21.0']);
    expect(await build(['v24.22.0'])).toBe('built');
  });

  test('a build that failed half-way', async () => {
    await build();
    write('src/a.ts', 'A');
    await expect(
      build(undefined, () => {
        throw new Error('broken source');
      }),
    ).rejects.toThrow('broken source');
    expect(await build()).toBe('built');
  });

  test('a source that changed during the build', async () => {
    await build(undefined, () => write('src/a.ts', 'A'));
    expect(await build()).toBe('built');
    expect(readFileSync(join(root, 'out/index.mjs'), 'utf8')).toBe('A');
  });
});
