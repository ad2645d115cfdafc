import { expect, test } from 'vitest';

import { firstLanguage, languageFor } from './language.ts';

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
