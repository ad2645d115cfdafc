import { atRest } from '../support/appearance.ts';
import { expectFocusKept, focused, tabTo } from '../support/focus.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { chooseByKeyboard, moreButton, runButton } from '../support/trigger-row.ts';

test('signs in and reaches the dashboard by keyboard', async ({ page, guest }) => {
  await page.goto('/login');
  await tabTo(page, page.getByRole('link', { name: 'Sign in with Google' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: `${guest.name} ${guest.email}` }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Link your Amazon account' })).toBeVisible();
  await atRest(page);
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText('Skip to content');
  await expect(focused(page)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveAccessibleName('Link account');
});

test('creates, runs, renames, opens and deletes a trigger by keyboard', async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle();
  await page.goto('/triggers');
  await tabTo(page, page.getByRole('button', { name: 'Create trigger' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();

  await page.keyboard.type('ab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name must have at least 3 characters')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/at least 3 characters/);
  await page.keyboard.type('c');
  await expect(page.getByText('Name must have at least 3 characters')).toBeHidden();
  await page.keyboard.press('Enter');
  const ready = page.getByRole('dialog', { name: '“abc” is ready' });
  await expect(ready).toBeVisible();
  await expect(ready.locator(':focus').or(ready.and(focused(page)))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(ready).toBeHidden();
  await expectFocusKept(page);

  const run = runButton(page, 'abc');
  await tabTo(page, run);
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('Sent to Alexa');
  await expect(run).toBeFocused();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(toastOf(page)).toHaveCount(0);
  await expect(run).toBeFocused();

  const more = moreButton(page, 'abc');
  await tabTo(page, more);
  await chooseByKeyboard(page, 'abc', 'History');
  await expect(page.getByRole('dialog', { name: 'Run history' })).toContainText('Sent to Alexa');
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();

  await chooseByKeyboard(page, 'abc', 'Rename');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await chooseByKeyboard(page, 'abc', 'Rename');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type(' two');
  await page.keyboard.press('Enter');
  const renamed = moreButton(page, 'abc two');
  await expect(renamed).toBeFocused();

  await chooseByKeyboard(page, 'abc two', 'Delete');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(renamed).toBeFocused();
  await chooseByKeyboard(page, 'abc two', 'Delete');
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete trigger' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('No triggers yet')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test(
  'keeps an unavailable button focusable and explains it by keyboard',
  { tag: '@spec-86.1' },
  async ({ page, guest }) => {
    await guest.signIn();
    await page.goto('/triggers');
    await atRest(page);
    await expect(page.getByText('Link your Amazon account first')).toBeVisible();
    const create = page.getByRole('button', { name: 'Create trigger' });
    await tabTo(page, create);
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await expect(create).toHaveAccessibleDescription('Link an Amazon account to create triggers.');
    const why = page.getByRole('tooltip', { name: 'Link an Amazon account to create triggers.' });
    await expect(why).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await expect(create).toBeFocused();
  },
);

test('unlinks the Amazon account with the confirmation word by keyboard', async ({ page, guest }) => {
  await guest.signIn();
  await guest.linkAmazon();
  await page.goto('/amazon-auth');
  const unlink = page.getByRole('button', { name: 'Unlink account' });
  await tabTo(page, unlink);
  await page.keyboard.press('Enter');
  const word = page.getByRole('textbox', { name: 'To confirm, type unlink-account' });
  await expect(word).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(unlink).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(word).toBeFocused();
  await page.keyboard.type('unlink-account');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No Amazon account linked')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
