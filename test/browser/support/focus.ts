import { expect, type Locator, type Page } from '@playwright/test';

import { atRest } from './appearance.ts';

export const focused = (page: Page): Locator => page.locator('*:focus');

/** The focus is not on the body, where it would start the page again. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator('body *:focus')).toHaveCount(1);
}

/** Presses Tab until an element has the focus, never past the end of the page. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // While the page waits for data, keys go nowhere.
  await atRest(page);
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reached ${String(target)}`);
}
