import { atRest } from '../support/appearance.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';

test(
  'a session that ends in the middle of work leads to sign-in, says why once, and back to the same place',
  { tag: '@spec-40.1' },
  async ({ page, context, guest, pageErrors }) => {
    pageErrors.expect(/^401 (GET|POST) \/api\//);
    await guest.signIn();
    await guest.settle('Good night', 'Good morning');
    await page.goto('/triggers?q=night');
    await expect(page.getByRole('rowheader', { name: 'Good night' })).toBeVisible();
    await atRest(page);
    const cookies = await context.cookies();
    await guest.logOut();
    await context.addCookies(cookies);

    await page.getByRole('button', { name: 'Run Good night' }).click();
    await expect(page).toHaveURL('/login');
    await expect(toastOf(page)).toHaveText(/Session expiredYour session has expired\. Please sign in again\./);
    await expect(page.getByRole('main')).not.toContainText('expired');
    await expect(page.getByText('Good night')).toHaveCount(0);

    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
    await expect(page).toHaveURL('/triggers?q=night');
    await expect(page.getByRole('rowheader')).toHaveText(['Good night']);
  },
);

test(
  'logging out shows sign-in, without a word of expiry, and going back shows nothing',
  { tag: '@spec-27.1' },
  async ({ page, guest }) => {
    await guest.signIn();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Link your Amazon account' })).toBeVisible();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('heading', { name: 'Sign in to Recado' })).toBeFocused();
    await expect(page.getByText(/expired/i)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(guest.name)).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/login');
  },
);

test(
  'signing out in one tab ends the work of another at its next call, which says so and leads to sign-in',
  { tag: ['@spec-40.1', '@spec-173.1'] },
  async ({ page, context, guest, pageErrors }) => {
    pageErrors.expect(/^401 (GET|POST) \/api\//);
    await guest.signIn();
    await guest.settle('Good night');
    await page.goto('/triggers');
    await expect(page.getByRole('rowheader', { name: 'Good night' })).toBeVisible();
    await atRest(page);
    const other = await context.newPage();
    await other.goto('/dashboard');
    await other.getByRole('button', { name: 'Sign out' }).click();
    await expect(other).toHaveURL('/login');

    await page.getByRole('button', { name: 'Run Good night' }).click();
    await expect(page).toHaveURL('/login');
    await expect(toastOf(page)).toContainText('Your session has expired.');
    await expect(page.getByText('Good night')).toHaveCount(0);
    await other.goBack();
    await expect(other).toHaveURL('/login');
  },
);

test('a deep link without a session opens after sign-in', { tag: '@spec-7.1' }, async ({ page, guest }) => {
  await page.goto('/amazon-auth?from=mail');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(/expired/i)).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in with Amazon' }).click();
  await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/amazon-auth?from=mail');
  await expect(page.getByText('No Amazon account linked')).toBeVisible();
});

test('cancelling at the provider comes back to sign-in with the reason', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login\?error=auth\.cancelled/);
  await expect(page.getByRole('alert')).toContainText('Sign-in was canceled.');
});

for (const path of ['/', '/login', '/dashboard/', '/?from=mail']) {
  test(
    `${path} leads the signed-in to the dashboard`,
    { tag: ['@spec-26.1', '@spec-27.1'] },
    async ({ page, ana: _ }) => {
      await page.goto(path);
      await expect(page).toHaveURL(/\/dashboard\/?(\?from=mail)?$/);
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    },
  );
}

for (const path of ['/', '/dashboard', '/triggers', '/amazon-auth']) {
  test(
    `${path} leads to sign-in without a session, without a message about expiry`,
    { tag: ['@spec-37.1', '@spec-233.3'] },
    async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
      await expect(page).toHaveTitle('Sign in · Recado');
      await expect(toastOf(page)).toHaveCount(0);
    },
  );
}
