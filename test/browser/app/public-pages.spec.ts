import { expect, test } from '../support/product-test.ts';

for (const [path, title] of [
  ['/terms', 'Terms of use'],
  ['/privacy', 'Privacy policy'],
] as const) {
  test(`opens ${path} with ten sections and without API requests`, { tag: '@spec-38.1' }, async ({ page }) => {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(path);
    await expect(page).toHaveTitle(`${title} · Recado`);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(10);
    await page.waitForLoadState('networkidle');
    expect(requested.filter((one) => one.startsWith('/api/'))).toEqual([]);

    const third = page.getByRole('navigation').getByRole('link', { name: /^3\./ });
    const heading = (await third.innerText()).replace(/^3\.\s*/, '');
    await third.click();
    await expect(page).toHaveURL(`${path}#s3`);
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeInViewport();
  });

  test(`changes the language of ${path} in place`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Términos de uso|Política de privacidad/);
    await expect(page.getByRole('heading', { level: 2 })).toHaveCount(10);
  });
}

test('shows a signed-out visitor the sign-in page without console errors', async ({ page, pageErrors }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(pageErrors.seen()).toEqual([]);
});

test(
  'reloads the app when a signed-out visitor clicks the brand on a legal page, and shows sign-in',
  { tag: '@spec-38.2' },
  async ({ page }) => {
    await page.goto('/terms');
    await page.evaluate(() => Reflect.set(window, 'isTheSame', true));
    await page.getByRole('banner').getByRole('link', { name: 'Recado' }).click();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => Reflect.has(window, 'isTheSame'))).toBe(false);
    await page.getByRole('link', { name: 'Privacy policy' }).click();
    await expect(page).toHaveURL('/privacy');
  },
);

test(
  'shows "not found" for an unknown address, with and without a session',
  { tag: ['@spec-35.1', '@spec-38.3'] },
  async ({ page, guest }) => {
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page).toHaveTitle('Page Not Found · Recado');
    await expect(page).toHaveURL('/no/such/page');
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await expect(page).toHaveURL('/login');
    await guest.signIn();
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await expect(page.getByRole('banner')).toContainText(guest.name);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL('/dashboard');
  },
);
