import { routes } from '#web/app/routes.ts';

import { checkAppearances } from '../support/check-appearances.ts';
import { expectFocusKept } from '../support/focus.ts';
import { personAt } from '../support/person.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';

test('rejects every page of a session that was ended from another browser by keyboard', async ({
  browser,
  page,
  guest,
}) => {
  await guest.signIn();
  const away = await browser.newContext({ baseURL: new URL((await page.request.get('/login')).url()).origin });
  await personAt(away, guest).signIn();
  const elsewhere = await away.newPage();
  await elsewhere.goto('/dashboard');
  await expect(elsewhere.getByRole('button', { name: 'Sign out' })).toBeVisible();

  await page.goto('/account');
  const rows = page.getByRole('table', { name: 'Your sessions' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'This device' })).toHaveCount(1);
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkAppearances(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).focus();
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('Signed out everywhere else');
  await expectFocusKept(page);
  await expect(rows).toHaveCount(2);

  for (const { path } of routes.filter(({ access }) => access === 'signedIn')) {
    await elsewhere.goto(path);
    await expect(elsewhere, `${path} asks to sign in`).toHaveURL(/\/login/);
  }
  await away.close();
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});
