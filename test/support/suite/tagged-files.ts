import { trackedFiles } from '../tracked-files.ts';

/** A test file with the tags of each of its tests, parsed from its source. */
export type TaggedFile = { path: string; tags: string[][] };

export const taggedFiles = (): TaggedFile[] =>
  trackedFiles()
    .filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path))
    .map(({ path, text }) => ({
      path,
      tags: [...text.matchAll(/\btags?: (\[[^\]]*\]|'[^']*')/g)].map(([, tags = '']) =>
        [...tags.matchAll(/'(@?spec-[\d.]+)'/g)].map(([, tag = '']) => tag),
      ),
    }));

/** Whether its tests run only in a deep suite. */
export const isDeepFile = (path: string): boolean => path.startsWith('test/deep/');

/** Sentences of the specification that tests of the deep suites cover. */
export const deepSentences = (files: readonly TaggedFile[] = taggedFiles()): ReadonlySet<string> =>
  new Set(
    files
      .filter(({ path }) => isDeepFile(path))
      .flatMap(({ tags }) => tags.flat().map((tag) => tag.replace(/^@?spec-/, ''))),
  );
