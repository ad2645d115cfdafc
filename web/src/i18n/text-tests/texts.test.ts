// @vitest-environment node
import { expect, test } from 'vitest';

import { productName } from '#shared/product.ts';
import { refusals } from '#shared/refusals.ts';
import { routes } from '#web/app/routes.ts';
import { lateTextsIn } from '#web/testing/late-texts.ts';

import { texts as en } from '../en/texts.ts';
import { texts as es } from '../es/texts.ts';
import { languageCodes } from '../languages.ts';
import { texts as pt } from '../pt/texts.ts';
import { schemaFor, wrongPaths } from '../text-schema.ts';
import { placeholdersIn, shapeOf } from '../text-shape.ts';

const alone = import.meta.glob<object>('../*/pages/*.json', { eager: true, import: 'default' });
/** The files of the app count as one. */
const files = [
  ['en', 'app', en],
  ['pt', 'app', pt],
  ['es', 'app', es],
  ...Object.entries(alone).map(([path, texts]) => {
    const [, language = '', name = ''] = /^\.\.\/(\w+)\/pages\/([\w-]+)\.json$/.exec(path) ?? [];
    return [language, name, texts] as const;
  }),
] as const;

test.each(files)(
  'has for %s in %s exactly the keys and placeholders of the English texts',
  { tags: 'spec-17.1' },
  (_, file, texts) => {
    expect(wrongPaths(file, texts)).toEqual([]);
  },
);

test('uses one Spanish name for workspaces', () => {
  const spanish = files.filter(([language]) => language === 'es').map(([, , texts]) => JSON.stringify(texts));
  const lines = spanish.flatMap((texts) => texts.replaceAll(/"\w+":|\{\{.*?\}\}/g, '').split('"'));
  expect(lines.filter((line) => /workspace/i.test(line))).toEqual([]);
});

const code = import.meta.glob<string>(['../../{api,app,features,pages}/**/*.{ts,tsx}'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

test.each(languageCodes)(
  'has in %s only files of the app, of a route, or of a part that loads its own texts',
  (language) => {
    const late = lateTextsIn(Object.values(code).join('\n'));
    const named = new Set<string>(['app', ...routes.flatMap((route) => route.texts), ...late]);
    const here = files.filter(([of]) => of === language).map(([, name]) => name);
    expect(here.sort()).toEqual([...named].sort());
  },
);

test('detects a missing key, an extra key, an empty text and a different placeholder', { tags: 'spec-17.1' }, () => {
  const schema = schemaFor(shapeOf({ a: { b: 'Hello {{name}}', c: 'x' } }));
  const right = (texts: unknown) => schema.safeParse(texts).success;
  expect(right({ a: { b: 'Olá {{ name }}', c: 'y' } })).toBe(true);
  expect(right({ a: { b: 'Olá {{name}}' } })).toBe(false);
  expect(right({ a: { b: 'Olá {{name}}', c: 'y', d: 'z' } })).toBe(false);
  expect(right({ a: { b: 'Olá {{name}}', c: '' } })).toBe(false);
  expect(right({ a: { b: 'Olá {{nome}}', c: 'y' } })).toBe(false);
});

test('compares placeholders by name, regardless of their order and format', () => {
  expect(placeholdersIn('{{b}} and {{a, number}} and {{b}}')).toBe('a,b');
});

const at = (texts: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => new Map(Object.entries(Object(node))).get(key), texts);

test.each(languageCodes)('has a text for every refusal in %s', { tags: ['spec-296.1', 'spec-305.2'] }, (language) => {
  const texts = alone[`../${language}/pages/refusals.json`];
  expect(Object.keys(refusals).filter((key) => typeof at(texts, key) !== 'string')).toEqual([]);
});

test('uses one product name', () => {
  expect([en.product.name, pt.product.name, es.product.name]).toEqual([productName, productName, productName]);
});
