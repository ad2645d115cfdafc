import type { Page } from '@playwright/test';

import { type ChipStatus, chipStatuses } from '#shared/rules/chip-status.ts';

import { standInExtension } from '../../browser/support/passkey-extension.ts';
import { aGroup, anInstance, answersTo, calls, pretendWhatsApp } from '../../browser/support/pretend-whatsapp.ts';
import { expect, test } from '../../browser/support/product-test.ts';

const words: Record<ChipStatus, string> = {
  DISCONNECTED: 'Disconnected',
  CONNECTING: 'Connecting',
  WAITING_QR: 'Waiting for QR scan',
  PASSKEY_REQUIRED: 'Waiting for passkey',
  PASSKEY_CONFIRMATION: 'Waiting for confirmation',
  CONNECTED: 'Connected',
  LOST: 'Connection lost',
};
const holdsContact: readonly ChipStatus[] = ['CONNECTED', 'LOST'];

for (const shared of [false, true]) {
  test(`shows status, contact, buttons and groups of a number of ${shared ? 'another workspace' : 'its own'} in every state`, async ({
    page,
  }) => {
    const server = await pretendWhatsApp(page);
    for (const chipStatus of chipStatuses) {
      const instance = anInstance(chipStatus, { referencedInstanceId: shared ? 41 : null });
      server.answer(answersTo({ instance, ...(shared && { from: 'Beach' }) }));
      await test.step(chipStatus, async () => {
        const before = server.sent(calls.check).length;
        await page.goto('/whatsapp');
        await showsNumber(page, chipStatus, shared);
        const checks = () => server.sent(calls.check).length - before;
        if (chipStatus === 'CONNECTED') await expect.poll(checks).toBe(1);
        else expect(checks()).toBe(0);
      });
    }
  });
}

async function showsNumber(page: Page, chipStatus: ChipStatus, shared: boolean): Promise<void> {
  const main = page.getByRole('main');
  const connected = chipStatus === 'CONNECTED';
  await expect(main.getByText(words[chipStatus], { exact: true })).toBeVisible();

  const known = holdsContact.includes(chipStatus) ? 1 : 0;
  await expect(main.getByText('Ana Souza', { exact: true })).toHaveCount(known);
  await expect(main.getByText('+55 11 95550 0001')).toHaveCount(known);
  await expect(main.getByText('Shared from “Beach”')).toHaveCount(shared ? known : 0);
  await expect(main.locator('img')).toHaveCount(known);

  const button = (name: string) => main.getByRole('button', { name, exact: true });
  await expect(button('Connect WhatsApp')).toHaveCount(connected ? 0 : 1);
  await expect(button('Use Existing')).toHaveCount(connected ? 0 : 1);
  await expect(button('Disconnect')).toHaveCount(known && !shared ? 1 : 0);
  await expect(button('Unlink')).toHaveCount(known && shared ? 1 : 0);
  await expect(main.getByText('Not an official WhatsApp connection')).toHaveCount(connected ? 0 : 1);
  await expect(button('Select group')).toHaveCount(connected ? 1 : 0);
}

test(
  'adds groups to a connected number only; otherwise shows them and asks to connect first',
  { tag: ['@spec-103.1', '@spec-103.2'] },
  async ({ page }) => {
    const server = await pretendWhatsApp(page);
    server.answer({ [calls.choices]: { json: [{ jid: 'x@g.us', name: 'Neighbours', canPost: true }] } });
    for (const chipStatus of chipStatuses) {
      server.answer(answersTo({ instance: anInstance(chipStatus), groups: [aGroup(1, 'Família')] }));
      await test.step(chipStatus, async () => {
        await page.goto('/whatsapp');
        await expect(page.getByRole('rowheader', { name: 'Família' })).toBeVisible();
        await page.getByRole('button', { name: 'Add group' }).click();
        const dialog = page.getByRole('dialog', { name: 'Select a group' });
        const choice = dialog.getByRole('radio', { name: 'Neighbours' });
        if (chipStatus === 'CONNECTED') await expect(choice).toBeVisible();
        else await expect(dialog).toContainText('Please connect WhatsApp first.');
      });
    }
  },
);

test(
  'offers both ways to get a number to a workspace that never had one',
  { tag: ['@spec-30.1', '@spec-99.1'] },
  async ({ page, context }) => {
    await standInExtension(context);
    await pretendWhatsApp(page);
    await page.goto('/whatsapp');
    const main = page.getByRole('main');
    await expect(main.getByText('No number connected')).toBeVisible();
    await expect(main.getByText('Disconnected', { exact: true })).toBeVisible();
    await expect(main.getByRole('button')).toHaveText(['Connect WhatsApp', 'Use Existing']);
  },
);

test(
  'shows a phone number as it came when it cannot be formatted, and logs that',
  { tag: '@spec-229.4' },
  async ({ page, pageErrors }) => {
    pageErrors.expect(
      /^failed: GET \/assets\/formats-phone-number-/,
      /^console error: \[recado\] phone number not formatted/,
    );
    await page.route('/assets/formats-phone-number-*.js', (route) => route.abort());
    await pretendWhatsApp(page, { instance: anInstance('CONNECTED') });
    const logged = page.waitForEvent('console', (message) => message.text().includes('phone number not formatted'));
    await page.goto('/whatsapp');
    await logged;
    await expect(page.getByRole('main').getByText('+5511955500001')).toBeVisible();
  },
);

test('shows that a contact has no name and that a number has no phone', async ({ page }) => {
  const instance = anInstance('CONNECTED', { contactName: 'Nome não disponível', phone: null, contactPicture: null });
  await pretendWhatsApp(page, { instance });
  await page.goto('/whatsapp');
  await expect(page.getByText('Name not available')).toBeVisible();
  await expect(page.getByText('WhatsApp instance information is incomplete')).toBeVisible();
  await expect(page.getByRole('main').locator('img')).toHaveCount(0);
});
