import type { Locator, Page } from '@playwright/test';

import { amazonPages } from './amazon-pages.ts';
import type { BrowserPerson } from './person.ts';
import { expect } from './product-test.ts';

export const connected = (page: Page) => page.getByRole('dialog', { name: 'Account linked and skill active' });

/** Expects a run of the trigger to reach the user's home. */
export async function expectReaction(
  guest: BrowserPerson,
  trigger: Awaited<ReturnType<BrowserPerson['addTrigger']>>,
): Promise<void> {
  await expect.poll(() => guest.knows()).toContain(trigger.name);
  const before = await guest.eventCount(trigger.deviceId);
  expect((await fetch(await guest.addressOf(trigger))).status).toBe(200);
  await expect.poll(() => guest.eventCount(trigger.deviceId)).toBe(before + 1);
}

/** Expects the success dialog and a working trigger. */
export async function expectConnected(
  page: Page,
  guest: BrowserPerson,
  trigger: Awaited<ReturnType<BrowserPerson['addTrigger']>>,
): Promise<void> {
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, trigger);
}

/** Clicks our button, signs in at Amazon and allows the skill. */
export async function reconnect(page: Page, guest: BrowserPerson) {
  await page.getByRole('main').getByRole('link', { name: 'Reconnect account' }).click();
  const amazon = amazonPages(page);
  await amazon.signIn(guest);
  await amazon.allowAlexa();
  return amazon;
}

/** Disables the skill in the Alexa app. */
export async function disableSkill(page: Page, guest: BrowserPerson): Promise<void> {
  const home = await page.context().newPage();
  await home.goto(guest.homeUrl);
  await home.getByRole('button', { name: 'Disable skill' }).click();
  await expect(home.getByText('Skill not enabled', { exact: true })).toBeVisible();
  await home.close();
}

/** Enables the skill on its page, which opens in another tab. Does not wait for our page. */
export async function enableByHand(
  page: Page,
  guest: BrowserPerson,
  skillPage: Locator,
  wasEnabled = false,
): Promise<void> {
  const popup = page.waitForEvent('popup');
  await skillPage.click();
  const house = await popup;
  await house.locator(`a[href="${new URL(guest.homeUrl).pathname}"]`).click();
  if (wasEnabled) await house.getByRole('button', { name: 'Disable skill' }).click();
  await house.getByRole('button', { name: 'Enable skill' }).click();
  await expect(house.getByText('Skill enabled', { exact: true })).toBeVisible();
}

/** Links the account, leaves the skill disabled, and stops on Alexa's consent page. */
export async function upToConsent(page: Page, guest: BrowserPerson) {
  await guest.signIn();
  await guest.linkAmazon();
  await page.goto('/amazon-auth');
  await page.getByRole('main').getByRole('link', { name: 'Connect Alexa' }).click();
  const amazon = amazonPages(page);
  await amazon.signIn(guest);
  await expect(amazon.alexaConsent).toBeVisible();
  return amazon;
}

/** Amazon sends an event when the skill is disabled; the page polls too rarely to wait for it, so the test reloads. */
export const openOnceDisabled = (page: Page): Promise<void> =>
  expect(async () => {
    await page.goto('/amazon-auth');
    await expect(page.getByRole('main')).toContainText('The skill was disabled in the Alexa app.', { timeout: 3_000 });
  }).toPass();
