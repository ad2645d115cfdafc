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

/** Checks the layout in three languages at each width, and axe in both themes. What is open stays open. */
export async function checkAppearances(
  page: Page,
  { layout = [1280, 360, 320], axe = [1280, 360], skeletons }: Appearances = {},
) {
  const findings: string[] = [];
  for (const language of languageCodes) {
    await setLanguage(page, language);
    for (const width of layout) {
      await narrow(page, width, skeletons);
      const problems = await layoutFindings(page, language);
      findings.push(...problems.map((problem) => `${language} ${width} px: ${problem}`));
    }
  }
  await setLanguage(page, 'en');
  for (const theme of themes) {
    await setTheme(page, theme);
    for (const width of axe) {
      await narrow(page, width, skeletons);
      findings.push(...(await lastingFindings(page, skeletons)).map((finding) => `${theme} ${width} px: ${finding}`));
    }
  }
  await setTheme(page, 'dark');
  await narrow(page, layout[0] ?? 1280, skeletons);
  expect(findings, 'what is wrong with this state').toEqual([]);
}

/** Runs axe again after a finding: a toast may have been fading. */
async function lastingFindings(page: Page, skeletons = false): Promise<string[]> {
  const first = await axeFindings(page);
  if (first.length === 0) return first;
  await atRest(page, { skeletons });
  return axeFindings(page);
}

async function narrow(page: Page, width: number, skeletons = false): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  // The page learns its new size in one frame and draws it in the next.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await atRest(page, { skeletons });
}
