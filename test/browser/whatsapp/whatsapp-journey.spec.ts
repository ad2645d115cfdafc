import { addresses } from '../support/addresses.ts';
import { newGuest } from '../support/guests.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { choose } from '../support/trigger-row.ts';
import { groupOf, lineOf, onTrial, phoneOf } from '../support/whatsapp-phone.ts';

const pairingTime = { timeout: 60_000 };

test(
  'pairs a number, links a group, runs a trigger by message, and names the member in the history',
  { tag: ['@translated', '@spec-3.2', '@spec-3.4', '@spec-10.1', '@spec-10.2'] },
  async ({ page, context, guest }) => {
    test.slow();
    const [night, morning] = await onTrial(context, guest, 'Good night', 'Good morning');
    const other = newGuest(addresses().appUrl);
    const group = await groupOf('Família da Ana', [guest.key, other.key]);
    const chat = await context.newPage();

    await test.step('pairs the number by scanning the code', async () => {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
      await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
      await expect(page.getByRole('img', { name: 'QR code that connects this WhatsApp number' })).toBeVisible();
      const line = await lineOf(page);
      const phone = await phoneOf(context, guest.key);
      await phone.press(line, 'Scan');
      await expect(phone.device(line)).toContainText('Active');
      await expect(toastOf(page)).toContainText('WhatsApp connected', pairingTime);
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page.getByRole('main').getByText('Connected', { exact: true })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(guest.name);
      await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible(pairingTime);
    });

    await test.step('links the family’s group', async () => {
      await page.getByRole('button', { name: 'Select group' }).click();
      const dialog = page.getByRole('dialog', { name: 'Select a group' });
      await dialog.getByRole('searchbox').fill('familia');
      await dialog.getByRole('radio', { name: group.name }).check();
      await dialog.getByRole('button', { name: 'Link group' }).click();
      await expect(toastOf(page)).toContainText('Write a trigger’s name in “Família da Ana”');
      await expect(page.getByRole('rowheader', { name: group.name })).toBeVisible();
    });

    await test.step('runs the trigger when another member types its name, and reacts to the message', async () => {
      await chat.goto(`${group.chatUrl}?as=${other.key}`);
      await chat.getByRole('textbox', { name: 'Message' }).fill('boa ideia, good night?');
      await chat.keyboard.press('Enter');
      await chat.getByRole('textbox', { name: 'Message' }).fill('Good  NIGHT!');
      await chat.keyboard.press('Enter');
      const command = chat.getByRole('article').filter({ hasText: 'Good  NIGHT!' });
      await expect(command.locator('.reacts')).toHaveText('✅');
      await expect.poll(() => guest.eventCount(night?.deviceId ?? '')).toBe(1);
      await expect(chat.getByText('sent by the product')).toHaveCount(0);
    });

    await test.step('replies with a quote after the owner chose texts and types on the paired phone', async () => {
      const quiet = page.getByRole('switch', { name: `In ${group.name}, reply with only ✅` });
      await quiet.click();
      await expect(quiet).not.toBeChecked();
      await chat.goto(`${group.chatUrl}?as=${guest.key}`);
      await chat.getByRole('textbox', { name: 'Message' }).fill('good morning');
      await chat.keyboard.press('Enter');
      const reply = chat.getByRole('article').filter({ hasText: 'sent by the product' });
      await expect(reply).toContainText(`✅ Good morning - ${guest.name}`);
      await expect(reply.locator('.quote')).toContainText('good morning');
      await expect.poll(() => guest.eventCount(morning?.deviceId ?? '')).toBe(1);
    });

    await test.step('shows channel and member in the history', async () => {
      await page.getByRole('link', { name: 'Triggers', exact: true }).click();
      await choose(page, 'Good night', 'History');
      const drawer = page.getByRole('dialog', { name: 'Run history' });
      await expect(drawer.getByRole('listitem').first()).toContainText('WhatsApp group');
      await expect(drawer).toContainText(`by ${other.name}`);
      await page.keyboard.press('Escape');
    });

    await test.step('unlinks the group by mistake and undoes it', async () => {
      await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
      await expect(page.getByRole('switch')).not.toBeChecked();
      await page.getByRole('button', { name: `Unlink ${group.name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink group' }).click();
      await toastOf(page).getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByRole('rowheader', { name: group.name })).toBeVisible();
      await expect(page.getByRole('switch')).not.toBeChecked();
    });

    await test.step('unlinks the group', async () => {
      await page.getByRole('button', { name: `Unlink ${group.name}` }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink group' }).click();
      await expect(toastOf(page)).toContainText('Group unlinked');
      await expect(page.getByText('No groups linked yet')).toBeVisible();
    });

    await test.step('disconnects the number and removes the device from the phone', async () => {
      const phone = await phoneOf(context, guest.key);
      const line = await lineOf(page);
      await expect(phone.device(line)).toBeVisible();
      await page.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
      await expect(toastOf(page)).toContainText('WhatsApp disconnected');
      await expect(phone.device(line)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible();
    });
  },
);
