import { amazonPages } from '../support/amazon-pages.ts';
import { focused } from '../support/focus.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { choose } from '../support/trigger-row.ts';

test(
  'lets a new user sign in, connect Alexa, create a trigger and fire it until the home reacts',
  {
    tag: [
      '@translated',
      '@spec-3.1',
      '@spec-3.2',
      '@spec-3.3',
      '@spec-7.1',
      '@spec-9.1',
      '@spec-9.3',
      '@spec-11.1',
      '@spec-11.2',
      '@spec-210.1',
    ],
  },
  async ({ page, context, guest }) => {
    test.slow();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const toast = toastOf(page);
    const triggers = page.getByRole('table', { name: 'Triggers in this workspace' });
    const row = (name: string) => triggers.getByRole('row').filter({ hasText: name });
    const home = await context.newPage();
    const amazon = amazonPages(page);

    await test.step('signs in at Google and shows the first steps on the dashboard', async () => {
      await page.goto('/');
      await expect(page).toHaveURL('/login');
      await page.getByRole('link', { name: 'Sign in with Google' }).click();
      await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
      await expect(page).toHaveURL('/dashboard');
      await expect(page.getByRole('banner')).toContainText(guest.name);
      await expect(page.getByRole('button', { name: 'Workspace My workspace' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Link your Amazon account' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'First steps' })).toContainText('0 of 5 done');
      await expect(page.getByRole('link', { name: 'Total triggers 0' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Amazon accounts 0' })).toBeVisible();
    });

    await test.step('connects Alexa in one pass through Amazon’s pages', async () => {
      await page.getByRole('link', { name: 'Link account' }).click();
      await page.getByRole('link', { name: 'Connect Alexa' }).click();
      await amazon.signIn(guest);
      await amazon.allowProfile();
      await amazon.allowAlexa();
      await expect(page).toHaveURL('/amazon-auth');
      const dialog = page.getByRole('dialog', { name: 'Account linked and skill active' });
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await expect(page.getByRole('definition').filter({ hasText: guest.email })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Skill not activated' })).toBeHidden();
      await home.goto(guest.homeUrl);
      await expect(home.getByText('Skill enabled', { exact: true })).toBeVisible();
    });

    await test.step('creates a trigger and shows how to use it', async () => {
      await page.getByRole('link', { name: 'Triggers', exact: true }).click();
      await page.getByRole('main').getByRole('button', { name: 'Create trigger' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Good night');
      await page.getByRole('textbox', { name: 'Description (optional)' }).fill('All lights off');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: '“Good night” is ready' });
      await expect(dialog).toContainText('Alexa, turn on Good night');
      await expect(dialog.getByRole('code')).toHaveText(/\/prod\/trigger\/\d+\/[\w-]+\?token=•+$/);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(row('Good night')).toContainText('All lights off');
      await expect(row('Good night')).toContainText('Never');
    });

    const address = await test.step('copies the webhook URL', async () => {
      await choose(page, 'Good night', 'Copy webhook URL');
      await expect(toast).toContainText('CopiedWebhook URL of Good night');
      return page.evaluate(() => navigator.clipboard.readText());
    });

    await test.step('runs the routine by voice, and the Echo lights up and answers', async () => {
      await expect(home.locator('[data-device]')).toContainText('Good night');
      await home.getByRole('button', { name: 'Create routine' }).click();
      await expect(home.locator('[data-routine]')).toContainText('When Good night fires');
      await home.getByRole('textbox', { name: 'Say to Alexa' }).fill('Alexa, turn on good night');
      await home.getByRole('button', { name: 'Say', exact: true }).click();
      await expect(home.locator('[data-event]')).toHaveCount(1);
      await expect(home.locator('.echo')).toHaveClass(/lit/);
      await expect(home.getByRole('status')).toHaveText('Good night: done.');
    });

    await test.step('runs it by GET and POST, and the Echo reacts again', async () => {
      for (const method of ['GET', 'POST']) {
        const before = await home.locator('[data-event]').count();
        expect((await fetch(address, { method })).status).toBe(200);
        await expect(home.locator('[data-event]')).toHaveCount(before + 1);
        await expect(home.locator('.echo')).toHaveClass(/lit/);
      }
    });

    await test.step('shows when the trigger last ran', async () => {
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(row('Good night').getByText('Now', { exact: true }).first()).toBeVisible();
      await expect(row('Good night')).not.toContainText('Never');
    });

    await test.step('runs it by click', async () => {
      await row('Good night').getByRole('button', { name: 'Run Good night' }).click();
      await expect(toast).toContainText(/Sent to Alexa“Good night” took \d+ ms\./);
      await expect(home.locator('[data-event]')).toHaveCount(4);
    });

    await test.step('renames the trigger: the webhook URL stays valid and the Echo learns the new name', async () => {
      await choose(page, 'Good night', 'Rename');
      await page.getByRole('textbox', { name: 'Name' }).fill('Sleep well');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(toast).toContainText('Trigger renamed');
      await expect(row('Sleep well')).toBeVisible();
      await expect(home.locator('[data-device]')).toContainText('Sleep well');
      expect((await fetch(address)).status).toBe(200);
      await expect(home.locator('[data-event]').first()).toContainText('Sleep well');
    });

    await test.step('disables and enables the trigger', async () => {
      const onOff = page.getByRole('switch', { name: 'Sleep well is on' });
      await onOff.click();
      await expect(onOff).not.toBeChecked();
      expect((await fetch(address)).status).toBe(409);
      await onOff.click();
      await expect(onOff).toBeChecked();
      expect((await fetch(address)).status).toBe(200);
    });

    await test.step('lists every run in the history, which has its own address', async () => {
      await choose(page, 'Sleep well', 'History');
      const drawer = page.getByRole('dialog', { name: 'Run history' });
      await expect(page).toHaveURL(/\/triggers\?runs=/);
      const runs = drawer.getByRole('list').getByRole('listitem');
      const ended = (how: string) => runs.filter({ hasText: how });
      await expect(ended('Sent to Alexa')).toHaveCount(6);
      await expect(ended('Trigger switched off')).toHaveCount(1);
      await expect(ended('Click in the app')).toHaveCount(1);
      await expect(ended('Voice')).toHaveCount(1);
      await drawer.getByRole('combobox', { name: 'Started by' }).selectOption('Voice');
      await expect(ended('Sent to Alexa')).toHaveCount(1);
      await page.reload();
      await expect(ended('Voice')).toHaveCount(1);
      await expect(ended('Sent to Alexa')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL('/triggers');
    });

    await test.step('deletes the trigger: its webhook URL stops working and the Echo forgets the device', async () => {
      await choose(page, 'Sleep well', 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete trigger' }).click();
      await expect(page.getByText('No triggers yet')).toBeVisible();
      await expect(focused(page)).toHaveAccessibleName('Triggers');
      expect((await fetch(address)).status).toBe(404);
      await expect(home.locator('[data-device]')).toHaveCount(0);
    });
  },
);
