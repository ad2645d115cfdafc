// @vitest-environment node
import { posix } from 'node:path';

import { expect, test } from 'vitest';

import { refusals } from '#shared/refusals.ts';
import { routes } from '#web/app/routes.ts';
import { lateTextsIn } from '#web/testing/late-texts.ts';

import { rootOf } from '../page-texts.ts';
import type { TextTree } from '../text-shape.ts';

const appTexts = import.meta.glob<TextTree>('../en/*.json', { eager: true, import: 'default' });
const pageTexts = import.meta.glob<TextTree>('../en/pages/*.json', { eager: true, import: 'default' });
const found = import.meta.glob<string>(['../../**/*.{ts,tsx}', '!../../**/*.test.*', '!../../testing/**'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const ruled = import.meta.glob<string>(['../../../../shared/**/*.ts', '!../../../../shared/**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
});
const sources = new Map(Object.entries(found).map(([path, code]) => [posix.join('i18n/text-tests', path), code]));
/** Words that may be part of a composed key: quoted strings and property names. */
const words = new Set(
  [...sources.values(), ...Object.values(ruled)].flatMap((code) =>
    Array.from(code.matchAll(/'(\w+)'|\b(\w+)\??:/g), ([, quoted, property]) => quoted ?? property ?? ''),
  ),
);

/** Plural forms count as one key. */
function keysOf(tree: TextTree, root = ''): string[] {
  if (typeof tree === 'string') return [root.replace(/_(zero|one|other)$/, '')];
  return Object.entries(tree).flatMap(([key, inner]) => keysOf(inner, root ? `${root}.${key}` : key));
}

const appKeys = Object.values(appTexts).flatMap((tree) => keysOf(tree));
const pageKeys = new Map(
  Object.entries(pageTexts).map(([path, tree]) => {
    const file = posix.basename(path, '.json');
    return [file, keysOf(tree, rootOf(file))];
  }),
);

const codeOf = (paths: Iterable<string>): string => Array.from(paths, (path) => sources.get(path)).join('\n');

const patternOf = (template: string): RegExp =>
  new RegExp(`^${template.replaceAll('.', String.raw`\.`).replaceAll(/\$\{[^}]*\}/g, String.raw`(\w+)`)}$`);

const fillings = Array.from(codeOf(sources.keys()).matchAll(/`(\$\{\w+\}[A-Z]\w*)`/g), ([, template = '']) =>
  patternOf(template),
);
const filled = (text: string, pattern: RegExp): boolean =>
  pattern
    .exec(text)
    ?.slice(1)
    .every((gap) => words.has(gap) || fillings.some((filling) => words.has(filling.exec(gap)?.[1] ?? ''))) ?? false;

/** Returns a function that tells whether the code uses a key: in quotes, or in a template that its words can fill. */
function sayingOf(code: string): (key: string) => boolean {
  const named = new Set(Array.from(code.matchAll(/'([a-zA-Z]+(?:\.\w+)+)'/g), ([, key]) => key));
  const made = Array.from(code.matchAll(/`([a-zA-Z]\w*\.(?:[\w.]|\$\{[^}`]*\})*)`/g), ([, template = '']) =>
    patternOf(template),
  );
  return (key) => named.has(key) || made.some((pattern) => filled(key, pattern));
}

/** A module with all its imports. Other pages are only reached by their address, so the route table is skipped. */
function closureOf(path: string, seen: Set<string> = new Set()): Set<string> {
  const code = sources.get(path);
  if (code === undefined || seen.has(path) || path === 'app/routes.ts') return seen;
  seen.add(path);
  for (const [, next = ''] of code.matchAll(/(?:from |import\()'((?:\.|#web\/)[^']+)'/g))
    closureOf(next.startsWith('#web/') ? next.slice('#web/'.length) : posix.join(posix.dirname(path), next), seen);
  return seen;
}

test('has texts only for refusals that exist', () => {
  const worded = (pageKeys.get('refusals') ?? []).map((key) => key.replace('refusals.', ''));
  expect(worded.filter((key) => !Object.hasOwn(refusals, key))).toEqual([]);
});

test('uses every other text', () => {
  const said = sayingOf(codeOf(sources.keys()));
  // The legal pages compose their keys from their name.
  const legal = /^(terms|privacy)\.(updated|intro|sections\.s([1-9]|10)\.(heading|text)|contact\.(email|chat))$/;
  const keys = [...appKeys, ...[...pageKeys.values()].flat()];
  expect(keys.filter((key) => legal.test(key))).toHaveLength(2 * (2 + 10 * 2 + 2));
  expect(keys.filter((key) => !key.startsWith('refusals.') && !legal.test(key) && !said(key))).toEqual([]);
});

test.each([{ path: 'the shell', entry: 'main.tsx', texts: [] }, ...routes.map(entryOf)])(
  'uses only texts that are loaded with $path',
  ({ entry, texts }) => {
    const code = closureOf(entry);
    expect(code.size).toBeGreaterThan(1);
    const said = sayingOf(codeOf(code));
    const here: readonly string[] = [...texts, ...lateTextsIn(codeOf(code))];
    const absent = Array.from(pageKeys).filter(([file]) => !here.includes(file));
    expect(absent.flatMap(([, keys]) => keys).filter((key) => !appKeys.includes(key) && said(key))).toEqual([]);
  },
);

function entryOf({ path, texts }: (typeof routes)[number]) {
  return { path, entry: `pages${path}${path}-page.tsx`, texts };
}
