import type { Page } from '@playwright/test';

import { aPass } from '../support/a-pass.ts';
import { axeFindings } from '../support/axe-findings.ts';
import { expect, test } from '../support/product-test.ts';

/**
 * The "Slow 4G" preset of DevTools:
 * https://github.com/ChromeDevTools/devtools-frontend/blob/main/front_end/core/sdk/NetworkManager.ts
 */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 };

/** Transferred size of the guest page including its headers. */
const maxPageBytes = 4_500;

/** Emulates a phone on a slow network and records its requests. */
async function aPhone(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4g);
  const received: { url: string; bytes: number }[] = [];
  const urls = new Map<string, string>();
  const sent: { url: string; referrer: string | undefined }[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    urls.set(requestId, request.url);
    sent.push({ url: request.url, referrer: request.headers['Referer'] });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    received.push({ url: urls.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  return { received, sent };
}

test(
  'lets a courier with a slow phone scan the code and run the trigger with one tap',
  { tag: '@mobile' },
  async ({ guest, place, browser }) => {
    const { trigger, secret, address } = await aPass(guest, place.appUrl, { uses: 2 });
    const phone = await browser.newContext({ locale: 'pt-BR', viewport: { width: 390, height: 800 } });
    const page = await phone.newPage();
    const { received, sent } = await aPhone(page);

    await test.step('shows the trigger without firing it when the page opens', async () => {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Gate' })).toBeVisible();
      await expect(page.getByText('Beach house')).toBeVisible();
      await expect(page.getByText('Usos restantes: 2')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
      expect(await guest.eventCount(trigger.deviceId)).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('loads a single small file', async () => {
      await expect.poll(() => received.map(({ url }) => new URL(url).pathname)).toContain('/prod/pass');
      const weight = received.find(({ url }) => new URL(url).pathname === '/prod/pass')?.bytes ?? Infinity;
      expect(weight).toBeLessThan(maxPageBytes);
      const paths = new Set(sent.map(({ url }) => new URL(url).pathname));
      expect([...paths].filter((path) => path !== '/favicon.ico').sort()).toEqual(['/prod/pass', '/prod/pass/look']);
    });

    await test.step('fires once per tap', async () => {
      await page.getByRole('button', { name: 'Executar' }).click();
      await expect(page.getByRole('status')).toHaveText('Pronto: o comando foi enviado.');
      await expect(page.getByText('Usos restantes: 1')).toBeVisible();
      expect(await guest.eventCount(trigger.deviceId)).toBe(1);
    });

    await test.step('sends the secret in no address and no referrer', () => {
      const told = sent.flatMap(({ url, referrer = '' }) => [new URL(url).search, new URL(url).pathname, referrer]);
      expect(told.filter((each) => each.includes(secret))).toEqual([]);
      expect(sent.filter(({ referrer = '' }) => referrer !== '')).toEqual([]);
    });

    await test.step('names the courier in the history', async () => {
      await expect.poll(() => guest.lastRun(trigger)).toMatchObject({ who: 'Courier' });
    });
    await phone.close();
  },
);

test('shows a connection error to a guest, and fires once when the guest taps again', async ({
  guest,
  place,
  browser,
}) => {
  const { trigger, address } = await aPass(guest, place.appUrl);
  const phone = await browser.newContext({ locale: 'es-MX' });
  const page = await phone.newPage();
  await page.goto(address);
  const run = page.getByRole('button', { name: 'Ejecutar' });
  await expect(run).toBeEnabled();
  // The server receives the tap, but its reply is lost.
  await page.route('**/prod/pass/fire', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await run.click();
  await expect(page.getByRole('status')).toHaveText('Sin conexión. Inténtalo de nuevo.');
  await page.unroute('**/prod/pass/fire');
  await run.click();
  await expect(page.getByRole('status')).toHaveText('Listo: se envió el comando.');
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);
  await phone.close();
});

test('shows when a pass can run, that it has ended, and no button for an unknown pass', async ({
  guest,
  place,
  browser,
}) => {
  const iso = ((new Date().getUTCDay() + 2) % 7) + 1;
  const hours = [{ days: [iso], from: '15:00', to: '16:00' }];
  await guest.signIn('Beach house');
  const { id } = await guest.current();
  await guest.setTimeZone(id, 'America/Sao_Paulo');
  const { address } = await aPass(guest, place.appUrl, { conditions: { hours } });
  const phone = await browser.newContext({ locale: 'en-GB', timezoneId: 'Asia/Tokyo' });
  const page = await phone.newPage();
  await page.goto(address);
  await expect(page.getByRole('status')).toHaveText(/^Can run from \w+day (?:at )?15:00$/);
  await page.goto(`${place.appUrl}/prod/pass#nobody`);
  await expect(page.getByRole('status')).toHaveText(
    'This pass is not valid. Ask whoever gave it to you for another one.',
  );
  await expect(page.getByRole('button')).toBeHidden();
  await phone.close();
});
