import { expect, type Locator, type Page } from '@playwright/test';

/** The button in the list of triggers. */
export const runButton = (page: Page, trigger: string): Locator =>
  page.getByRole('button', { name: `Run ${trigger}`, exact: true });

/** The button at the top of the dashboard and the triggers page, whose name ends with the state of the last run. */
export const runTile = (page: Page, trigger: string): Locator =>
  page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: `Run ${trigger} ` });

export const moreButton = (page: Page, trigger: string): Locator =>
  page.getByRole('button', { name: `More actions for ${trigger}`, exact: true });

/** Chooses from the menu of a trigger with the keys of the menu. */
export async function chooseByKeyboard(page: Page, trigger: string, entry: string): Promise<void> {
  const item = page.getByRole('menuitem', { name: entry, exact: true });
  const more = moreButton(page, trigger);
  await more.focus();
  // The list loads on focus, and only then a key that opens it focuses its first entry.
  await expect(more.locator('~ [aria-hidden]')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type(entry);
  await expect(item).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Chooses from the menu of a trigger. */
export async function choose(page: Page, trigger: string, entry: string): Promise<void> {
  await moreButton(page, trigger).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
