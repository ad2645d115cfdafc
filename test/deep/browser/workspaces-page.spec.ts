import type { Page } from '@playwright/test';

import { atRest } from '../../browser/support/appearance.ts';
import { expectFocusKept, focused, tabTo } from '../../browser/support/focus.ts';
import { payerAt } from '../../browser/support/payer.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const row = (page: Page, name: string) => page.getByRole('row', { name });
const selector = (page: Page, name: string) => page.getByRole('button', { name: `Workspace ${name}` });
const question = (page: Page) => page.getByRole('alertdialog');

test(
  'creates a workspace on its page and switches to it',
  { tag: ['@spec-33.1', '@spec-136.1', '@spec-136.2'] },
  async ({ page, guest }) => {
    await guest.signIn('House');
    await guest.settle('Good night');
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Workspaces' }).click();
    await expect(page).toHaveTitle('Workspaces · Recado');
    await expect(row(page, 'House Current')).toContainText('Yes');
    await expect(page.getByText('1 workspace', { exact: true })).toBeVisible();

    await page.getByRole('main').getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('house');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('A workspace with this name already exists.');
    await page.getByRole('textbox', { name: 'Name' }).fill('Beach');
    await page.keyboard.press('Enter');
    const done = page.getByRole('dialog', { name: '“Beach” is ready' });
    await expect(done).toContainText('menu at the top of the sidebar');
    await done.getByRole('button', { name: 'Done' }).click();
    await expect(focused(page)).toHaveAccessibleName('Create workspace');
    await expect(selector(page, 'Beach')).toBeVisible();
    await expect(row(page, 'Beach Current')).toContainText('No');
    await expect(page.getByText('2 workspaces')).toBeVisible();
    await page.getByRole('link', { name: 'Triggers' }).click();
    await expect(page.getByText('Link your Amazon account first')).toBeVisible();
  },
);

test('shows a new name in the table and in the selector, also after a reload', async ({ page, guest }) => {
  await guest.signIn('House');
  await page.goto('/workspaces');
  await page.getByRole('button', { name: 'Edit House' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Apartment');
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('Workspace renamed');
  await expect(focused(page)).toHaveAccessibleName('Edit Apartment');
  await page.reload();
  await expect(row(page, 'Apartment Current')).toBeVisible();
  await expect(selector(page, 'Apartment')).toBeVisible();
});

test('shows the form again when the name was taken concurrently', async ({ page, guest, pageErrors }) => {
  pageErrors.expect(/^409 PATCH \/api\/workspaces\//);
  await guest.signIn('House');
  await page.goto('/workspaces');
  await expect(row(page, 'House')).toBeVisible();
  await guest.addWorkspace('Beach');
  await page.getByRole('button', { name: 'Edit House' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('beach');
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveAccessibleDescription(/A workspace with this name already exists\./);
  await expect(name).toHaveValue('beach');
  await expect(name).toBeFocused();
  await expect(toastOf(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(focused(page)).toHaveAccessibleName('Edit House');
  await expect(row(page, 'Beach')).toBeVisible();
});

test(
  'deactivates a workspace with its content, removes it from the selector, and activates it again empty',
  { tag: '@spec-177.1' },
  async ({ page, guest }) => {
    await guest.signIn('House');
    const beach = await guest.addWorkspace('Beach');
    await guest.switchTo(beach.id);
    await guest.settle('Good night', 'Garage');
    await page.goto('/triggers');
    await expect(page.getByRole('rowheader', { name: 'Garage' })).toBeVisible();
    await page.getByRole('link', { name: 'Workspaces' }).click();

    await page.getByRole('button', { name: 'Deactivate Beach' }).click();
    await expect(question(page)).toContainText('All 2 triggers are deleted');
    await expect(question(page)).not.toContainText('group');
    await expect(question(page)).toContainText('You are in this workspace now. You will continue in “House”.');
    await question(page).getByRole('button', { name: 'Deactivate workspace' }).click();
    await expect(toastOf(page)).toContainText('Workspace deactivatedYou are now in House.');
    await expect(row(page, 'Beach')).toContainText('Inactive');
    await expect(row(page, 'House Current')).toBeVisible();
    await expect(focused(page)).toHaveAccessibleName('Activate Beach');
    await selector(page, 'House').click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['House']);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Activate Beach' }).click();
    await question(page).getByRole('button', { name: 'Activate workspace' }).click();
    await expect(toastOf(page)).toContainText('Workspace activated');
    await expect(row(page, 'Beach')).toContainText('Active');
    await expect(focused(page)).toHaveAccessibleName('Deactivate Beach');

    await selector(page, 'House').click();
    await page.getByRole('menuitemradio', { name: 'Beach' }).click();
    await expect(selector(page, 'Beach')).toBeVisible();
    await page.getByRole('link', { name: 'Triggers' }).click();
    await expect(page.getByText('Link your Amazon account first')).toBeVisible();
    await guest.drain();
    expect(await guest.knows()).toEqual([]);
  },
);

test(
  'refuses to deactivate the default workspace, and explains it to the eye, to screen readers and on a press',
  { tag: '@spec-221.1' },
  async ({ page, guest }) => {
    await guest.signIn('House');
    await guest.addWorkspace('Beach');
    await page.goto('/workspaces');
    const button = page.getByRole('button', { name: 'Deactivate House' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription('Cannot delete the default workspace');
    await tabTo(page, button);
    await expect(page.getByRole('tooltip').last()).toHaveText('Cannot delete the default workspace');
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('Cannot deactivate your default workspace');
    await expect(question(page)).toHaveCount(0);
    await selector(page, 'House').click();
    await page.getByRole('menuitemradio', { name: 'Beach' }).click();
    await expect(row(page, 'Beach Current')).toBeVisible();
    await atRest(page);
    await button.click({ force: true });
    await expect(toastOf(page)).toContainText('Cannot deactivate a workspace set as default');
  },
);

test(
  'keeps a workspace with a running plan active, and links to the plan',
  { tag: '@spec-217.1' },
  async ({ page, context, guest }) => {
    await guest.signIn('House');
    const beach = await guest.addWorkspace('Beach');
    await guest.switchTo(beach.id);
    const payer = await payerAt(context, guest);
    const owner = await payer.customer();
    await payer.addCard(owner);
    const { id } = await payer.subscribe(owner);
    await payer.becomes({ status: 'active' });
    await guest.switchTo((await guest.current()).id);
    await page.goto('/workspaces');
    await page.getByRole('button', { name: 'Deactivate Beach' }).click();
    await expect(question(page).getByRole('alert')).toContainText(
      'Cannot deactivate a workspace with an active subscription',
    );
    await expect(question(page).getByRole('button', { name: 'Deactivate workspace' })).toHaveCount(0);
    await question(page).getByRole('link', { name: 'View subscription' }).click();
    await expect(page).toHaveURL(`/subscription?id=${beach.id}`);
    await expect(page.getByText('Plan and billing for “Beach”.')).toBeVisible();
    await expectFocusKept(page);

    await payer.cancelNow(id);
    await payer.becomes({ status: 'canceled' });
    await page.goBack();
    await page.getByRole('button', { name: 'Deactivate Beach' }).click();
    await question(page).getByRole('button', { name: 'Deactivate workspace' }).click();
    await expect(toastOf(page)).toContainText('Workspace deactivated');
  },
);

test('keeps the workspace active when a plan starts while the confirmation is open', async ({
  page,
  context,
  guest,
  pageErrors,
}) => {
  pageErrors.expect(/^409 PATCH \/api\/workspaces\//);
  await guest.signIn('House');
  const home = await guest.current();
  const beach = await guest.addWorkspace('Beach');
  await page.goto('/workspaces');
  await page.getByRole('button', { name: 'Deactivate Beach' }).click();
  const confirm = question(page).getByRole('button', { name: 'Deactivate workspace' });
  await expect(confirm).not.toHaveAttribute('aria-disabled');
  await guest.switchTo(beach.id);
  const payer = await payerAt(context, guest);
  const owner = await payer.customer();
  await payer.addCard(owner);
  await payer.subscribe(owner);
  await payer.becomes({ status: 'active' });
  await guest.switchTo(home.id);
  await confirm.click();
  await expect(question(page)).toHaveAccessibleName('“Beach” stays active');
  await expect(question(page).getByRole('link', { name: 'View subscription' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(focused(page)).toHaveAccessibleName('Deactivate Beach');
});

test('creates, renames, deactivates and activates a workspace by keyboard alone', async ({ page, guest }) => {
  await guest.signIn('House');
  await page.goto('/workspaces');
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Create workspace' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Beach');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '“Beach” is ready' })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAccessibleName('Create workspace');

  await tabTo(page, page.getByRole('button', { name: 'Edit Beach' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' house');
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAccessibleName('Edit Beach house');

  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveAccessibleName('Deactivate Beach house');
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAccessibleName('Deactivate Beach house');
  await page.keyboard.press('Enter');
  const confirm = question(page).getByRole('button', { name: 'Deactivate workspace' });
  await expect(confirm).not.toHaveAttribute('aria-disabled');
  await page.keyboard.press('Tab');
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAccessibleName('Activate Beach house');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(focused(page)).toHaveAccessibleName('Deactivate Beach house');
  await expect(row(page, 'Beach house')).toContainText('Active');
});

test('keeps search and page in the address', { tag: '@spec-226.1' }, async ({ page, guest }) => {
  await guest.signIn('House');
  for (let at = 1; at <= 11; at += 1) await guest.addWorkspace(`Flat ${at}`);
  await page.goto('/workspaces');
  await expect(page.getByRole('rowheader')).toHaveCount(10);
  await expect(page.getByText('12 workspaces')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL('/workspaces?page=2');
  await expect(page.getByRole('rowheader')).toHaveText(['Flat 10', 'Flat 11']);
  await page.getByRole('searchbox').fill('FLAT 1');
  await expect(page).toHaveURL('/workspaces?q=FLAT+1');
  await expect(page.getByRole('rowheader')).toHaveText(['Flat 1', 'Flat 10', 'Flat 11']);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveText(['Flat 1', 'Flat 10', 'Flat 11']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true });

  test('explains on a phone why an action is disabled, and works by touch', async ({ page, guest }) => {
    await guest.signIn('House');
    await guest.addWorkspace('Beach');
    await page.goto('/workspaces');
    await page.getByRole('button', { name: 'Deactivate House' }).tap({ force: true });
    await expect(toastOf(page)).toContainText('Cannot deactivate your default workspace');
    await page.getByRole('button', { name: 'Deactivate Beach' }).tap();
    await question(page).getByRole('button', { name: 'Deactivate workspace' }).tap();
    await expect(toastOf(page)).toContainText('Workspace deactivated');
    await expect(page.getByText('Inactive')).toBeVisible();
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Subscription' }).tap();
    await expect(page).toHaveURL('/subscription');
  });
});
