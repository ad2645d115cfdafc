import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { personAt } from '../../browser/support/person.ts';
import { expect, test } from '../../browser/support/product-test.ts';

test('renders an account with an active skill, and the unlink confirmation', async ({ page, ana: _ }) => {
  await page.goto('/amazon-auth');
  await expect(page.getByRole('definition').filter({ hasText: 'ana@example.com' })).toBeVisible();
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Unlink account' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('All 5 triggers are deleted');
  await checkAppearances(page);
});

test('renders the page without an account', async ({ page, guest }) => {
  await guest.signIn();
  await page.goto('/amazon-auth');
  await expect(page.getByText('No Amazon account linked')).toBeVisible();
  await checkAppearances(page);
});

test('renders an account without the skill, from the arrival on', async ({ page, guest }) => {
  await guest.signIn();
  await guest.linkAmazon();
  await page.goto('/amazon-auth?success=true');
  await expect(page.getByRole('dialog', { name: 'Account linked, one step left' })).toBeVisible();
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByText('Amazon account linked')).toBeVisible();
  await checkAppearances(page);
});

test('renders an account whose permission was withdrawn', async ({ page, context }) => {
  const carla = personAt(context, { key: 'carla', name: 'Carla Reis', email: 'carla@example.com' });
  await carla.signIn();
  await page.goto('/amazon-auth');
  await expect(page.getByText('Not activated', { exact: true })).toBeVisible();
  await checkAppearances(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: '1 problem' })).toContainText('Alexa skill: not activated');
  await checkAppearances(page);
});

test('renders an account that another workspace has, and the confirmation of moving it', async ({ page, ana: _ }) => {
  await page.goto(
    '/amazon-auth?error=amazonAuth.accountInUseModal.title&isCurrentUserWorkspace=true&workspaceName=Casa%20da%20praia',
  );
  await expect(page.getByRole('dialog')).toContainText('“Casa da praia”');
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Move it here' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('“Casa da praia” immediately loses');
  await checkAppearances(page);
});

test('renders a failed link', async ({ page, ana: _ }) => {
  await page.goto('/amazon-auth?error=auth.cancelled');
  await expect(page.getByRole('alert')).toContainText('Sign-in was canceled.');
  await checkAppearances(page);
});
