import { expect, test } from 'vitest';

import { acceptedLanguage, firstLanguage, languageFor } from './language.ts';

test.each([
  ['pt', 'pt'],
  ['PT-br', 'pt'],
  ['pt-PT', 'en'],
  ['es', 'es'],
  ['es-419', 'es'],
  ['en-US', 'en'],
  ['fr', 'en'],
  [undefined, 'en'],
] as const)('maps the browser language %s to %s', (wish, language) => {
  expect(languageFor(wish)).toBe(language);
});

test.each([
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['es;q=0.9', 'es'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
] as const)('maps the Accept-Language header %s to %s', (header, language) => {
  expect(languageFor(firstLanguage(header))).toBe(language);
});

test.each([
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['en;q=0.5, es;q=0.9', 'es'],
  ['fr, es-419;q=0.8, en;q=0.7', 'es'],
  ['fr-FR, en-GB;q=0.8, es;q=0.7', 'en'],
  ['pt-PT, es;q=0.2', 'es'],
  ['pt;q=0, es ; q=0.1', 'es'],
  ['es, pt', 'es'],
  ['et, ENGLISH, pt;q=0.1', 'pt'],
  ['es;q=much', 'en'],
  ['de, *', 'en'],
  ['', 'en'],
  [undefined, 'en'],
] as const)('returns the supported language that %s ranks first: %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
