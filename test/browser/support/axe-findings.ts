import type { Page } from '@playwright/test';
import axeCore from 'axe-core';

declare global {
  // Set by axe's own script in the page.
  var axe: typeof import('axe-core');
}

const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds by some of its rules or tags; by all that are asked of a page when none are named. Its script comes
 * into the page once, and tells of violations alone: all that passes takes most of the time.
 */
export async function axeFindings(page: Page, rules: readonly string[] = wcag): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(
    async (runOnly) => {
      const found = await window.axe.run(document, { runOnly, resultTypes: ['violations'] });
      return found.violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ target, failureSummary }) => ({ target: target.join(' '), failureSummary })),
      }));
    },
    [...rules],
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} at ${target}: ${failureSummary.replaceAll('\n', ' ')}`),
  );
}
