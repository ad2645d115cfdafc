import { expect, type Locator, type Page } from '@playwright/test';

/** What has the focus. */
export const focused = (page: Page): Locator => page.locator('*:focus');

/** The focus may be anywhere but lost: on the body it is at the start of the page, for no reason a person could see. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect(page.locator('body *:focus')).toHaveCount(1);
}
