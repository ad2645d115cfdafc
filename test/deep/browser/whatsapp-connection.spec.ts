import type { Page } from '@playwright/test';

import { refused } from '../../browser/support/pretend-server.ts';
import { aGroup, anInstance, calls, currentIs, pretendWhatsApp } from '../../browser/support/pretend-whatsapp.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const none = currentIs(anInstance('DISCONNECTED'));
const family = aGroup(1, 'Família');
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });

const ways = [
  {
    way: 'Disconnect',
    shared: null,
    title: 'Disconnect WhatsApp?',
    tells: ['removed from the phone’s linked devices', '1 linked group is removed here', 'Workspaces that share this'],
    done: 'WhatsApp disconnected',
    failed: 'Failed to disconnect WhatsApp',
  },
  {
    way: 'Unlink',
    shared: 41,
    title: 'Unlink this number?',
    tells: ['It stays connected in the workspace that shares it', '1 linked group is removed here'],
    done: 'Number unlinked',
    failed: 'Failed to unlink instance',
  },
] as const;

for (const { way, shared, title, tells, done, failed } of ways) {
  test(`${way} asks first and explains the consequences, and then the page offers both ways to get a number`, async ({
    page,
  }) => {
    const instance = anInstance('CONNECTED', { referencedInstanceId: shared });
    const server = await pretendWhatsApp(page, { instance, groups: [family] });
    server.answer({ [calls.unlink]: {} });
    await page.goto('/whatsapp');
    await expect(page.getByRole('rowheader', { name: 'Família' })).toBeVisible();
    await button(page, way).click();
    const question = page.getByRole('alertdialog', { name: title });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    for (const sentence of tells) await expect(question).toContainText(sentence);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    expect(server.sent(calls.unlink)).toEqual([]);

    await button(page, way).click();
    server.answer({ [calls.current]: none, [calls.groups]: { json: [] } });
    await question.getByRole('button', { name: way }).click();
    await expect(toastOf(page)).toContainText(done);
    await expect(question).toBeHidden();
    await expect(button(page, 'Use Existing')).toBeVisible();
    await expect(button(page, 'Connect WhatsApp')).toBeFocused();
    await expect(page.getByRole('rowheader')).toHaveCount(0);
    expect(server.sent(calls.unlink)).toHaveLength(1);
  });

  test(`keeps the number and shows the reason when ${way} fails`, async ({ page, pageErrors }) => {
    pageErrors.expect(/^503 DELETE /);
    const instance = anInstance('CONNECTED', { referencedInstanceId: shared });
    const server = await pretendWhatsApp(page, { instance });
    server.answer({ [calls.unlink]: refused(503, 'server.busy') });
    await page.goto('/whatsapp');
    await button(page, way).click();
    await page.getByRole('alertdialog').getByRole('button', { name: way }).click();
    await expect(toastOf(page)).toContainText(failed);
    await expect(button(page, way)).toBeVisible();
  });
}

for (const groupsDeleted of [true, false]) {
  test(
    `removes a lost connection ${groupsDeleted ? 'with' : 'without'} its groups, and a toast asks to reconnect`,
    { tag: ['@translated', '@spec-202.1', '@spec-329.1'] },
    async ({ page }) => {
      const server = await pretendWhatsApp(page, { instance: anInstance('CONNECTED'), groups: [family] });
      server.answer({
        [calls.check]: { json: { connected: false } },
        [calls.reportLoss]: () => {
          server.answer({
            [calls.current]: currentIs(anInstance(groupsDeleted ? 'DISCONNECTED' : 'LOST')),
            ...(groupsDeleted && { [calls.groups]: { json: [] } }),
          });
          return { json: { groupsDeleted } };
        },
      });
      await page.goto('/whatsapp');
      await expect(toastOf(page)).toContainText('WhatsApp DisconnectedThe connection was lost. Please reconnect.');
      await expect(button(page, 'Connect WhatsApp')).toBeVisible();
      await expect(page.getByRole('rowheader')).toHaveCount(groupsDeleted ? 0 : 1);
      expect(server.sent(calls.groups)).toHaveLength(groupsDeleted ? 2 : 1);
      expect(server.sent(calls.check)).toHaveLength(1);
    },
  );
}

for (const [what, answer] of [
  ['a status of 400 or above', refused(404, 'instance.notFound')],
  ['an answer that is not JSON', { status: 200, body: '<html>' }],
] as const) {
  test(`treats ${what} to the check as not connected`, { tag: '@spec-272.1' }, async ({ page, pageErrors }) => {
    pageErrors.expect(/^404 GET .*\/check-connection$/, /^console warning: \[recado\] connection not checked/);
    const server = await pretendWhatsApp(page, { instance: anInstance('CONNECTED') });
    server.answer({
      [calls.check]: answer,
      [calls.reportLoss]: () => {
        server.answer({ [calls.current]: currentIs(anInstance('LOST')) });
        return { json: { groupsDeleted: false } };
      },
    });
    await page.goto('/whatsapp');
    await expect(toastOf(page)).toContainText('The connection was lost.');
  });
}

test('checks the connection once per visit and when the page becomes visible again, and never polls', async ({
  page,
}) => {
  const server = await pretendWhatsApp(page, { instance: anInstance('CONNECTED') });
  await page.goto('/whatsapp');
  await expect.poll(() => server.sent(calls.check)).toHaveLength(1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect.poll(() => server.sent(calls.check)).toHaveLength(2);
  await expect(toastOf(page)).toHaveCount(0);
});

const beach = { id: 41, contactName: 'Ana Souza', workspaceName: 'Beach', workspaceId: 5 };

test(
  'selects and uses a connection of another workspace',
  { tag: ['@translated', '@spec-114.1'] },
  async ({ page }) => {
    const server = await pretendWhatsApp(page);
    server.answer({
      [calls.available]: { json: [beach, { id: 42, contactName: null, workspaceName: '', workspaceId: 6 }] },
      [calls.connect]: () => {
        const instance = anInstance('CONNECTED', { referencedInstanceId: 41 });
        server.answer({ [calls.current]: currentIs(instance, 'Beach') });
        return { json: instance };
      },
    });
    await page.goto('/whatsapp');
    await button(page, 'Use Existing').click();
    const dialog = page.getByRole('dialog', { name: 'Use an existing connection' });
    const use = dialog.getByRole('button', { name: 'Use shared connection' });
    await expect(use).toHaveAttribute('aria-disabled', 'true');
    const choice = dialog.getByRole('combobox', { name: 'Connection' });
    await expect(choice.getByRole('option')).toHaveText([
      'Choose a connection',
      'Ana Souza · Beach',
      'Contact · Workspace 6',
    ]);
    await use.focus();
    await page.keyboard.press('Enter');
    expect(server.sent(calls.connect)).toEqual([]);
    await choice.selectOption('Ana Souza · Beach');
    await use.click();
    await expect(toastOf(page)).toContainText('Connection shared');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Shared from “Beach”')).toBeVisible();
    await expect(button(page, 'Unlink')).toBeVisible();
    expect(server.sent(calls.connect)).toMatchObject([{ body: { referenceInstanceId: 41 } }]);
  },
);

test('reports a failure when a shared connection is not connected afterwards', async ({ page }) => {
  const server = await pretendWhatsApp(page);
  server.answer({
    [calls.available]: { json: [beach] },
    [calls.connect]: { json: anInstance('LOST', { referencedInstanceId: 41 }) },
  });
  await page.goto('/whatsapp');
  await button(page, 'Use Existing').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('Ana Souza · Beach');
  await dialog.getByRole('button', { name: 'Use shared connection' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Connection failed');
  await expect(dialog).toBeVisible();
});

test('explains what is needed when no connection can be shared', async ({ page }) => {
  await pretendWhatsApp(page);
  await page.goto('/whatsapp');
  await button(page, 'Use Existing').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No connection available for sharing');
  await expect(dialog).toContainText('You need at least one active connection in another workspace.');
  await expect(dialog.getByRole('combobox')).toHaveCount(0);
});

test('loads the connections again on a press when they could not be loaded', async ({ page, pageErrors }) => {
  pageErrors.expect(/^503 GET .*\/available$/);
  const server = await pretendWhatsApp(page);
  server.answer({ [calls.available]: refused(503, 'server.busy') });
  await page.goto('/whatsapp');
  await button(page, 'Use Existing').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('alert')).toContainText('The connections could not be loaded.');
  server.answer({ [calls.available]: { json: [beach] } });
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('combobox')).toBeVisible();
});

test('lets the server replace a lost number when another one is paired', async ({ page }) => {
  const server = await pretendWhatsApp(page, { instance: anInstance('LOST'), groups: [family] });
  server.answer({
    [calls.connect]: { json: anInstance('CONNECTING') },
    [calls.qrCode]: () => new Promise(() => {}),
  });
  await page.goto('/whatsapp');
  await button(page, 'Connect WhatsApp').click();
  const question = page.getByRole('alertdialog', { name: 'Connect a number again?' });
  await expect(question).toContainText('removes its linked groups');
  expect(server.sent(calls.connect)).toEqual([]);
  await question.getByRole('button', { name: 'Connect again' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect WhatsApp' })).toContainText('Generating QR code...');
  expect(server.sent(calls.connect)).toHaveLength(1);
  expect(server.sent(calls.unlink)).toEqual([]);
});
