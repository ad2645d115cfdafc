// @vitest-environment node
/// <reference lib="esnext.intl" />
import { expect, test } from 'vitest';

import { chooseLanguage, languages } from './languages.ts';

test.each([
  [null, 'pt', 'pt'],
  [null, 'pt-BR', 'pt'],
  [null, 'PT-br', 'pt'],
  [null, 'pt-PT', 'en'],
  [null, 'es', 'es'],
  [null, 'es-419', 'es'],
  [null, 'ES-mx', 'es'],
  [null, 'fr', 'en'],
  [null, undefined, 'en'],
  ['es', 'pt-BR', 'es'],
  ['de', 'pt-BR', 'pt'],
  ['toString', 'es', 'es'],
] as const)(
  'with %s stored and a browser of %s chooses %s',
  { tags: ['spec-14.1', 'spec-14.3', 'spec-346.1'] },
  (stored, browser, language) => {
    expect(chooseLanguage(stored, browser)).toBe(language);
  },
);

test('starts weeks on Sunday in English and Portuguese and on Monday in Spanish', { tags: 'spec-15.1' }, () => {
  const firstDay = (language: keyof typeof languages) =>
    new Intl.Locale(languages[language].locale).getWeekInfo().firstDay;
  expect([firstDay('en'), firstDay('pt'), firstDay('es')]).toEqual([7, 7, 1]);
});
