import { focused, tabTo } from '../support/focus.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { groupOf, lineOf, onTrial, phoneOf } from '../support/whatsapp-phone.ts';

test('cancels a pairing, pairs, links and unlinks a group, and disconnects by keyboard', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  await onTrial(context, guest, 'Good night');
  const group = await groupOf('Família', [guest.key]);
  const phone = await phoneOf(context, guest.key);
  await page.bringToFront();
  await page.goto('/whatsapp');
  const connect = page.getByRole('button', { name: 'Connect WhatsApp' });
  const dialog = page.getByRole('dialog', { name: 'Connect WhatsApp' });
  await tabTo(page, connect);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img')).toBeVisible();
  await expect(dialog.locator(':focus').or(dialog.and(focused(page)))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(connect).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img')).toBeVisible();
  await phone.press(await lineOf(page, 2), 'Scan');
  await expect(toastOf(page)).toContainText('WhatsApp connected');
  await expect(page.getByRole('button', { name: 'Select group' })).toBeFocused();

  await page.keyboard.press('Enter');
  const select = page.getByRole('dialog', { name: 'Select a group' });
  await expect(select.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('fam');
  await expect(select.getByRole('radio')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(select.getByText('Choose a group.')).toBeVisible();
  await expect(select.getByRole('radio', { name: group.name })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(select.getByText('Choose a group.')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('Group linked');
  await expect(page.getByRole('rowheader', { name: group.name })).toBeVisible();
  await expect(select).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Groups', exact: true })).toBeFocused();
  // No dialog is open, so Escape closes the toast.
  await page.keyboard.press('Escape');
  await expect(toastOf(page)).toHaveCount(0);

  const remove = page.getByRole('button', { name: `Unlink ${group.name}` });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Unlink group' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No groups linked yet')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  const disconnect = page.getByRole('button', { name: 'Disconnect' });
  await tabTo(page, disconnect);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }));
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('WhatsApp disconnected');
  await expect(connect).toBeFocused();
});
