import type { Page } from '@playwright/test';

import { languageCodes, type LanguageCode } from './appearance.ts';
import { layoutProblems } from './layout-problems.ts';
import { textsOf } from './texts.ts';

export const layoutFindings = (page: Page, language: LanguageCode): Promise<string[]> =>
  page.evaluate(layoutProblems, expectationsOf[language]);

const languages = new Map(languageCodes.map((code) => [code, textsOf(code)]));

/** As JSON, as Playwright takes long over thousands of values. */
function expectations(language: LanguageCode): string {
  const own = languages.get(language) ?? new Map<string, string>();
  const ownTexts = new Set(own.values());
  const others = languageCodes.filter((code) => code !== language).flatMap((code) => [...(languages.get(code) ?? [])]);
  return JSON.stringify({
    keys: [...own.keys()].filter((key) => key.includes('.')),
    foreign: others
      // Examples of names are what people call their things.
      .filter(([key, text]) => text.includes(' ') && !ownTexts.has(text) && !key.endsWith('Placeholder'))
      .map(([, text]) => text),
  });
}

const expectationsOf = { en: expectations('en'), pt: expectations('pt'), es: expectations('es') };
