import type { Page } from '@playwright/test';

import { languageCodes, type LanguageCode } from './appearance.ts';
import { layoutProblems } from './layout-problems.ts';
import { textsOf } from './texts.ts';

declare global {
  /** Texts by language and key, passed to each page once: Playwright takes long to serialize thousands of values. */
  var layoutTexts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export async function layoutFindings(page: Page, language: LanguageCode): Promise<string[]> {
  if (!(await page.evaluate(() => 'layoutTexts' in window))) await page.evaluate(tellTexts);
  return page.evaluate(layoutProblems, language);
}

const texts = Object.fromEntries(languageCodes.map((code) => [code, Object.fromEntries(textsOf(code))]));
const tellTexts = `window.layoutTexts = ${JSON.stringify(texts)}`;
