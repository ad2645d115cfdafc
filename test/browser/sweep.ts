import { expect, type Page } from '@playwright/test';
import axeCore from 'axe-core';

import { layoutProblems } from './layout-problems.ts';
import { atRest, languageCodes, speak, themes, wearTheme, type LanguageCode } from './look.ts';
import { textsOf } from './texts.ts';

declare global {
  // Set by axe's own script in the page.
  var axe: typeof import('axe-core');
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Sweep = {
  /** Widths for the layout in each language, and for axe in each theme; the first is where the sweep begins and ends. */
  layout?: readonly number[];
  axe?: readonly number[];
  /** The state is one of waiting: skeletons are part of it. */
  skeletons?: boolean;
};

/**
 * Looks at a state of a page from all sides: in three languages nothing sticks out at any width, and axe finds nothing
 * in either theme. Whatever is open stays open meanwhile.
 */
export async function sweep(page: Page, { layout = [1280, 360, 320], axe = [1280, 360], skeletons }: Sweep = {}) {
  const findings: string[] = [];
  for (const language of languageCodes) {
    await speak(page, language);
    for (const width of layout) {
      await narrow(page, width, skeletons);
      const problems = await page.evaluate(layoutProblems, expectations(language));
      findings.push(...problems.map((problem) => `${language} ${width} px: ${problem}`));
    }
  }
  await speak(page, 'en');
  for (const theme of themes) {
    await wearTheme(page, theme);
    for (const width of axe) {
      await narrow(page, width, skeletons);
      findings.push(...(await axeFindings(page)).map((finding) => `${theme} ${width} px: ${finding}`));
    }
  }
  await wearTheme(page, 'dark');
  await narrow(page, layout[0] ?? 1280, skeletons);
  expect(findings, 'what is wrong with this state').toEqual([]);
}

async function narrow(page: Page, width: number, skeletons = false): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  // The page hears of its new size with the next frame, and draws what follows from it in the one after.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await atRest(page, { skeletons });
}

/** What axe finds. It comes into the page once, and tells of violations alone: all that passes takes most of the time. */
async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(async (runOnly) => {
    const found = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => ({ target: target.join(' '), failureSummary })),
    }));
  }, tags);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} at ${target}: ${failureSummary.replaceAll('\n', ' ')}`),
  );
}

const languages = new Map(languageCodes.map((code) => [code, textsOf(code)]));

/** Keys that nobody may see, and the sentences of the other languages. */
function expectations(language: LanguageCode): { keys: string[]; foreign: string[] } {
  const own = languages.get(language) ?? new Map<string, string>();
  const ownTexts = new Set(own.values());
  const others = languageCodes.filter((code) => code !== language).flatMap((code) => [...(languages.get(code) ?? [])]);
  return {
    keys: [...own.keys()].filter((key) => key.includes('.')),
    foreign: others
      // Examples of names are what people call their things.
      .filter(([key, text]) => text.includes(' ') && !ownTexts.has(text) && !key.endsWith('Placeholder'))
      .map(([, text]) => text),
  };
}
