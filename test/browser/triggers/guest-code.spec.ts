import { expect, test } from '../support/product-test.ts';
import { readCode } from '../support/read-code.ts';
import { choose } from '../support/trigger-row.ts';

test("opens the trigger's guest page from the QR code on the screen and on the door sign", async ({
  page,
  guest,
  place,
  browser,
}) => {
  await guest.signIn('Beach house');
  await guest.settle('Gate');
  await page.goto('/triggers');
  await choose(page, 'Gate', 'Give access');
  await page.getByRole('button', { name: 'New access key' }).click();
  const form = page.getByRole('dialog', { name: 'New access key' });
  await form.getByLabel('Name').fill('Courier');
  await form.getByText('Page for a guest', { exact: true }).click();
  await form.getByRole('button', { name: 'Create access key' }).click();
  const handed = page.getByRole('dialog', { name: '“Courier” is ready' });
  const code = handed.getByRole('figure', { name: 'QR code with the address of the page' });
  await expect(code).toBeVisible();
  const address = await handed.getByText('/prod/pass#').innerText();

  expect(await readCode(code)).toBe(address);
  expect(await readCode(page.locator('.door-sign figure'))).toBe(address);
  expect(address).toMatch(new RegExp(`^${place.appUrl}/prod/pass#recado_`));

  const phone = await browser.newContext({ locale: 'en-GB', viewport: { width: 390, height: 800 } });
  const scanned = await phone.newPage();
  await scanned.goto((await readCode(code)) ?? '');
  await expect(scanned.getByRole('heading', { name: 'Gate' })).toBeVisible();
  await expect(scanned.getByRole('button', { name: 'Run' })).toBeVisible();
  await phone.close();
});
