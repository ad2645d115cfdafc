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

/** Builds an output with the text of `src/a.ts`. */
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

test('does not build again when nothing has changed', async () => {
  expect([await build(), await build(), await build()]).toEqual(['built', 'unchanged', 'unchanged']);
});

describe('building again', () => {
  test.each<[string, () => void]>([
    ['a changed source', () => write('src/deep/b.ts', 'B')],
    ['a new source', () => write('src/c.ts', '')],
    ['a deleted source', () => rmSync(join(root, 'src/deep/b.ts'))],
    ['text that moved from one source to the next', () => (write('src/a.ts', ''), write('src/deep/b.ts', 'ab'))],
    ['a changed lock file', () => write('package-lock.json', '{"lockfileVersion":3}')],
    ['a new settings file', () => write('tsconfig.json', '{}')],
    ['a changed output', () => write('out/index.mjs', 'edited')],
    ['an extra file in the output', () => write('out/old.mjs', '')],
    ['a deleted output', () => rmSync(join(root, 'out'), { recursive: true })],
    ['a truncated record', () => write('.cache/record', '')],
  ])('builds again after %s', async (_what, change) => {
    await build();
    change();
    mkdirSync(join(root, 'out'), { recursive: true });
    expect(await build()).toBe('built');
    expect(readFileSync(join(root, 'out/index.mjs'), 'utf8')).toBe(readFileSync(join(root, 'src/a.ts'), 'utf8'));
  });

  test('builds again after a new version of a tool', async () => {
    await build(['v24.21.0']);
    expect(await build(['v24.22.0'])).toBe('built');
  });

  test('builds again after a failed build', async () => {
    await build();
    write('src/a.ts', 'A');
    await expect(
      build(undefined, () => {
        throw new Error('broken source');
      }),
    ).rejects.toThrow('broken source');
    expect(await build()).toBe('built');
  });

  test('builds again after a source has changed during the build', async () => {
    await build(undefined, () => write('src/a.ts', 'A'));
    expect(await build()).toBe('built');
    expect(readFileSync(join(root, 'out/index.mjs'), 'utf8')).toBe('A');
  });
});
