import { expect, type Page } from '@playwright/test';

import { amazonPages } from './amazon-pages.ts';
import type { BrowserPerson } from './person.ts';

/** Signs in, connects Alexa, and creates the trigger "Good night". */
export async function createByClicks(page: Page, guest: BrowserPerson): Promise<void> {
  const amazon = amazonPages(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
  await page.getByRole('link', { name: 'Link account' }).click();
  await page.getByRole('link', { name: 'Connect Alexa' }).click();
  await amazon.signIn(guest);
  await amazon.allowProfile();
  await amazon.allowAlexa();
  const linked = page.getByRole('dialog', { name: 'Account linked and skill active' });
  await linked.getByRole('button', { name: 'Close' }).last().click();
  await page.goto('/triggers');
  await page.getByRole('main').getByRole('button', { name: 'Create trigger' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Good night');
  await page.keyboard.press('Enter');
}

/** Builds the routine of "Good night" in the Alexa app. */
export async function buildRoutine(home: Page, guest: BrowserPerson): Promise<void> {
  await home.goto(guest.homeUrl);
  await expect(home.locator('[data-device]')).toContainText('Good night');
  await home.getByRole('button', { name: 'Create routine' }).click();
  await expect(home.locator('[data-routine]')).toContainText('When Good night fires');
}

/** Adds the confirmation device as the last action of the routine. */
export async function addConfirmation(home: Page): Promise<void> {
  await home.getByText('Add action').click();
  await home.getByLabel('Scene').selectOption('Good night ok');
  await home
    .locator('form', { has: home.getByLabel('Scene') })
    .getByRole('button', { name: 'Add' })
    .click();
  await expect(home.locator('[data-routine]')).toContainText('Start Good night ok');
}
