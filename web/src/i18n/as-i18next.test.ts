// @vitest-environment node
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';

import { allTexts } from '#web/testing/all-texts.ts';

import { languageCodes, languages } from './languages.ts';
import type { TextKey } from './text-key.ts';
import { placeholdersIn } from './text-shape.ts';
import { translateFrom } from './translate.ts';

const formless = (key: string): string => key.replace(/_(zero|one|other)$/, '');
const english = new Set([...allTexts('en').keys()].map(formless));
const isTextKey = (key: string): key is TextKey => english.has(key);

const counts = [0, 1, 2, 5, 21, 1_000];

test.each(languageCodes)('formats every text in %s like i18next, for every number', async (language) => {
  const all = allTexts(language);
  const { locale } = languages[language];
  const library = createInstance();
  const translation = Object.fromEntries(all);
  const options = { keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false } } as const;
  await library.init({ lng: locale, resources: { [locale]: { translation } }, ...options });
  const theirs = (key: string, values: object): unknown => Reflect.apply(library.t, library, [key, values]);
  const ours = translateFrom(all, locale);
  const keys = [...new Set([...all.keys()].map(formless))];
  for (const key of keys.filter(isTextKey)) {
    const texts = [all.get(key), all.get(`${key}_one`), all.get(`${key}_other`)].join(' ');
    const values = Object.fromEntries(
      placeholdersIn(texts)
        .split(',')
        .map((name) => [name, `<${name}>`]),
    );
    for (const count of counts) {
      expect(ours(key, { ...values, count })).toBe(theirs(key, { ...values, count }));
    }
    expect(ours(key, values)).toBe(theirs(key, values));
  }
  expect(keys.length).toBeGreaterThan(300);
});
