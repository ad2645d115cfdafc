import { expect, test } from 'vitest';

import { groupTexts } from '#shared/rules/group-commands/texts.ts';
import { languageCodes, type Language } from '#shared/rules/language.ts';
import { allTexts } from '#web/testing/all-texts.ts';

import { avoided, has, terms } from './glossary.ts';

function saidInGroups(texts: unknown, path: string): [string, string][] {
  if (typeof texts === 'string') return [[path, texts]];
  if (typeof texts === 'function') return saidInGroups(Reflect.apply(texts, undefined, ['*A*', '*B*', '*C*']), path);
  return Object.entries(Object(texts)).flatMap(([key, inner]) => saidInGroups(inner, `${path}.${key}`));
}

const textsOf = (language: Language) =>
  new Map([...allTexts(language), ...saidInGroups(groupTexts[language], 'groupTexts')]);
const texts = { pt: textsOf('pt'), en: textsOf('en'), es: textsOf('es') };
const saying = (language: Language, forms: readonly string[]) =>
  [...texts[language]].filter(([, text]) => has(text, forms)).map(([key]) => key);

test.each(terms)('translates $en.0 as $pt.0 and $es.0 everywhere', ({ en, pt, es, but = {} }) => {
  const said = saying('en', en);
  expect(said).not.toEqual([]);
  const lacking = said.filter((key) => !has(texts.pt.get(key) ?? '', pt) || !has(texts.es.get(key) ?? '', es));
  expect(lacking.sort()).toEqual(Object.keys(but).sort());
});

test.each(languageCodes.flatMap((language) => avoided[language].map((rule) => ({ language, ...rule }))))(
  'does not use $words.0 in $language, but $say',
  ({ language, words, but = {} }) => {
    expect(saying(language, words).sort()).toEqual(Object.keys(but).sort());
  },
);

test('lists no term that it also forbids', () => {
  for (const language of languageCodes) {
    const forms = terms.flatMap((term) => term[language]).map((form) => form.replaceAll('*', ''));
    const clashes = avoided[language].flatMap(({ words }) => forms.filter((form) => has(form, words)));
    expect(clashes).toEqual([]);
  }
});

test('matches whole words in any case, a star as any ending, but not placeholders and link targets', () => {
  expect(has('Los GATILLOS', ['gatillo*'])).toBe(true);
  expect(has('Su espacio  de trabajo', ['espacio* de trabajo'])).toBe(true);
  expect(has('regatillo', ['gatillo*'])).toBe(false);
  expect(has('gatillos', ['gatillo'])).toBe(false);
  expect(has('{{trigger}} [x](/trigger)', ['trigger*'])).toBe(false);
});
