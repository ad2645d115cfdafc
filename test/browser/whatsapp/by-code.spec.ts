import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { lineOf, onTrial, phoneOf } from '../support/whatsapp-phone.ts';

const pairingTime = { timeout: 60_000 };

test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

test('connects the number of the same phone by typing a code, and offers the QR code with one tap', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  await onTrial(context, guest, 'Good night');
  const phone = await phoneOf(context, guest.key);
  const number = await phone.number();
  await page.goto('/whatsapp');
  await page.getByRole('button', { name: 'Connect WhatsApp' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Connect WhatsApp' });
  await dialog.getByRole('textbox', { name: 'WhatsApp number' }).fill(number);

  await dialog.getByRole('button', { name: 'Scan a QR code instead' }).tap();
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible(pairingTime);
  await dialog.getByRole('button', { name: 'Link with phone number instead' }).tap();
  await expect(dialog.getByRole('textbox', { name: 'WhatsApp number' })).toHaveValue(number);

  await dialog.getByRole('button', { name: 'Get code' }).tap();
  const code = dialog.getByText(/[A-Z1-9]{4}-[A-Z1-9]{4}$/);
  await expect(code).toBeVisible(pairingTime);
  await phone.type((await code.innerText()).slice(-9));
  await expect(toastOf(page)).toContainText('WhatsApp connected', pairingTime);
  await expect(dialog).toBeHidden();
  await expect(phone.device(await lineOf(page, 2))).toContainText('Active');
});
