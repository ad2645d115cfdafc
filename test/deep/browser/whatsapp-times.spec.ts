import type { Page } from '@playwright/test';

import { pageClock } from '../../browser/support/page-clock.ts';
import { lateAnswer, refused, type PretendServer } from '../../browser/support/pretend-server.ts';
import { anInstance, calls, currentIs, pretendWhatsApp } from '../../browser/support/pretend-whatsapp.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const codes = ['one', 'two', 'three', 'four'].map(
  (text) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' id='${text}'/>`,
);
const waitingFor = (code = 0) => ({ json: { logged: false, chipStatus: 'WAITING_QR', qrcode: codes[code] } });
const qrImage = (page: Page) => page.getByRole('img', { name: 'QR code that connects this WhatsApp number' });

async function beginPairing(page: Page, server: PretendServer) {
  const clock = await pageClock(page);
  const late = lateAnswer();
  server.answer({
    [calls.connect]: { json: anInstance('CONNECTING') },
    [calls.qrCode]: late.route,
    [calls.logged]: waitingFor(1),
    [calls.unlink]: {},
  });
  await page.goto('/whatsapp');
  await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
  await expect(page.getByText('Generating QR code...')).toBeVisible();
  await expect.poll(() => server.sent(calls.qrCode)).toHaveLength(1);
  await clock.stop();
  late.give({ json: { qrcode: codes[0] } });
  await expect(qrImage(page)).toHaveAttribute('src', codes[0] ?? '');
  return clock;
}

test(
  'polls the state 500 ms after the code and every 5 s from then on',
  { tag: ['@spec-195.2', '@spec-195.3'] },
  async ({ page }) => {
    const server = await pretendWhatsApp(page);
    const clock = await beginPairing(page, server);
    await clock.expectAfter(500, calls.logged);
    await expect(qrImage(page)).toHaveAttribute('src', codes[1] ?? '');
    for (const code of [2, 3]) {
      server.answer({ [calls.logged]: waitingFor(code) });
      await clock.expectAfter(5_000, calls.logged);
      await expect(qrImage(page)).toHaveAttribute('src', codes[code] ?? '');
    }
  },
);

for (const status of [503, 502, 429]) {
  test(`polls again 8 s after a ${status}, then every 5 s`, async ({ page, pageErrors }) => {
    pageErrors.expect(new RegExp(`^${status} GET .*/logged$`));
    const server = await pretendWhatsApp(page);
    const clock = await beginPairing(page, server);
    server.answer({ [calls.logged]: refused(status, 'whatsapp.unavailable') });
    await clock.expectAfter(500, calls.logged);
    await clock.expectAfter(8_000, calls.logged);
    server.answer({ [calls.logged]: waitingFor(1) });
    await clock.expectAfter(8_000, calls.logged);
    await expect(qrImage(page)).toHaveAttribute('src', codes[1] ?? '');
    await clock.expectAfter(5_000, calls.logged);
  });
}

for (const [status, key] of [
  [404, 'instance.notFound'],
  [500, 'server.failed'],
] as const) {
  test(
    `stops polling with an error on a ${status}, and starts over on a retry`,
    { tag: '@spec-198.1' },
    async ({ page, pageErrors }) => {
      pageErrors.expect(new RegExp(`^${status} GET .*/logged$`));
      const server = await pretendWhatsApp(page);
      const clock = await beginPairing(page, server);
      server.answer({ [calls.logged]: refused(status, key) });
      await clock.expectAfter(500, calls.logged);
      const alert = page.getByRole('dialog').getByRole('alert');
      await expect(alert).toContainText('The number was not connected');
      await clock.expectNoMore(calls.logged);
      server.answer({ [calls.logged]: waitingFor(2) });
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(qrImage(page)).toHaveAttribute('src', codes[0] ?? '');
      await clock.expectAfter(500, calls.logged);
      expect(await clock.times(calls.connect)).toHaveLength(2);
    },
  );
}

test('stops polling and removes the line when the dialog closes', { tag: '@spec-197.1' }, async ({ page }) => {
  const server = await pretendWhatsApp(page);
  const clock = await beginPairing(page, server);
  await clock.expectAfter(500, calls.logged);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => server.sent(calls.unlink)).toHaveLength(1);
  await clock.expectNoMore(calls.logged);
});

test('stops polling when the number is connected', async ({ page }) => {
  const server = await pretendWhatsApp(page);
  const clock = await beginPairing(page, server);
  server.answer({
    [calls.logged]: { json: { logged: true, chipStatus: 'CONNECTED' } },
    [calls.current]: currentIs(anInstance('CONNECTED')),
  });
  await clock.expectAfter(500, calls.logged);
  await clock.until(page.getByRole('button', { name: 'Disconnect' }));
  await clock.expectNoMore(calls.logged);
  expect(server.sent(calls.unlink)).toEqual([]);
});

async function connectedAs(page: Page, server: PretendServer, more: Parameters<typeof anInstance>[1]) {
  const clock = await pageClock(page);
  const late = lateAnswer();
  server.answer({ [calls.current]: late.route });
  await page.goto('/whatsapp');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading...');
  await page.waitForLoadState('load');
  await clock.stop();
  const now = currentIs(anInstance('CONNECTED', more));
  late.give(now);
  await clock.until(page.getByRole('button', { name: 'Disconnect' }));
  server.answer({ [calls.current]: now });
  return clock;
}

test('requests a missing contact name once more after 2 s', { tag: '@spec-205.1' }, async ({ page }) => {
  const server = await pretendWhatsApp(page);
  const clock = await connectedAs(page, server, { contactName: 'Nome não disponível' });
  await expect(page.getByText('Name not available')).toBeVisible();
  server.answer({ [calls.current]: currentIs(anInstance('CONNECTED')) });
  await clock.expectAfter(2_000, calls.current);
  await clock.settled();
  await clock.until(page.getByText('Ana Souza', { exact: true }).last());
});

test('requests a missing contact name only twice', async ({ page }) => {
  const server = await pretendWhatsApp(page);
  const clock = await connectedAs(page, server, { contactName: 'Nome não disponível' });
  await clock.expectAfter(2_000, calls.current);
  await clock.expectNoMore(calls.current);
  await expect(page.getByText('Name not available')).toBeVisible();
});

test('fetches a missing picture once, after 1 s, for the phone of the number', async ({ page }) => {
  const server = await pretendWhatsApp(page);
  const address = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  server.answer({ [calls.picture]: { json: { picture: address } } });
  const clock = await connectedAs(page, server, { contactPicture: null });
  await clock.expectAfter(1_000, calls.picture);
  await clock.settled();
  const image = page.getByRole('main').locator('img');
  await clock.until(image);
  await expect(image).toHaveAttribute('src', address);
  expect(server.sent(calls.picture)).toMatchObject([{ query: '?phone=%2B5511955500001' }]);
  await clock.expectNoMore(calls.picture);
});

test(
  'skips a picture that does not come within 10 s without a message',
  { tag: ['@spec-206.1', '@spec-206.2'] },
  async ({ page }) => {
    const server = await pretendWhatsApp(page);
    server.answer({ [calls.picture]: () => new Promise(() => {}) });
    const clock = await connectedAs(page, server, { contactPicture: null });
    await clock.pass(1_000);
    const [asked = 0] = await clock.times(calls.picture);
    await clock.pass(9_990);
    expect(await clock.aborted(calls.picture)).toEqual([]);
    await clock.pass(10);
    expect(await clock.aborted(calls.picture)).toEqual([asked + 10_000]);
    for (let step = 0; step < 4; step += 1) await clock.pass(15_000);
    expect(await clock.times(calls.picture)).toHaveLength(1);
    await expect(toastOf(page)).toHaveCount(0);
  },
);

test('skips a picture that fails without a message', async ({ page, pageErrors }) => {
  pageErrors.expect(/^503 GET .*\/profile-picture$/);
  const server = await pretendWhatsApp(page);
  server.answer({ [calls.picture]: refused(503, 'whatsapp.unavailable') });
  const clock = await connectedAs(page, server, { contactPicture: null });
  await clock.expectAfter(1_000, calls.picture);
  await clock.expectNoMore(calls.picture);
  await expect(toastOf(page)).toHaveCount(0);
});

test('requests nothing more for a number with name and picture', async ({ page }) => {
  const server = await pretendWhatsApp(page);
  const clock = await connectedAs(page, server, {});
  await clock.expectNoMore(calls.current);
  expect(await clock.times(calls.picture)).toEqual([]);
});

test(
  'reloads the connections that can be shared after a minute',
  { tag: ['@spec-268.1', '@spec-342.6'] },
  async ({ page }) => {
    const server = await pretendWhatsApp(page);
    const clock = await pageClock(page);
    await page.goto('/whatsapp');
    const open = page.getByRole('button', { name: 'Use Existing' });
    await open.click();
    const empty = page.getByText('No connection available for sharing');
    await expect(empty).toBeVisible();
    expect(server.sent(calls.available)).toHaveLength(1);
    await clock.stop();
    const close = async () => {
      await page.keyboard.press('Escape');
      await expect(empty).toBeHidden();
    };
    await close();
    await clock.pass(50_000);
    await open.click();
    await expect(empty).toBeVisible();
    await close();
    expect(server.sent(calls.available)).toHaveLength(1);
    await clock.pass(10_000);
    await open.click();
    await expect(empty).toBeVisible();
    await expect.poll(() => server.sent(calls.available)).toHaveLength(2);
  },
);
