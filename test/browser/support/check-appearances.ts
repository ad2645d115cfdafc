import { expect, type Page } from '@playwright/test';

import { atRest, languageCodes, setLanguage, themes, setTheme } from './appearance.ts';
import { axeFindings } from './axe-findings.ts';
import { layoutFindings } from './layout-findings.ts';

type Appearances = {
  /** Widths for the layout in each language, and for axe in each theme; the first is restored at the end. */
  layout?: readonly number[];
  axe?: readonly number[];
  /** Skeletons are part of the state. */
  skeletons?: boolean;
};

/** What depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the layout in three languages at each width, and axe in both themes. What is open stays open. Every theme meets
 * every rule, and at every width those about colours.
 */
export async function checkAppearances(
  page: Page,
  { layout = [1280, 360, 320], axe = [1280, 360], skeletons }: Appearances = {},
) {
  const findings: string[] = [];
  const note = (found: readonly string[], where: string) =>
    findings.push(...found.map((finding) => `${where}: ${finding}`));
  // Each change costs a wait, so a width starts with the language and the theme of the one before.
  const languages = [...languageCodes];
  const colors = [...themes];
  for (const width of new Set([...layout, ...axe])) {
    await page.setViewportSize({ width, height: 800 });
    for (const language of languages) {
      const forAxe = language === 'en' && axe.includes(width);
      if (!forAxe && !layout.includes(width)) continue;
      await setLanguage(page, language);
      await drawn(page, skeletons);
      if (layout.includes(width)) note(await layoutFindings(page, language), `${language} ${width} px`);
      if (!forAxe) continue;
      for (const [index, theme] of colors.entries()) {
        await setTheme(page, theme);
        await drawn(page, skeletons);
        const rules = index === 0 || axe.length === 1 ? undefined : colorRules;
        note(await lastingFindings(page, skeletons, rules), `${theme} ${width} px`);
      }
      colors.reverse();
    }
    languages.reverse();
  }
  await setLanguage(page, 'en');
  await setTheme(page, 'dark');
  await page.setViewportSize({ width: layout[0] ?? 1280, height: 800 });
  await drawn(page, skeletons);
  expect(findings, 'what is wrong with this state').toEqual([]);
}

/** Runs axe again after a finding: a toast may have been fading. */
async function lastingFindings(page: Page, skeletons = false, rules?: readonly string[]): Promise<string[]> {
  const first = await axeFindings(page, rules);
  if (first.length === 0) return first;
  await atRest(page, { skeletons });
  return axeFindings(page, rules);
}

/** A page learns of a change in one frame and draws it in the next. */
async function drawn(page: Page, skeletons = false): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await atRest(page, { skeletons });
}
