import type { Page } from '@playwright/test';

import { aChallenge, anAssertion } from '#web/testing/a-passkey.ts';
import { userAgents } from '#web/testing/an-extension.ts';

import { pageClock } from '../../browser/support/page-clock.ts';
import { standInExtension } from '../../browser/support/passkey-extension.ts';
import { anInstance, calls, currentIs, picture, pretendWhatsApp } from '../../browser/support/pretend-whatsapp.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';
import { lineOf, onTrial, phoneOf } from '../../browser/support/whatsapp-phone.ts';
import { standInForWhatsAppWeb, whatsAppWebTab } from '../../browser/support/whatsapp-web.ts';

const pairingTime = { timeout: 60_000 };
const offer = 'Some numbers ask for a passkey';
const connect = (page: Page) => page.getByRole('button', { name: 'Connect WhatsApp' }).click();
const code = (page: Page) => page.getByRole('img', { name: 'QR code that connects this WhatsApp number' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'WhatsApp asks for a passkey' });
const signButton = (page: Page) => dialogOf(page).getByRole('button', { name: 'Sign with passkey' });

const challenge = aChallenge();
const asks = { json: { logged: false, chipStatus: 'PASSKEY_REQUIRED', passkey: { challenge } } };

/** `begin` starts the pairing after the press of "Connect WhatsApp". */
async function atThePasskey(page: Page, begin?: () => Promise<void>) {
  const server = await pretendWhatsApp(page);
  server.answer({
    [calls.connect]: { json: anInstance('CONNECTING') },
    [calls.qrCode]: { json: { qrcode: picture } },
    [calls.logged]: asks,
    [calls.answer]: { json: { chipStatus: 'PASSKEY_REQUIRED' } },
    [calls.unlink]: {},
  });
  await page.goto('/whatsapp');
  await connect(page);
  await begin?.();
  await expect(dialogOf(page)).toBeVisible();
  return server;
}

test('pairs a number that requires a passkey and a code with the extension, by a press and a comparison', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  await standInForWhatsAppWeb(context);
  await onTrial(context, guest, 'Good night');
  const heard = await standInExtension(context);
  const phone = await phoneOf(context, guest.key);
  await phone.demand('passkeyAndCode');
  await page.goto('/whatsapp');
  await expect(page.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible();
  await expect.poll(() => heard[0]).toEqual({ type: 'waha-passkey-ping' });
  await expect(page.getByText(offer)).toHaveCount(0);
  await connect(page);
  await expect(code(page)).toBeVisible();
  await phone.press(await lineOf(page), 'Scan');

  await signButton(page).click();
  const compare = page.getByRole('dialog', { name: 'Compare the code' });
  const shown = (await phone.screen.locator('.digits').textContent()) ?? 'no code';
  await expect(compare).toContainText(shown);
  await compare.getByRole('button', { name: 'The codes match' }).click();
  await expect(toastOf(page)).toContainText('WhatsApp connected', pairingTime);
  await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible(pairingTime);
});

test('pairs the number without the extension, with the answer that the script signs on a page of WhatsApp', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await standInForWhatsAppWeb(context);
  await onTrial(context, guest, 'Good night');
  const phone = await phoneOf(context, guest.key);
  await phone.demand('passkey');
  await page.goto('/whatsapp');
  await expect(page.getByText(offer)).toBeVisible();
  await connect(page);
  await expect(code(page)).toBeVisible();
  await phone.press(await lineOf(page), 'Scan');

  const dialog = dialogOf(page);
  await dialog.getByText('Sign without the extension').click();
  await dialog.getByRole('button', { name: 'Copy script' }).click();
  const tab = await whatsAppWebTab(context);
  await tab.run(await page.evaluate(() => navigator.clipboard.readText()));
  await tab.page.bringToFront();
  await tab.page.getByRole('button', { name: 'Sign with passkey' }).click();
  await expect(tab.page.getByRole('status')).toHaveText(/^Signed and copied\./);
  const answer = await tab.page.evaluate(() => navigator.clipboard.readText());
  await page.bringToFront();
  await dialog.getByRole('textbox', { name: 'Signed answer' }).fill(answer);
  await dialog.getByRole('button', { name: 'Send answer' }).click();
  await expect(toastOf(page)).toContainText('WhatsApp connected', pairingTime);
});

test('shows the browser’s message when nothing was signed, and signs at the next press', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await standInForWhatsAppWeb(context);
  await atThePasskey(page);
  await dialogOf(page).getByText('Sign without the extension').click();
  await dialogOf(page).getByRole('button', { name: 'Copy script' }).click();
  const script = await page.evaluate(() => navigator.clipboard.readText());
  const tab = await whatsAppWebTab(context);
  // As a browser does when the user cancels.
  await tab.page.evaluate(() =>
    Reflect.set(navigator.credentials, 'get', () => {
      Reflect.deleteProperty(navigator.credentials, 'get');
      return Promise.reject(new DOMException('The operation was cancelled.', 'NotAllowedError'));
    }),
  );
  await tab.run(script);
  // Pasted twice, the script draws only one button.
  await tab.run(script);
  const button = tab.page.getByRole('button', { name: 'Sign with passkey' });
  await button.click();
  await expect(tab.page.getByRole('status')).toHaveText(
    'The passkey was not used. The browser says: The operation was cancelled.',
  );
  await tab.page.evaluate(() =>
    Reflect.set(navigator.clipboard, 'writeText', () => Promise.reject(new Error('not allowed'))),
  );
  await button.click();
  await expect(tab.page.getByRole('status')).toHaveText(/^Signed\. Copy the answer, then/);
  await tab.page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'));
  await tab.page.getByRole('button', { name: 'Copy answer' }).click();
  await expect(tab.page.getByRole('status')).toHaveText(/^Signed and copied\./);
  const answer: unknown = JSON.parse(await tab.page.evaluate(() => navigator.clipboard.readText()));
  expect(answer).toMatchObject({ type: 'public-key', response: { signature: expect.any(String) } });
});

test('finds an extension that was installed while the page was open after a reload', async ({ page, context }) => {
  await pretendWhatsApp(page);
  await page.goto('/whatsapp');
  await expect(page.getByRole('link', { name: /^Get the extension/ })).toHaveAttribute(
    'href',
    'https://chromewebstore.google.com/detail/ghpdcgnjffaaekflfpcgkgpbafmjldcp',
  );
  await page.getByRole('button', { name: 'I installed it, check again' }).click();
  await expect(page.getByText(/^The extension is not responding\./)).toBeVisible();
  await standInExtension(context);
  await page.getByRole('button', { name: 'Reload this page' }).click();
  await expect(page.getByText(offer)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Connect WhatsApp' })).toBeVisible();
});

test('shows the extension’s own error message, and allows another attempt', async ({ page, context }) => {
  const replies: object[] = [
    { ok: false, error: 'The tab was closed.' },
    { ok: true, assertion: anAssertion() },
  ];
  const heard = await standInExtension(context, 'chromium', async () => replies.shift() ?? {});
  const server = await atThePasskey(page);
  await signButton(page).click();
  await expect(dialogOf(page).getByRole('alert')).toContainText('The extension says: “The tab was closed.”');
  expect(server.sent(calls.answer)).toEqual([]);
  await signButton(page).click();
  await expect(dialogOf(page).getByRole('status')).toHaveText('Answer sent. Waiting for WhatsApp...');
  expect(server.sent(calls.answer)).toMatchObject([{ body: { assertion: anAssertion() } }]);
  expect(heard.filter(({ type }) => type === 'waha-passkey-sign')).toMatchObject([{ challenge }, { challenge }]);
  server.answer({
    [calls.logged]: { json: { logged: true, chipStatus: 'CONNECTED' } },
    [calls.current]: currentIs(anInstance('CONNECTED')),
  });
  await expect(toastOf(page)).toContainText('WhatsApp connected');
});

test('reports after 30 s that WhatsApp ignores an accepted answer, and starts again when it gives up the passkey', async ({
  page,
  context,
}) => {
  await standInExtension(context, 'chromium', async () => ({ ok: true, assertion: anAssertion() }));
  const clock = await pageClock(page);
  const server = await atThePasskey(page);
  await signButton(page).click();
  await expect(dialogOf(page).getByText('Answer sent. Waiting for WhatsApp...')).toBeVisible();
  await clock.stop();
  await clock.pass(25_000);
  await expect(page.getByText('WhatsApp is not responding')).toHaveCount(0);
  await clock.pass(6_000);
  await expect(page.getByText('WhatsApp is not responding')).toBeVisible();
  server.answer({ [calls.logged]: { json: { logged: false, chipStatus: 'DISCONNECTED', ended: 'failed' } } });
  await clock.start();
  const over = page.getByRole('dialog').getByRole('alert');
  await expect(over).toContainText('WhatsApp did not accept the passkey');
  server.answer({ [calls.logged]: { json: { logged: false, chipStatus: 'WAITING_QR' } } });
  await over.getByRole('button', { name: 'Start again' }).click();
  await expect(code(page)).toBeVisible();
  expect(server.sent(calls.connect)).toHaveLength(2);
});

test.describe('in Firefox', () => {
  test.use({ userAgent: userAgents.firefox });

  test('finds the extension in Firefox and signs by messages in the window', async ({ page, context }) => {
    await standInForWhatsAppWeb(context);
    const heard = await standInExtension(context, 'firefox');
    const server = await atThePasskey(page);
    await expect(page.getByText(offer)).toHaveCount(0);
    await signButton(page).click();
    await expect(dialogOf(page).getByRole('status')).toHaveText('Answer sent. Waiting for WhatsApp...');
    expect(server.sent(calls.answer)).toMatchObject([{ body: { assertion: { type: 'public-key' } } }]);
    expect(heard.map(({ type }) => type)).toEqual(expect.arrayContaining(['waha-passkey-ping', 'waha-passkey-sign']));
  });

  test('offers the Firefox page of the extension when it is missing', async ({ page }) => {
    await atThePasskey(page);
    await expect(dialogOf(page).getByRole('link', { name: /^Get the extension/ })).toHaveAttribute(
      'href',
      'https://addons.mozilla.org/firefox/addon/whatsapp-browser-extension/',
    );
  });
});

test.describe('on a phone', () => {
  test.use({ userAgent: userAgents.phone, viewport: { width: 412, height: 839 }, hasTouch: true });

  test('says on a phone before connecting that it cannot use the passkey, and offers the script when one is required', async ({
    page,
  }) => {
    await atThePasskey(page, () => page.getByRole('button', { name: 'Scan a QR code instead' }).click());
    await expect(dialogOf(page)).toContainText('Phone and tablet browsers cannot use the WhatsApp passkey.');
    await expect(dialogOf(page).getByRole('button', { name: 'Copy script' })).toBeVisible();
    await expect(signButton(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('main')).toContainText('Phone and tablet browsers cannot use it.');
  });
});
