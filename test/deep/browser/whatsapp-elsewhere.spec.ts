import type { Page } from '@playwright/test';

import { addresses } from '../../browser/support/addresses.ts';
import { newGuest } from '../../browser/support/guests.ts';
import { personAt } from '../../browser/support/person.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { lineOf, onTrial, phoneOf } from '../../browser/support/whatsapp-phone.ts';

const connect = (page: Page) => page.getByRole('button', { name: 'Connect WhatsApp' });
const code = (page: Page) => page.getByRole('img', { name: 'QR code that connects this WhatsApp number' });
const status = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });
/** WhatsApp reports a scan with a delay, and the page polls every 5 s. */
const inTime = { timeout: 40_000 };

async function beginPairing(page: Page): Promise<void> {
  await page.goto('/whatsapp');
  await connect(page).click();
  await expect(code(page)).toBeVisible();
}

test('pairs with a code from before a reload, and the page shows it without a click', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  await onTrial(context, guest, 'Good night');
  const phone = await phoneOf(context, guest.key);
  await beginPairing(page);
  await page.reload();
  await expect(status(page, 'Waiting for QR scan')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await phone.press(await lineOf(page), 'Scan');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible(inTime);
  await expect(status(page, 'Connected')).toBeVisible();
});

test('ends pairing in one window when another one closes the same line', async ({ page, context, guest }) => {
  test.slow();
  await onTrial(context, guest, 'Good night');
  const other = await context.newPage();
  await beginPairing(page);
  await beginPairing(other);
  await other.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The code is no longer valid', inTime);
  await page.getByRole('button', { name: 'Generate a new code' }).click();
  await expect(code(page)).toBeVisible();

  const phone = await phoneOf(context, guest.key);
  const [, id = ''] = (await lineOf(page)).split('-');
  const shown = phone.screen.locator(`.code[data-session^="zb-${id}-"]`);
  await expect(shown).toHaveCount(1);
  await shown.getByRole('button', { name: 'Scan' }).click();
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible(inTime);
  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(status(other, 'Connected')).toBeVisible();
});

test('reports a phone that another account has connected as in use', async ({ page, context, guest, browser }) => {
  test.slow();
  await onTrial(context, guest, 'Good night');
  const phone = await phoneOf(context, guest.key);
  await beginPairing(page);
  await phone.press(await lineOf(page), 'Scan');
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible(inTime);

  const { appUrl } = addresses();
  const elsewhere = await browser.newContext({ baseURL: appUrl, locale: 'en-US' });
  await onTrial(elsewhere, personAt(elsewhere, newGuest(appUrl)), 'Good morning');
  const second = await elsewhere.newPage();
  await beginPairing(second);
  await phone.press(await lineOf(second), 'Scan');
  await expect(second.getByRole('dialog').getByRole('alert')).toContainText('This number is already in use', inTime);
  await elsewhere.close();
});
