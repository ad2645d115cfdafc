import type { Page } from '@playwright/test';

import { focused } from '../../browser/support/focus.ts';
import { lateAnswer, refused } from '../../browser/support/pretend-server.ts';
import { anInstance, calls, currentIs, picture, pretendWhatsApp } from '../../browser/support/pretend-whatsapp.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect WhatsApp' });
const dialogOf = (page: Page, name = 'Connect WhatsApp') => page.getByRole('dialog', { name });
const waiting = { json: { logged: false, chipStatus: 'WAITING_QR' } };

async function aServer(page: Page, qrcode = picture) {
  const server = await pretendWhatsApp(page);
  server.answer({
    [calls.connect]: { json: anInstance('CONNECTING') },
    [calls.qrCode]: { json: { qrcode } },
    [calls.logged]: waiting,
    [calls.unlink]: {},
  });
  await page.goto('/whatsapp');
  return server;
}

test('generates a code, shows it with instructions, and waits', { tag: '@spec-112.1' }, async ({ page }) => {
  const server = await aServer(page);
  const late = lateAnswer();
  server.answer({ [calls.qrCode]: late.route });
  await expect(page.getByText('Not an official WhatsApp connection')).toBeVisible();
  await expect(connectButton(page)).toHaveAccessibleDescription(/unofficial client/);
  await connectButton(page).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('status')).toHaveText('Generating QR code...');
  await expect(dialog.getByRole('img')).toHaveCount(0);
  late.give({ json: { qrcode: picture } });
  await expect(dialog.getByRole('img', { name: 'QR code that connects this WhatsApp number' })).toHaveAttribute(
    'src',
    picture,
  );
  await expect(dialog.getByRole('status')).toHaveText('Waiting for connection...');
  await expect(dialog.getByRole('heading', { name: 'Scan this code with your phone' })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(3);
  expect(server.sent(calls.connect)).toMatchObject([{ body: {} }]);
});

test('starts the dialog at its top on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 600 });
  await aServer(page);
  await connectButton(page).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('img')).toBeVisible();
  const { height = 0, y = -1 } = (await dialog.boundingBox()) ?? {};
  expect(height).toBeGreaterThan(600);
  expect(y).toBeGreaterThanOrEqual(0);
});

test(
  'shows a code without an address as a base64 image, and replaces it when it changes',
  { tag: '@spec-227.1' },
  async ({ page }) => {
    const base64 = picture.split(',').at(-1) ?? '';
    const server = await aServer(page, base64);
    await connectButton(page).click();
    const image = dialogOf(page).getByRole('img');
    await expect(image).toHaveAttribute('src', `data:image/png;base64,${base64}`);
    server.answer({ [calls.logged]: { json: { logged: false, chipStatus: 'WAITING_QR', qrcode: picture } } });
    await expect(image).toHaveAttribute('src', picture);
  },
);

test(
  'ignores Escape and outside presses while connecting; the close button closes the dialog and removes the line',
  { tag: '@spec-113.1' },
  async ({ page }) => {
    const server = await aServer(page);
    await connectButton(page).click();
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('img')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await expect.poll(() => server.sent(calls.logged).length).toBeGreaterThan(0);
    await expect(dialog).toBeVisible();
    expect(server.sent(calls.unlink)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(() => server.sent(calls.unlink)).toHaveLength(1);
    await expect(connectButton(page)).toBeFocused();
  },
);

test('removes the line when the dialog is closed before the server has answered', async ({ page }) => {
  const server = await aServer(page);
  const late = lateAnswer();
  server.answer({ [calls.connect]: late.route });
  await connectButton(page).click();
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialogOf(page)).toBeHidden();
  expect(server.sent(calls.unlink)).toEqual([]);
  late.give({ json: anInstance('CONNECTING') });
  await expect.poll(() => server.sent(calls.unlink)).toHaveLength(1);
  expect(server.sent(calls.qrCode)).toEqual([]);
});

test('closes the dialog and removes the line on Back, and leaves the page on the next Back', async ({ page }) => {
  const server = await aServer(page);
  await page.goto('/triggers');
  await page.getByRole('link', { name: 'WhatsApp', exact: true }).click();
  await connectButton(page).click();
  await expect(dialogOf(page).getByRole('img')).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).toHaveURL('/whatsapp');
  await expect.poll(() => server.sent(calls.unlink)).toHaveLength(1);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Triggers' })).toBeVisible();
});

test(
  'closes the dialog once connected, reloads everything, shows a toast and focuses the next step',
  { tag: '@spec-196.2' },
  async ({ page }) => {
    const server = await aServer(page);
    await connectButton(page).click();
    await expect(dialogOf(page).getByRole('img')).toBeVisible();
    const before = server.sent(calls.groups).length;
    server.answer({
      [calls.logged]: { json: { logged: true, chipStatus: 'CONNECTED' } },
      [calls.current]: currentIs(anInstance('CONNECTED')),
    });
    await expect(toastOf(page)).toContainText('WhatsApp connected');
    await expect(dialogOf(page)).toBeHidden();
    await expect(page.getByText('Ana Souza', { exact: true }).last()).toBeVisible();
    await expect(focused(page)).toHaveText('Select group');
    expect(server.sent(calls.groups).length).toBe(before + 1);
    expect(server.sent(calls.unlink)).toEqual([]);
  },
);

test('shows a code that was refused or not scanned in time as expired, and generates another one', async ({ page }) => {
  const server = await aServer(page);
  server.answer({ [calls.logged]: { json: { logged: false, chipStatus: 'DISCONNECTED' } } });
  await connectButton(page).click();
  const over = dialogOf(page).getByRole('alert');
  await expect(over).toContainText('The code is no longer valid');
  server.answer({ [calls.logged]: waiting });
  await over.getByRole('button', { name: 'Generate a new code' }).click();
  await expect(dialogOf(page).getByRole('img')).toBeVisible();
  expect(server.sent(calls.connect)).toHaveLength(2);
  server.answer({ [calls.logged]: { json: { logged: false, chipStatus: 'DISCONNECTED' } } });
  await expect(over).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
});

test('reports an empty code in a toast and on the card, and removes the line', async ({ page }) => {
  const server = await aServer(page, '');
  await connectButton(page).click();
  await expect(toastOf(page)).toContainText('Failed to connect WhatsApp. Please try again.');
  await expect(toastOf(page)).toContainText('The QR code was not generated correctly');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.getByRole('main')).toContainText('The QR code was not generated correctly');
  await expect.poll(() => server.sent(calls.unlink)).toHaveLength(1);
});

for (const [status, key, says] of [
  [503, 'whatsapp.full', 'There is no room for another WhatsApp number right now.'],
  [503, 'whatsapp.unavailable', 'WhatsApp is not responding. Try again shortly.'],
  [409, 'workspace.planRequired', 'This needs an active plan or trial.'],
] as const) {
  test(`shows why a connection could not start (${key}), and enables the button again`, async ({
    page,
    pageErrors,
  }) => {
    pageErrors.expect(new RegExp(`^${status} POST .*/connect$`));
    const server = await aServer(page);
    server.answer({ [calls.connect]: refused(status, key) });
    await connectButton(page).click();
    await expect(toastOf(page)).toContainText('Failed to connect WhatsApp. Please try again.');
    await expect(toastOf(page)).toContainText(says);
    await expect(dialogOf(page)).toBeHidden();
    expect(server.sent(calls.unlink)).toEqual([]);
    server.answer({ [calls.connect]: { json: anInstance('CONNECTING') } });
    await connectButton(page).click();
    await expect(dialogOf(page).getByRole('img')).toBeVisible();
  });
}

test('shows a code to compare, confirms it, and shows a refusal next to it', async ({ page, pageErrors }) => {
  pageErrors.expect(/^409 POST .*\/passkey\/confirm$/);
  const server = await aServer(page);
  const confirmCall = 'POST /api/zapbox-instances/99/passkey/confirm';
  server.answer({
    [calls.logged]: { json: { logged: false, chipStatus: 'PASSKEY_CONFIRMATION', passkey: { code: '1234-5678' } } },
    [confirmCall]: refused(409, 'instance.notPairing'),
  });
  await connectButton(page).click();
  const dialog = dialogOf(page, 'Compare the code');
  await expect(dialog).toContainText('1234-5678');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'The codes match' });
  await confirm.click();
  await expect(dialog.getByRole('alert')).toContainText('No number is being connected. Start again.');
  server.answer({ [confirmCall]: { json: { chipStatus: 'PASSKEY_CONFIRMATION' } } });
  await confirm.click();
  await expect(dialog.getByRole('status')).toHaveText('Confirmed. Waiting for WhatsApp...');
});
