import { expect, type Locator, type Page } from '@playwright/test';

import { atRest } from './appearance.ts';

export const focused = (page: Page): Locator => page.locator('*:focus');

/** Expects the focus inside the page: on the body, tabbing would start from the top again. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator('body *:focus')).toHaveCount(1);
}

/** Presses Tab until the element has the focus, at most 80 times. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Key presses are lost while the page waits for data.
  await atRest(page);
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reached ${String(target)}`);
}
