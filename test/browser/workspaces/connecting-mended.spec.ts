import type { Page } from '@playwright/test';

import { addresses } from '../support/addresses.ts';
import { amazonPages } from '../support/amazon-pages.ts';
import { connected, expectReaction, upToConsent } from '../support/connecting.ts';
import { letMinutePass } from '../support/let-minute-pass.ts';
import type { BrowserPerson } from '../support/person.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';

const refusedRun = /^409 POST \/api\/triggers\/[\w-]+\/execute$/;

/** At Amazon, as Carla did; the skill stays enabled. */
async function withdrawPermission(page: Page, guest: BrowserPerson): Promise<void> {
  const account = await page.context().newPage();
  await account.goto(`${addresses().sandboxUrl}/amazon/permissions/${guest.key}`);
  const remove = account.getByRole('button', { name: 'Remove Recado (Alexa skill)' });
  await remove.click();
  await expect(remove).toHaveCount(0);
  await account.goto(guest.homeUrl);
  await expect(account.getByText('Skill enabled', { exact: true })).toBeVisible();
  await account.close();
}

async function openHome(page: Page, guest: BrowserPerson, button: string): Promise<void> {
  const home = await page.context().newPage();
  await home.goto(guest.homeUrl);
  await home.getByRole('button', { name: button }).click();
  await expect(home.getByText('Skill enabled', { exact: true })).toBeVisible();
  await home.close();
}

/** A run tells that the permission is over, and the page of the account leads to Amazon. */
async function reconnectAfterRun(page: Page, guest: BrowserPerson) {
  await page.goto('/triggers');
  await page.getByRole('button', { name: 'Run Good night' }).click();
  await expect(toastOf(page)).toContainText('Amazon token expired');
  await page.goto('/amazon-auth');
  await expect(page.getByRole('main').getByText('Access ended')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Reconnect account' }).click();
  const amazon = amazonPages(page);
  await amazon.signIn(guest);
  await amazon.allowAlexa();
  return amazon;
}

async function settled(guest: BrowserPerson) {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await expectReaction(guest, trigger);
  return trigger;
}

test('a permission that was withdrawn at Amazon comes back with one button, and the house reacts', async ({
  page,
  guest,
  pageErrors,
}) => {
  pageErrors.expect(refusedRun);
  const trigger = await settled(guest);
  await withdrawPermission(page, guest);
  await reconnectAfterRun(page, guest);
  await expect(connected(page)).toBeVisible();
  await expect(page.getByText('Access ended')).toHaveCount(0);
  await expectReaction(guest, trigger);
});

test('where Alexa sends no permission again, one button switches the skill off and on, and the house reacts', async ({
  page,
  guest,
  pageErrors,
}) => {
  pageErrors.expect(refusedRun);
  const trigger = await settled(guest);
  await guest.orderAlexa('enablement', { grantsWhenEnabled: false });
  await withdrawPermission(page, guest);
  const amazon = await reconnectAfterRun(page, guest);
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog.locator('[aria-current=step]')).toContainText('Alexa confirms');
  await expect(dialog.getByRole('link', { name: 'Disable and enable the skill' })).toHaveCount(0);
  await letMinutePass((await guest.current()).id);
  await expect(dialog).toContainText('it cannot be enabled again');
  await dialog.getByRole('link', { name: 'Disable and enable the skill' }).click();
  // The first consent ended with the permission, the second with the skill.
  await amazon.allowAlexa();
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, trigger);
});

test('who says no at Alexa’s consent enables the skill by hand, and the page sees it', async ({ page, guest }) => {
  const amazon = await upToConsent(page, guest);
  await amazon.refuse();
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog).toContainText('You did not allow Alexa');
  const popup = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Open the skill’s page' }).click();
  const house = await popup;
  await house.locator(`a[href="${new URL(guest.homeUrl).pathname}"]`).click();
  await house.getByRole('button', { name: 'Enable skill' }).click();
  await expect(house.getByText('Skill enabled', { exact: true })).toBeVisible();
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, await guest.addTrigger('Good night'));
});

test('a skill that was enabled first is active as soon as the account is linked', async ({ page, guest }) => {
  await guest.signIn();
  await openHome(page, guest, 'Enable skill');
  await page.goto('/amazon-auth');
  await page.getByRole('main').getByRole('link', { name: 'Connect Alexa' }).click();
  // Name and e-mail were allowed with the skill.
  await amazonPages(page).signIn(guest);
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, await guest.addTrigger('Good night'));
});
