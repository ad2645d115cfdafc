import { atRest } from '../support/appearance.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { runButton } from '../support/trigger-row.ts';

test(
  'redirects to sign-in with one message when the session expires, and returns to the same page afterwards',
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

    await runButton(page, 'Good night').click();
    await expect(page).toHaveURL('/login');
    await expect(toastOf(page)).toHaveText(/Session expiredYour session has expired\. Please sign in again\./);
    await expect(page.getByRole('main')).not.toContainText('expired');
    await expect(page.getByText('Good night')).toHaveCount(0);

    await page.getByRole('link', { name: 'Sign in with Google' }).click();
    await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
    await expect(page).toHaveURL('/triggers?q=night');
    await expect(page.getByRole('rowheader')).toHaveText(['Good nightNot run yet']);
  },
);

test(
  'shows sign-in without an expiry message after signing out, and nothing on Back',
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
  'signs out other tabs at their next request, with an expiry message',
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

    await runButton(page, 'Good night').click();
    await expect(page).toHaveURL('/login');
    await expect(toastOf(page)).toContainText('Your session has expired.');
    await expect(page.getByText('Good night')).toHaveCount(0);
    await other.goBack();
    await expect(other).toHaveURL('/login');
  },
);

test('opens a deep link after sign-in', { tag: '@spec-7.1' }, async ({ page, guest }) => {
  await page.goto('/amazon-auth?from=mail');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(/expired/i)).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in with Amazon' }).click();
  await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/amazon-auth?from=mail');
  await expect(page.getByText('No Amazon account linked')).toBeVisible();
});

test('returns to sign-in with the reason when the user cancels at the provider', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in with Google' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login\?error=auth\.cancelled/);
  await expect(page.getByRole('alert')).toContainText('Sign-in was canceled.');
});

for (const path of ['/', '/login', '/dashboard/', '/?from=mail']) {
  test(
    `redirects a signed-in user from ${path} to the dashboard`,
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
    `redirects a signed-out visitor from ${path} to sign-in without an expiry message`,
    { tag: ['@spec-37.1', '@spec-233.3'] },
    async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/login');
      await expect(page).toHaveTitle('Sign in · Recado');
      await expect(toastOf(page)).toHaveCount(0);
    },
  );
}
