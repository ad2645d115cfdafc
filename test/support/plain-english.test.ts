import { describe, expect, test } from 'vitest';

import { continuesItsGroup, hasLoneWord, isParticiple, isStilted, proseOf, sentencesOf } from './plain-english.ts';
import { trackedFiles } from './tracked-files.ts';

/** Stilted comments and test titles per folder. A limit may fall and never rise. */
const limits = { functions: 0, infra: 0, shared: 0, web: 0, test: 0 };

/** Bytes of the pages that operators and reviewers read from beginning to end. */
const pageLimits = { 'RUNBOOK.md': 20_000, 'DECISIONS.md': 15_000, 'SECURITY.md': 10_000, 'PERFORMANCE.md': 5_500 };

const files = trackedFiles();
const sources = files
  .filter(({ path }) => /\.(?:tsx?|mjs|js)$/.test(path))
  .map(({ path, text }) => ({ path, ...proseOf(path, text) }));
const pages = files.filter(({ path }) => path.endsWith('.md'));

describe.each(Object.entries(limits))('%s', (folder, limit) => {
  const inFolder = sources.filter(({ path }) => path.startsWith(`${folder}/`));

  test(`has at most ${limit} comments and test titles that read as translated`, () => {
    expect(inFolder.length).toBeGreaterThan(50);
    const found = inFolder.flatMap(({ path, comments, titles }) =>
      [...comments, ...titles].filter(isStilted).map((sentence) => `${path}: ${sentence}`),
    );
    expect(found.slice(0, Math.max(0, found.length - limit))).toEqual([]);
  });

  test('has no test title that continues the title of its group', () => {
    const found = inFolder.flatMap(({ path, titles }) =>
      titles.filter(continuesItsGroup).map((title) => `${path}: ${title}`),
    );
    expect(found).toEqual([]);
  });
});

test('finds no comment with a line of one word before its end', () => {
  expect(sources.flatMap(({ path, broken }) => broken.map((comment) => `${path}: ${comment}`))).toEqual([]);
});

test('finds no function of the product that is named by a participle', () => {
  const product = sources.filter(({ path }) => !path.startsWith('test/') && !/\.test\.tsx?$/.test(path));
  const found = product.flatMap(({ path, functions }) =>
    functions.filter(isParticiple).map((name) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});

test('finds at most three stilted sentences in a hundred of a page', () => {
  expect(pages.length).toBeGreaterThan(50);
  const found = pages.flatMap(({ path, text }) => {
    const sentences = sentencesOf(text);
    const stilted = sentences.filter(isStilted);
    return stilted.length > 0.03 * sentences.length ? stilted.map((sentence) => `${path}: ${sentence}`) : [];
  });
  expect(found).toEqual([]);
});

test.each(Object.entries(pageLimits))('finds %s at most %i bytes long', (page, limit) => {
  const { text = '' } = pages.find(({ path }) => path === page) ?? {};
  expect(text).not.toBe('');
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
});

test('reads comments, titles and function names, and leaves strings alone', () => {
  const text = [
    '/** Nobody reads this. */',
    "const url = 'https://a.example/*';",
    "describe('a page', () => {",
    "  test.each(['a'])('renders %s', () => {}); // by itself",
    '  it(`shows ${url}`, () => {});',
    '  const shown = async () => {};',
    '  function read() {}',
    '});',
  ].join('\n');
  expect(proseOf('a.test.ts', text)).toEqual({
    comments: ['Nobody reads this.', 'by itself'],
    broken: [],
    titles: ['renders %s', 'shows …'],
    functions: ['shown', 'read'],
  });
});

test.each(['It is no failure.', 'What nobody reads', 'The retry goes on.'])('finds "%s"', (sentence) => {
  expect(isStilted(sentence)).toBe(true);
});

test('accepts plain sentences', () => {
  expect(['Stores the run.', 'There is no longer a token.', 'Retries once.'].filter(isStilted)).toEqual([]);
});

test('accepts titles that read alone', () => {
  expect(['shows the id', 'isolates a crash', 'offers help'].filter(continuesItsGroup)).toEqual([]);
  expect(['is shown again', 'and closes', 'of another user', 'Who may connect'].filter(continuesItsGroup)).toHaveLength(
    4,
  );
});

test('finds a line of one word, except at the end of a paragraph', () => {
  const lines = (...all: string[]) => ['*', ...all.map((line) => ` * ${line}`), ' '].join('\n');
  expect(hasLoneWord(lines('Stores the run and', 'the', 'receipt of its routine.'))).toBe(true);
  expect(hasLoneWord(lines('Stores the', 'run.', 'Then the receipt.'))).toBe(false);
  expect(hasLoneWord(lines('Stores the', 'run', '', 'Then the receipt.'))).toBe(false);
});

test('accepts functions that are named by a verb, even one that ends like a participle', () => {
  expect(['check', 'read', 'set', 'seed', 'proceed', 'isChecked', 'checkedRows'].filter(isParticiple)).toEqual([]);
  expect(['checked', 'told', 'renewed', 'kept'].filter(isParticiple)).toHaveLength(4);
});

test('reads the sentences of a page without its code', () => {
  const page = ['# The runbook', '', 'Stop the product first. Then restore the table.', '```', 'a b c d e', '```'];
  expect(sentencesOf(page.join('\n'))).toEqual(['Stop the product first.', 'Then restore the table.']);
});
