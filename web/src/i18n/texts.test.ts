// @vitest-environment node
import { expect, test } from 'vitest';

import { productName } from '#shared/product.ts';
import { refusals } from '#shared/refusals.ts';

import enLegal from './en/legal.json' with { type: 'json' };
import { texts as en } from './en/texts.ts';
import esLegal from './es/legal.json' with { type: 'json' };
import { texts as es } from './es/texts.ts';
import ptLegal from './pt/legal.json' with { type: 'json' };
import { texts as pt } from './pt/texts.ts';
import { schemaFor, wrongPaths } from './text-schema.ts';
import { placeholdersIn, shapeOf } from './text-shape.ts';

test.each([
  ['app', 'en', en],
  ['app', 'pt', pt],
  ['app', 'es', es],
  ['legal', 'en', enLegal],
  ['legal', 'pt', ptLegal],
  ['legal', 'es', esLegal],
] as const)('the %s texts in %s have exactly the keys and placeholders of the English ones', (namespace, _, texts) => {
  expect(wrongPaths(namespace, texts)).toEqual([]);
});

test('a missing key, one too many, an empty text and another placeholder are all found', () => {
  const schema = schemaFor(shapeOf({ a: { b: 'Hello {{name}}', c: 'x' } }));
  const right = (texts: unknown) => schema.safeParse(texts).success;
  expect(right({ a: { b: 'Olá {{ name }}', c: 'y' } })).toBe(true);
  expect(right({ a: { b: 'Olá {{name}}' } })).toBe(false);
  expect(right({ a: { b: 'Olá {{name}}', c: 'y', d: 'z' } })).toBe(false);
  expect(right({ a: { b: 'Olá {{name}}', c: '' } })).toBe(false);
  expect(right({ a: { b: 'Olá {{nome}}', c: 'y' } })).toBe(false);
});

test('placeholders are compared by name, whatever their order and format', () => {
  expect(placeholdersIn('{{b}} and {{a, number}} and {{b}}')).toBe('a,b');
});

/** The text at a dotted path. */
const at = (texts: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => new Map(Object.entries(Object(node))).get(key), texts);

test.each([
  ['en', en],
  ['pt', pt],
  ['es', es],
] as const)('every refusal has a text in %s', (_, texts) => {
  const missing = Object.keys(refusals).filter((key) => typeof at(texts, `refusals.${key}`) !== 'string');
  expect(missing).toEqual([]);
});

test('the product has one name', () => {
  expect([en.product.name, pt.product.name, es.product.name]).toEqual([productName, productName, productName]);
});

test('texts that the product promises word for word', () => {
  expect(pt.errors).toMatchObject({
    sessionExpired: 'Sessão expirada',
    sessionExpiredHint: 'Sua sessão expirou. Por favor, faça login novamente.',
    title: 'Erro',
  });
  expect(pt.workspace.nameRequired).toBe('Nome é obrigatório');
  expect(en.common.loading).toBe('Loading...');
  expect(en.shell.titles.notFound).toBe('Page Not Found');
  expect(en.errors.generic).toBe('An error occurred');
});
