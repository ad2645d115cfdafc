import { expect, test } from '../support/product-test.ts';

const canvas = { dark: 'rgb(13, 15, 20)', light: 'rgb(246, 247, 249)' } as const;

test.describe(() => {
  test.use({ colorScheme: 'light' });
  test(
    'uses the dark theme even if the system prefers a light one',
    { tag: ['@spec-16.3', '@spec-16.4'] },
    async ({ page }) => {
      await page.goto('/login');
      await expect(page.locator('html')).toHaveClass('dark');
      await expect(page.locator('html')).toHaveCSS('background-color', canvas.dark);
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    },
  );
});

test(
  'stores the chosen theme and applies it in other tabs',
  { tag: ['@spec-16.1', '@spec-16.2', '@spec-346.3'] },
  async ({ page, context, ana: _ }) => {
    const other = await context.newPage();
    await Promise.all([page.goto('/dashboard'), other.goto('/triggers')]);
    await expect(other.getByRole('heading', { name: 'Triggers' })).toBeVisible();
    await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeFocused();
    for (const one of [page, other]) {
      await expect(one.locator('html')).toHaveClass('light');
      await expect(one.locator('html')).toHaveCSS('background-color', canvas.light);
      await expect(one.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#ffffff');
    }
    await page.reload();
    await expect(page.locator('html')).toHaveClass('light');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  },
);

for (const theme of ['light', 'dark'] as const) {
  test(`shows the ${theme} theme before the app loads (${theme})`, { tag: '@spec-37.1' }, async ({ page, ana: _ }) => {
    await page.addInitScript((stored) => localStorage.setItem('theme', stored), theme);
    // The app never loads, so the page shows its first paint.
    await page.route(/\/assets\/(?!boot-)[^/]*\.js$/, () => new Promise(() => {}));
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
    await expect(page.locator('html')).toHaveClass(theme);
    await expect(page.locator('html')).toHaveCSS('background-color', canvas[theme]);
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
  });
}
