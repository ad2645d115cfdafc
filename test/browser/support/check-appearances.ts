import { expect, type Page } from '@playwright/test';

import { atRest, languageCodes, show, themes } from './appearance.ts';
import { axeFindings } from './axe-findings.ts';
import { layoutFindings } from './layout-findings.ts';

type Appearances = {
  /**
   * Viewport widths: `layout` is checked in each language, `axe` in each theme. The first width is restored at the end.
   */
  layout?: readonly number[];
  axe?: readonly number[];
  /** Set if the checked state contains skeletons. */
  skeletons?: boolean;
};

/** Rules whose result depends on the theme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the layout in three languages at each width, and runs axe in both themes. Open overlays stay open. Each theme
 * runs all rules once, and the color rules at every width.
 */
export async function checkAppearances(
  page: Page,
  { layout = [1280, 360, 320], axe = [1280, 360], skeletons }: Appearances = {},
) {
  const findings: string[] = [];
  const states = { ...(skeletons && { skeletons }) };
  const note = (found: readonly string[], where: string) =>
    findings.push(...found.map((finding) => `${where}: ${finding}`));
  // Changing the language costs more than changing the width, and each round starts with the previous width and theme.
  const widths = [...new Set([...layout, ...axe])];
  const colors = [...themes];
  for (const language of languageCodes) {
    await show(page, { language, ...states });
    for (const width of widths) {
      const forAxe = language === 'en' && axe.includes(width);
      if (!forAxe && !layout.includes(width)) continue;
      await page.setViewportSize({ width, height: 800 });
      await show(page, states);
      if (layout.includes(width)) note(await layoutFindings(page, language), `${language} ${width} px`);
      if (!forAxe) continue;
      for (const [index, theme] of colors.entries()) {
        await show(page, { theme, ...states });
        const rules = index === 0 || axe.length === 1 ? undefined : colorRules;
        note(await lastingFindings(page, skeletons, rules), `${theme} ${width} px`);
      }
      colors.reverse();
    }
    widths.reverse();
  }
  await page.setViewportSize({ width: layout[0] ?? 1280, height: 800 });
  await show(page, { language: 'en', theme: 'dark', ...states });
  expect(findings, 'what is wrong with this state').toEqual([]);
}

/** Runs axe again after a finding, because a toast may have been fading. */
async function lastingFindings(page: Page, skeletons = false, rules?: readonly string[]): Promise<string[]> {
  const first = await axeFindings(page, rules);
  if (first.length === 0) return first;
  await atRest(page, { skeletons });
  return axeFindings(page, rules);
}
