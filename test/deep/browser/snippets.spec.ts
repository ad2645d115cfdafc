import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';

import type { Page } from '@playwright/test';

import { focused, tabTo } from '../../browser/support/focus.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { choose, moreButton } from '../../browser/support/trigger-row.ts';
import { listen } from '../../local/ports.ts';

const copiedTo = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const inShell = (text: string) => promisify(execFile)('sh', ['-c', text], { timeout: 20_000 });

const parts = [
  { kind: 'curl', part: 'curl', says: /^curl -X POST .*"Authorization: Bearer TOKEN" "URL"$/ },
  { kind: 'JavaScript', part: 'JavaScript', says: /fetch\("URL", \{[^]*Authorization: "Bearer TOKEN"/ },
  { kind: 'Python', part: 'Python', says: /Request\(\s+"URL",[^]*"Authorization": "Bearer TOKEN"/ },
  { kind: 'Home Assistant', part: 'configuration.yaml', says: /^rest_command:[^]*url: "URL"[^]*!secret recado_\d+$/ },
  { kind: 'Home Assistant', part: 'secrets.yaml', says: /^recado_\d+: "Bearer TOKEN"$/ },
  { kind: 'Apple Shortcuts', part: 'URL', says: /^URL$/ },
  { kind: 'Apple Shortcuts', part: 'Authorization', says: /^Bearer TOKEN$/ },
] as const;

test('copies address and secret with every snippet, before and after a new secret', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  const before = await guest.addressOf(trigger);
  await page.goto('/triggers');
  const dialog = page.getByRole('dialog', { name: 'Use “Good night” in other apps' });

  async function copyAll(address: string): Promise<void> {
    const [url = '', token = ''] = address.split('?token=');
    await choose(page, 'Good night', 'Use in other apps');
    for (const { kind, part, says } of parts) {
      await dialog.getByRole('tab', { name: kind }).click();
      await dialog.getByRole('button', { name: `Copy ${part}`, exact: true }).click();
      await expect(dialog.getByRole('tabpanel').getByRole('button', { name: 'Copied' }).first()).toBeVisible();
      await expect.poll(async () => (await copiedTo(page)).replace(url, 'URL').replace(token, 'TOKEN')).toMatch(says);
      await expect(dialog).not.toContainText(token);
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(moreButton(page, 'Good night')).toBeFocused();
  }

  await copyAll(before);
  await page.getByRole('button', { name: 'Replace secret' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace secret' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  const after = await guest.addressOf(trigger);
  expect(after).not.toBe(before);
  await copyAll(after);

  await choose(page, 'Good night', 'Use in other apps');
  await dialog.getByRole('button', { name: 'Copy curl' }).click();
  await expect.poll(() => copiedTo(page)).toMatch(/^curl /);
  const { stdout } = await inShell(await copiedTo(page));
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'sent' });
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);
});

/** Another port is another origin. */
async function aPageElsewhere(script: string) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>Elsewhere</title><link rel="icon" href="data:,"><script type="module">${script}</script>`,
    );
  });
  const port = await listen(server, 0, 'PORT');
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close().closeAllConnections() };
}

test('runs the copied JavaScript on a page of another origin, which reads the answer and a refusal', async ({
  page,
  context,
  guest,
  pageErrors,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await page.goto('/triggers');
  await choose(page, 'Good night', 'Use in other apps');
  await page.getByRole('tab', { name: 'JavaScript' }).click();
  await page.getByRole('button', { name: 'Copy JavaScript' }).click();
  await expect.poll(() => copiedTo(page)).toMatch(/^const response = /);
  const copied = await copiedTo(page);

  const said = async (script: string): Promise<string> => {
    const elsewhere = await aPageElsewhere(script);
    const line = page.waitForEvent('console', (message) => message.type() === 'log');
    await page.goto(elsewhere.url);
    const texts = await Promise.all((await line).args().map((value) => value.jsonValue()));
    elsewhere.close();
    return JSON.stringify(texts);
  };
  expect(await said(copied)).toMatch(/^\[200,\{"outcome":"sent"/);
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);

  pageErrors.expect(/^405 PUT /);
  const put = copied.replace('"POST"', '"PUT"').replace('await response.json()', 'response.headers.get("allow")');
  expect(await said(put)).toBe('[405,"GET, HEAD, POST"]');
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);
});

test('moves from a row to the snippets and back by keyboard alone', async ({ page, ana: _ }) => {
  await page.goto('/triggers');
  const open = moreButton(page, 'Boa noite');
  await tabTo(page, open);
  await expect(open.locator('~ [aria-hidden]')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'History' })).toBeFocused();
  await page.keyboard.type('u');
  await expect(page.getByRole('menuitem', { name: 'Use in other apps' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Use “Boa noite” in other apps' });
  await expect(dialog).toBeFocused();
  await tabTo(page, dialog.getByRole('tab', { name: 'curl' }));
  for (const name of ['JavaScript', 'Python', 'Home Assistant']) {
    await page.keyboard.press('ArrowRight');
    // The focus moves after the key, so a faster key would reach the same tab.
    await expect(dialog.getByRole('tab', { name, exact: true })).toBeFocused();
  }
  await expect(dialog.getByRole('tabpanel', { name: 'Home Assistant' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveRole('tabpanel');
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveAccessibleName('Copy configuration.yaml');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
});

test('shows the whole text above the snippets when the clipboard refuses, and returns the focus', async ({
  page,
  ana: _,
}) => {
  await page.goto('/triggers');
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await choose(page, 'Boa noite', 'Use in other apps');
  await page.getByRole('tab', { name: 'JavaScript' }).click();
  const copy = page.getByRole('button', { name: 'Copy JavaScript' });
  await copy.click();
  const field = page.getByRole('textbox', { name: 'Text to copy' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(/^const response = await fetch\([^]*Bearer [\w-]{40,}/);
  await page
    .getByRole('dialog', { name: 'The text could not be copied' })
    .getByRole('button', { name: 'Close' })
    .click();
  await expect(copy).toBeFocused();
});
