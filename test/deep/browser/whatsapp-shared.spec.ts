import type { Page } from '@playwright/test';

import { addresses } from '../../browser/support/addresses.ts';
import { newGuest } from '../../browser/support/guests.ts';
import { letLostDayPass } from '../../browser/support/let-lost-pass.ts';
import { payerAt } from '../../browser/support/payer.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';
import { groupOf, lineOf, onTrial, phoneOf } from '../../browser/support/whatsapp-phone.ts';

const pairingTime = { timeout: 60_000 };

test('removes the code from the phone’s camera when the dialog closes, and ends a code that the phone refuses', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  await onTrial(context, guest, 'Good night');
  const phone = await phoneOf(context, guest.key);
  await page.goto('/whatsapp');
  await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
  const image = page.getByRole('img', { name: 'QR code that connects this WhatsApp number' });
  await expect(image).toBeVisible();
  const first = await lineOf(page);
  await expect(phone.code(first)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(phone.code(first)).toHaveCount(0);

  await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
  await expect(image).toBeVisible();
  await phone.press(await lineOf(page, 2), 'Refuse');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The code is no longer valid');
});

test(
  'shares a number with a second workspace, and removes it and its groups from both when the phone is lost',
  { tag: '@spec-10.1' },
  async ({ page, context, guest, pageErrors }) => {
    test.slow();
    await onTrial(context, guest, 'Good night');
    const family = await groupOf('Família', [guest.key]);
    const neighbours = await groupOf('Vizinhos da praia', [guest.key]);
    const phone = await phoneOf(context, guest.key);
    const line = await test.step('pairs a number in the first workspace', async () => {
      await page.goto('/whatsapp');
      await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
      await expect(page.getByRole('img', { name: 'QR code that connects this WhatsApp number' })).toBeVisible();
      const name = await lineOf(page);
      await phone.press(name, 'Scan');
      await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible(pairingTime);
      await link(page, family.name);
      return name;
    });

    const home = await guest.current();

    await test.step('uses it in the second workspace, for another group', async () => {
      await guest.switchTo((await guest.addWorkspace('Beach')).id);
      await guest.linkAmazon(newGuest(addresses().appUrl).key);
      const payer = await payerAt(context, guest);
      const customer = await payer.customer();
      await payer.addCard(customer);
      await payer.subscribe(customer);
      await payer.becomes({ status: 'active' });
      await page.reload();
      await page.getByRole('button', { name: 'Use Existing' }).click();
      await page.getByRole('combobox', { name: 'Connection' }).selectOption(`${guest.name} · Home`);
      await page.getByRole('button', { name: 'Use shared connection' }).click();
      await expect(toastOf(page)).toContainText('Connection shared');
      await expect(page.getByText('Shared from “Home”')).toBeVisible();
      await expect(page.getByText('No groups linked yet')).toBeVisible();
      await link(page, neighbours.name);
    });

    await test.step('refuses to link a group of the first workspace in the second', async () => {
      await page.getByRole('button', { name: 'Add group' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('radio', { name: neighbours.name })).toBeDisabled();
      pageErrors.expect(/^409 POST \/api\/whatsapp-groups$/);
      await dialog.getByRole('radio', { name: family.name }).check();
      await dialog.getByRole('button', { name: 'Link group' }).click();
      await expect(dialog.getByRole('alert')).toContainText('This group is already linked.');
      await page.keyboard.press('Escape');
    });

    await test.step('loses it when the phone logs the device out, and shows a toast', async () => {
      await phone.press(line, 'Log out');
      await expect(phone.device(line)).toHaveCount(0);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(toastOf(page)).toContainText('WhatsApp Disconnected');
      await expect(page.getByRole('button', { name: 'Use Existing' })).toBeVisible();
    });

    await test.step('keeps its group for the day in which the gateway may only be restarting', async () => {
      await expect(page.getByRole('rowheader')).toHaveCount(1);
      await letLostDayPass(home.id);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Use Existing' })).toBeVisible();
      await expect(page.getByRole('rowheader')).toHaveCount(0);
    });

    await test.step('removes the group of the first workspace as well', async () => {
      await page.getByRole('button', { name: 'Workspace Beach' }).click();
      await page.getByRole('menuitemradio', { name: 'Home' }).click();
      await expect(page.getByRole('button', { name: 'Workspace Home' })).toBeVisible();
      await expect(page.getByRole('main').getByText('Disconnected', { exact: true })).toBeVisible();
      await expect(page.getByRole('rowheader')).toHaveCount(0);
    });
  },
);

async function link(page: Page, group: string): Promise<void> {
  await page.getByRole('button', { name: 'Select group' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select a group' });
  await dialog.getByRole('radio', { name: group }).check();
  await dialog.getByRole('button', { name: 'Link group' }).click();
  await expect(page.getByRole('rowheader', { name: group })).toBeVisible();
}
