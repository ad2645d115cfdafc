import { trackedFiles } from '../tracked-files.ts';
import type { TestResult } from './results.ts';

/** A test file with the tags of each of its tests, parsed from its source. */
export type TaggedFile = { path: string; tags: string[][] };

export type TagKind =
  /** A sentence of the specification, such as `spec-26.2`. */
  | 'spec'
  /** A threat in `SECURITY.md`, such as `threat-csrf`. */
  | 'threat';

export const taggedFiles = (): TaggedFile[] =>
  trackedFiles()
    .filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path))
    .map(({ path, text }) => ({
      path,
      tags: [...text.matchAll(/\btags?: (\[[^\]]*\]|'[^']*')/g)].map(([, tags = '']) =>
        [...tags.matchAll(/'(@?(?:spec|threat)-[^']+)'/g)].map(([, tag = '']) => tag),
      ),
    }));

/** Whether its tests run only in a deep suite. */
export const isDeepFile = (path: string): boolean => path.startsWith('test/deep/');

/** Sentences or threats that tests of the deep suites cover. */
export const deepIds = (kind: TagKind, files: readonly TaggedFile[] = taggedFiles()): ReadonlySet<string> =>
  new Set(files.filter(({ path }) => isDeepFile(path)).flatMap(({ tags }) => idsIn(kind, tags.flat())));

/** Sentences or threats with the tests that carry their tags. */
export function testsById(kind: TagKind, tests: readonly TestResult[]): ReadonlyMap<string, TestResult[]> {
  const found = new Map<string, TestResult[]>();
  for (const test of tests) for (const id of idsIn(kind, test.tags)) found.set(id, [...(found.get(id) ?? []), test]);
  return found;
}

/** Playwright requires `@` before a tag. */
const idsIn = (kind: TagKind, tags: readonly string[]): string[] =>
  tags.flatMap((tag) => new RegExp(`^@?${kind}-(.+)$`).exec(tag)?.[1] ?? []);

export const nameOf = ({ file, name }: TestResult): string => `${file} › ${name}`;
