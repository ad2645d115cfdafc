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

test('the dialog generates a code, shows it with what to do, and waits', { tag: '@spec-112.1' }, async ({ page }) => {
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

test('on a small phone the dialog begins at its top', async ({ page }) => {
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
  'a code that is no address is a picture in base64, and one that changes is shown',
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
  'while it connects neither Escape nor a press outside closes it; the close button does, and the line goes',
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

test('closing before the server has answered removes what it then has begun', async ({ page }) => {
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

test('Back closes the dialog and removes the line too, and then leaves the page', async ({ page }) => {
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
  'once connected it closes, all is asked for again, a toast says so, and the focus is on the card',
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
    await expect(focused(page)).toHaveText('Disconnect');
    expect(server.sent(calls.groups).length).toBe(before + 1);
    expect(server.sent(calls.unlink)).toEqual([]);
  },
);

test('a code that was not scanned in time, or that the phone refused, is shown as expired, and another one is made', async ({
  page,
}) => {
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

test('an empty code is said as such, on the card too, and the line goes', async ({ page }) => {
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
  test(`a connection that does not begin (${key}) says why, and the button is ready again`, async ({
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

test('a code to compare is shown and confirmed, and a refusal is shown with it', async ({ page, pageErrors }) => {
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
