import type { Locator, Page } from '@playwright/test';

import { amazonPages } from './amazon-pages.ts';
import type { BrowserPerson } from './person.ts';
import { expect } from './product-test.ts';

export const connected = (page: Page) => page.getByRole('dialog', { name: 'Account linked and skill active' });

/** A fired trigger reaches the home. */
export async function expectReaction(
  guest: BrowserPerson,
  trigger: Awaited<ReturnType<BrowserPerson['addTrigger']>>,
): Promise<void> {
  await expect.poll(() => guest.knows()).toContain(trigger.name);
  const before = await guest.eventCount(trigger.deviceId);
  expect((await fetch(await guest.addressOf(trigger))).status).toBe(200);
  await expect.poll(() => guest.eventCount(trigger.deviceId)).toBe(before + 1);
}

/** Alexa confirmed, and the home reacts again. */
export async function expectConnected(
  page: Page,
  guest: BrowserPerson,
  trigger: Awaited<ReturnType<BrowserPerson['addTrigger']>>,
): Promise<void> {
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, trigger);
}

/** Our button leads to Amazon, where the person signs in and allows the skill. */
export async function reconnect(page: Page, guest: BrowserPerson) {
  await page.getByRole('main').getByRole('link', { name: 'Reconnect account' }).click();
  const amazon = amazonPages(page);
  await amazon.signIn(guest);
  await amazon.allowAlexa();
  return amazon;
}

/** In the Alexa app. */
export async function disableSkill(page: Page, guest: BrowserPerson): Promise<void> {
  const home = await page.context().newPage();
  await home.goto(guest.homeUrl);
  await home.getByRole('button', { name: 'Disable skill' }).click();
  await expect(home.getByText('Skill not enabled', { exact: true })).toBeVisible();
  await home.close();
}

/** From the page of the skill, which opens in another tab, and waits for nothing at our page. */
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

/** The account is linked, its skill is not enabled, and the browser stands before Alexa's consent. */
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

/** The event comes by itself after the skill was disabled; the page asks only now and then. */
export const openOnceDisabled = (page: Page): Promise<void> =>
  expect(async () => {
    await page.goto('/amazon-auth');
    await expect(page.getByRole('main')).toContainText('The skill was disabled in the Alexa app.', { timeout: 3_000 });
  }).toPass();
