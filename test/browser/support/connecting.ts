import type { Page } from '@playwright/test';

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
