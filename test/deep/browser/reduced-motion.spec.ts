import type { Page } from '@playwright/test';

import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';
import { choose, runButton } from '../../browser/support/trigger-row.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Lists visible transitions and animations other than a fade. A spinner may turn slowly. */
const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('*')).flatMap((element) => {
      const { transitionDuration, animationName, animationDuration } = getComputedStyle(element);
      const longest = Math.max(...transitionDuration.split(',').map(parseFloat));
      const name = `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}">`;
      if (longest > 0.001) return [`${name} takes ${transitionDuration}`];
      if (element.matches('.animate-spinner')) return parseFloat(animationDuration) < 3 ? [`${name} turns fast`] : [];
      return ['none', 'fade-in'].includes(animationName) ? [] : [`${name} plays ${animationName}`];
    }),
  );

test('slides, shimmers and grows nothing on pages, overlays and toasts with reduced motion', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  await guest.settle('Good night');
  await page.goto('/triggers');
  await expect(page.getByRole('row')).toHaveCount(2);
  expect(await moving(page)).toEqual([]);
  await runButton(page, 'Good night').click();
  await expect(toastOf(page)).toBeVisible();
  expect(await moving(page)).toEqual([]);
  await choose(page, 'Good night', 'History');
  await expect(page.getByRole('dialog', { name: 'Run history' })).toBeVisible();
  expect(await moving(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await choose(page, 'Good night', 'Delete');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await moving(page)).toEqual([]);
});
