import { focused } from '../support/focus.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { runButton } from '../support/trigger-row.ts';

test(
  'switches to a workspace created from the selector, and keeps the previous one selectable',
  { tag: ['@spec-3.1', '@spec-8.3', '@spec-46.2', '@spec-176.1', '@spec-176.2'] },
  async ({ page, guest }) => {
    await guest.signIn('House');
    await guest.settle('Good night');
    await page.goto('/triggers?q=night');
    await expect(page.getByRole('rowheader', { name: 'Good night' })).toBeVisible();

    await page.getByRole('button', { name: 'Workspace House' }).click();
    await page.getByRole('menuitem', { name: 'Create workspace' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Beach');
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('You are now in Beach.');
    await expect(page.getByRole('button', { name: 'Workspace Beach' })).toBeVisible();
    await expect(page).toHaveURL('/triggers');
    await expect(page.getByText('Link your Amazon account first')).toBeVisible();
    await expect(page.getByText('Good night')).toHaveCount(0);
    await expect(focused(page)).toHaveAccessibleName('Workspace Beach');

    await page.getByRole('button', { name: 'Workspace Beach' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Beach' })).toBeChecked();
    await page.getByRole('menuitemradio', { name: 'House' }).click();
    await expect(toastOf(page)).toContainText('Workspace switchedHouse');
    await expect(page.getByRole('rowheader', { name: 'Good night' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Workspace House' })).toBeVisible();
  },
);

test('shows one error for a name that is taken, and keeps the dialog open', async ({ page, guest, pageErrors }) => {
  pageErrors.expect(/^409 POST \/api\/workspaces$/);
  await guest.signIn('House');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Workspace House' }).click();
  await page.getByRole('menuitem', { name: 'Create workspace' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('house');
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('A workspace with this name already exists.');
  await expect(toastOf(page)).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('house');
});

test(
  'offers only active workspaces in the selector',
  { tag: ['@spec-46.1', '@spec-46.2'] },
  async ({ page, guest, context }) => {
    await guest.signIn('House');
    const { id } = await guest.addWorkspace('Old flat');
    await guest.addWorkspace('Beach');
    const reply = await context.request.patch(`/api/workspaces/${id}`, { data: { status: 'INATIVO' } });
    expect(reply.status()).toBe(200);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Workspace House' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveText(['House', 'Beach']);
  },
);

test(
  'never sends changes to the wrong workspace after a switch in another tab',
  { tag: ['@spec-8.3', '@spec-234.1'] },
  async ({ page, guest }) => {
    await guest.signIn('House');
    await guest.settle('Good night');
    await page.goto('/triggers');
    await expect(page.getByRole('rowheader', { name: 'Good night' })).toBeVisible();
    await guest.switchTo((await guest.addWorkspace('Beach')).id);
    await runButton(page, 'Good night').click();
    await expect(toastOf(page)).toContainText('Sent to Alexa');
  },
);
