import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';

declare global {
  var axe: typeof import('axe-core');
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Runs axe after finishing all finite animations, by default with all rules except AAA. Requesting only violations is
 * much faster.
 */
export async function axeFindings(page: Page, rules: readonly string[] = wcag): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  const violations = await page.evaluate(
    async (runOnly) => {
      const isMoving = (motion: Animation) =>
        motion.playState === 'running' && motion.effect?.getComputedTiming().iterations !== Infinity;
      for (const motion of document.getAnimations().filter(isMoving)) motion.finish();
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
