import { atRest } from '../../browser/support/appearance.ts';
import { focused, tabTo } from '../../browser/support/focus.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { chooseByKeyboard } from '../../browser/support/trigger-row.ts';

test('operates the menus of workspaces and languages by keyboard alone', async ({ page, ana: _ }) => {
  await page.goto('/dashboard');
  await page.waitForLoadState('networkidle');
  const workspaces = page.getByRole('button', { name: 'Workspace Casa' });
  await tabTo(page, workspaces);
  await expect(workspaces.locator('~ [aria-hidden]')).toBeAttached();
  await page.keyboard.press('ArrowDown');
  await expect(focused(page)).toHaveRole('menuitemradio');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Create workspace' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(workspaces).toBeFocused();
  const language = page.getByRole('button', { name: 'Language: English' });
  await tabTo(page, language);
  await page.keyboard.press('Enter');
  await page.keyboard.type('por');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Painel' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Idioma: Português' })).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test('operates the drawer by keyboard alone', async ({ page, ana: _ }) => {
    await page.goto('/dashboard');
    await atRest(page);
    const open = page.getByRole('button', { name: 'Open menu' });
    await tabTo(page, open);
    await expect(open).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, drawer.getByRole('link', { name: 'Triggers' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/triggers');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Triggers' })).toBeFocused();
  });
});

test('cycles the focus inside a dialog by keyboard alone', async ({ page, ana: _ }) => {
  await page.goto('/triggers');
  await atRest(page);
  await chooseByKeyboard(page, 'Boa noite', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename trigger' });
  const stops = [
    dialog.getByRole('textbox', { name: 'Name' }),
    dialog.getByRole('button', { name: 'Cancel' }),
    dialog.getByRole('button', { name: 'Save' }),
    dialog.getByRole('button', { name: 'Close' }),
  ];
  for (const stop of [...stops, ...stops]) {
    await expect(stop).toBeFocused();
    await page.keyboard.press('Tab');
  }
});
