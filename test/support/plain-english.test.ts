import { describe, expect, test } from 'vitest';

import { isStilted, proseOf } from './plain-english.ts';
import { trackedFiles } from './tracked-files.ts';

/** Stilted comments and test titles per folder. A limit may fall and never rise. */
const limits = { functions: 0, infra: 0, shared: 0, web: 0, test: 0 };

const sources = trackedFiles().filter(({ path }) => /\.(?:tsx?|mjs|js)$/.test(path));

describe.each(Object.entries(limits))('%s', (folder, limit) => {
  test(`has at most ${limit} comments and test titles that read as translated`, () => {
    const files = sources.filter(({ path }) => path.startsWith(`${folder}/`));
    expect(files.length).toBeGreaterThan(50);
    const found = files.flatMap(({ path, text }) => {
      const { comments, titles } = proseOf(path, text);
      return [...comments, ...titles].filter(isStilted).map((sentence) => `${path}: ${sentence}`);
    });
    expect(found.slice(0, Math.max(0, found.length - limit))).toEqual([]);
  });
});

test('reads comments and titles, and leaves strings alone', () => {
  const text = [
    '/** Nobody reads this. */',
    "const url = 'https://a.example/*';",
    "describe('a page', () => {",
    "  test.each(['a'])('renders %s', () => {}); // by itself",
    '  it(`shows ${url}`, () => {});',
    '});',
  ].join('\n');
  expect(proseOf('a.test.ts', text)).toEqual({
    comments: ['Nobody reads this.', 'by itself'],
    titles: ['renders %s', 'shows …'],
  });
});

test.each(['It is no failure.', 'What nobody reads', 'The retry goes on.'])('finds "%s"', (sentence) => {
  expect(isStilted(sentence)).toBe(true);
});

test('accepts plain sentences', () => {
  expect(['Stores the run.', 'There is no longer a token.', 'Retries once.'].filter(isStilted)).toEqual([]);
});
