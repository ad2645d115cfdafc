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
