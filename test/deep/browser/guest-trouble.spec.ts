import type { Page, Route } from '@playwright/test';

import { aPass } from '../../browser/support/a-pass.ts';
import { axeFindings } from '../../browser/support/axe-findings.ts';
import { expect, test } from '../../browser/support/product-test.ts';

const fire = '**/prod/pass/fire';
const look = '**/prod/pass/look';

/** The call arrives, but its answer is lost. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort('connectionreset');
};
const refuse = (status: number, errorKey: string) => (route: Route) => route.fulfill({ status, json: { errorKey } });

/** The idempotency key of each attempt, in order. */
function attemptsOf(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pass/fire')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

test('keeps one attempt and fires once when the answer to a tap is lost, during the run and after a reload', async ({
  guest,
  place,
  browser,
}) => {
  const { trigger, secret, address } = await aPass(guest, place.appUrl);
  const phone = await browser.newContext({ locale: 'en-GB' });
  const page = await phone.newPage();
  const attempts = attemptsOf(page);
  const run = page.getByRole('button', { name: 'Run' });
  const state = page.getByRole('status');
  await page.goto(address);
  await page.route(fire, loseAnswer, { times: 1 });
  await run.click();
  await expect(state).toHaveText('No connection. Try again.');
  await page.route(fire, refuse(409, 'trigger.alreadyRunning'), { times: 1 });
  await run.click();
  await expect(state).toHaveText('It is still running. Try again shortly.');

  await page.reload();
  await expect(state).toHaveText('It may have worked. Look before you try again.');
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(kept).toContain(attempts[0]);
  expect(kept).not.toContain(secret.slice(-20));
  await run.click();
  await expect(state).toHaveText('Done: the command was sent.');
  expect(attempts).toHaveLength(3);
  expect(new Set(attempts).size).toBe(1);
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);

  await run.click();
  await expect.poll(() => guest.eventCount(trigger.deviceId)).toBe(2);
  expect(new Set(attempts).size).toBe(2);
  await phone.close();
});

test('shows the result of the last use after a reload and fires once when its answer is lost', async ({
  guest,
  place,
  browser,
}) => {
  const { trigger, address } = await aPass(guest, place.appUrl, { uses: 1 });
  const phone = await browser.newContext({ locale: 'en-GB' });
  const page = await phone.newPage();
  const run = page.getByRole('button', { name: 'Run' });
  const state = page.getByRole('status');
  await page.goto(address);
  await page.route(fire, loseAnswer, { times: 1 });
  await run.click();
  await expect(state).toHaveText('No connection. Try again.');
  await page.reload();
  await expect(state).toHaveText('It may have worked. Look before you try again.');
  await run.click();
  await expect(state).toHaveText('Done: the command was sent.');
  await expect(run).toBeHidden();
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);
  await page.reload();
  await expect(state).toHaveText('This pass has been used as often as allowed.');
  await phone.close();
});

test('starts a new attempt ten minutes after a tap that was never answered', async ({ guest, place, browser }) => {
  const { address } = await aPass(guest, place.appUrl);
  const phone = await browser.newContext({ locale: 'en-GB' });
  const page = await phone.newPage();
  const attempts = attemptsOf(page);
  await page.clock.install();
  await page.goto(address);
  const run = page.getByRole('button', { name: 'Run' });
  await page.route(fire, (route) => route.abort('connectionreset'));
  await run.click();
  await expect(page.getByRole('status')).toHaveText('No connection. Try again.');
  await page.clock.fastForward(9 * 60_000);
  await run.click();
  await expect.poll(() => attempts.length).toBe(2);
  await page.clock.fastForward(2 * 60_000);
  await run.click();
  await expect.poll(() => attempts.length).toBe(3);
  const [first, second, third] = attempts;
  expect([second === first, third === first]).toEqual([true, false]);
  await phone.close();
});

test('keeps an attempt while the page is open when the browser stores nothing', async ({ guest, place, browser }) => {
  const { trigger, address } = await aPass(guest, place.appUrl);
  const phone = await browser.newContext({ locale: 'en-GB' });
  const page = await phone.newPage();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
  });
  const attempts = attemptsOf(page);
  await page.goto(address);
  const run = page.getByRole('button', { name: 'Run' });
  await page.route(fire, loseAnswer, { times: 1 });
  await run.click();
  await expect(page.getByRole('status')).toHaveText('No connection. Try again.');
  await run.click();
  await expect(page.getByRole('status')).toHaveText('Done: the command was sent.');
  expect(new Set(attempts).size).toBe(1);
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);
  await phone.close();
});

for (const [locale, again, offline, failed, ready] of [
  ['en-GB', 'Try again', 'No connection. Try again.', 'It did not work. Try again shortly.', 'Run'],
  ['pt-BR', 'Tentar de novo', 'Sem conexão. Tente de novo.', 'Não funcionou. Tente de novo em instantes.', 'Executar'],
  [
    'es-MX',
    'Intentar de nuevo',
    'Sin conexión. Inténtalo de nuevo.',
    'No funcionó. Inténtalo de nuevo en unos instantes.',
    'Ejecutar',
  ],
] as const) {
  test(`offers in ${locale} to read the pass again when it could not be read, which fires nothing`, async ({
    guest,
    place,
    browser,
  }) => {
    const { trigger, address } = await aPass(guest, place.appUrl);
    const phone = await browser.newContext({ locale, viewport: { width: 390, height: 800 } });
    const page = await phone.newPage();
    await page.route(look, (route) => route.abort('internetdisconnected'), { times: 1 });
    await page.goto(address);
    const button = page.getByRole('button');
    await expect(page.getByRole('status')).toHaveText(offline);
    await expect(button).toHaveText(again);
    expect(await axeFindings(page)).toEqual([]);
    await page.route(look, refuse(503, 'server.busy'), { times: 1 });
    await button.click();
    await expect(page.getByRole('status')).toHaveText(failed);
    await expect(button).toHaveText(again);
    await button.click();
    await expect(button).toHaveText(ready);
    await expect(page.getByRole('heading', { name: 'Gate' })).toBeVisible();
    await expect(page.getByRole('status')).toHaveText('');
    expect(await guest.eventCount(trigger.deviceId)).toBe(0);
    await phone.close();
  });
}

test('shows after the last use that it worked and that no use is left, and offers no further tap', async ({
  guest,
  place,
  browser,
}) => {
  const { trigger, address } = await aPass(guest, place.appUrl, { uses: 1 });
  const phone = await browser.newContext({ locale: 'en-GB' });
  const page = await phone.newPage();
  await page.goto(address);
  await expect(page.getByText('Uses left: 1')).toBeVisible();
  await page.getByRole('button', { name: 'Run' }).press('Enter');
  const state = page.getByRole('status');
  await expect(state).toHaveText('Done: the command was sent.');
  await expect(page.getByText('This pass has been used as often as allowed.')).toBeVisible();
  await expect(page.getByText('Uses left')).toBeHidden();
  await expect(page.getByRole('button')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Gate' })).toBeVisible();
  await expect(state).toBeFocused();
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);
  await phone.close();
});

test('reports at the next tap that the pass was stopped, and offers no further one', async ({
  guest,
  place,
  browser,
}) => {
  const { id, address } = await aPass(guest, place.appUrl, { uses: 3 });
  const phone = await browser.newContext({ locale: 'en-GB' });
  const page = await phone.newPage();
  await page.goto(address);
  await expect(page.getByText('Uses left: 3')).toBeVisible();
  await guest.stopKey(id);
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByRole('status')).toHaveText(
    'This pass is not valid. Ask whoever gave it to you for another one.',
  );
  await expect(page.getByRole('button')).toBeHidden();
  await expect(page.getByText('Uses left')).toBeHidden();
  await phone.close();
});

test('keeps the keyboard focus on the button during a tap and ignores a second press', async ({
  guest,
  place,
  browser,
}) => {
  const { trigger, address } = await aPass(guest, place.appUrl);
  const phone = await browser.newContext({ locale: 'en-GB' });
  const page = await phone.newPage();
  const attempts = attemptsOf(page);
  await page.goto(address);
  const run = page.getByRole('button', { name: 'Run' });
  const held = Promise.withResolvers<void>();
  await page.route(fire, async (route) => {
    await held.promise;
    await route.continue();
  });
  await run.press('Enter');
  await expect(run).toHaveAttribute('aria-disabled', 'true');
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  held.resolve();
  await expect(page.getByRole('status')).toHaveText('Done: the command was sent.');
  await expect(run).toHaveAttribute('aria-disabled', 'false');
  await expect(run).toBeFocused();
  expect(attempts).toHaveLength(1);
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);
  await phone.close();
});

test('treats an answer without our error code as an unknown result, not as a failed run', async ({
  guest,
  place,
  browser,
}) => {
  const { address } = await aPass(guest, place.appUrl);
  const phone = await browser.newContext({ locale: 'en-GB' });
  const page = await phone.newPage();
  const attempts = attemptsOf(page);
  await page.goto(address);
  await page.route(fire, (route) => route.fulfill({ status: 503, json: { message: 'Service Unavailable' } }), {
    times: 1,
  });
  const run = page.getByRole('button', { name: 'Run' });
  await run.click();
  const state = page.getByRole('status');
  await expect(state).toHaveText('It may have worked. Look before you try again.');
  await page.route(fire, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<html>' }), {
    times: 1,
  });
  await run.click();
  await expect(state).toHaveText('It may have worked. Look before you try again.');
  await run.click();
  await expect(state).toHaveText('Done: the command was sent.');
  expect(new Set(attempts).size).toBe(1);
  await phone.close();
});

test('says in three languages that the page needs JavaScript', async ({ place, browser }) => {
  const phone = await browser.newContext({ javaScriptEnabled: false });
  const page = await phone.newPage();
  await page.goto(`${place.appUrl}/prod/pass#nobody`);
  for (const [lang, words] of [
    ['en', 'This page needs JavaScript.'],
    ['pt', 'Esta página precisa de JavaScript.'],
    ['es', 'Esta página necesita JavaScript.'],
  ] as const) {
    const sentence = page.locator(`noscript p:lang(${lang})`);
    await expect(sentence).toBeVisible();
    await expect(sentence).toHaveText(words);
  }
  await expect(page.getByRole('button')).toBeHidden();
  await phone.close();
});
