import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { expect, test } from '../../browser/support/product-test.ts';

test.describe('pages without a session', () => {
  test('renders the sign-in page', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in to Recado' })).toBeVisible();
    await checkAppearances(page);
  });

  for (const [why, key] of [
    ['after a session ended', 'auth.sessionExpired'],
    ['after a sign-in that failed', 'auth.providerUnavailable'],
  ] as const) {
    test(`renders the sign-in page ${why}`, async ({ page }) => {
      await page.goto(`/login?error=${key}`);
      await expect(page.getByRole('main')).toContainText(/Session expired|Sign-in failed/);
      await checkAppearances(page);
    });
  }

  for (const [path, heading] of [
    ['/terms', 'Terms of use'],
    ['/privacy', 'Privacy policy'],
  ] as const) {
    test(path, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.getByRole('heading', { level: 2 })).toHaveCount(10);
      await checkAppearances(page);
    });
  }

  test('renders the language menu of a public page', async ({ page }) => {
    await page.goto('/terms');
    await page.getByRole('button', { name: 'Language: English' }).click();
    await expect(page.getByRole('menuitemradio')).toHaveCount(3);
    await checkAppearances(page);
  });

  test('renders the not-found page', async ({ page }) => {
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await checkAppearances(page);
  });
});
