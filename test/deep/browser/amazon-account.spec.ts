import { addresses } from '../../browser/support/addresses.ts';
import { amazonPages } from '../../browser/support/amazon-pages.ts';
import { focused } from '../../browser/support/focus.ts';
import { newGuest } from '../../browser/support/guests.ts';
import { personAt } from '../../browser/support/person.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

test(
  'rejects an account of the user’s other workspace and names that workspace',
  { tag: ['@spec-9.2', '@spec-82.1', '@spec-82.2'] },
  async ({ page, guest }) => {
    await guest.signIn('Home');
    await guest.linkAmazon();
    await guest.switchTo((await guest.addWorkspace('Beach')).id);
    await page.goto('/amazon-auth');
    await page.getByRole('link', { name: 'Connect Alexa' }).click();
    await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
    const dialog = page.getByRole('dialog', { name: 'This Amazon account is already linked' });
    await expect(dialog).toContainText('already linked to your workspace “Home”');
    await expect(page).toHaveURL('/amazon-auth');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('No Amazon account linked')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No Amazon account linked')).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test(
  'rejects an account of another user’s workspace without naming it',
  { tag: '@spec-9.2' },
  async ({ page, browser, guest }) => {
    const elsewhere = await browser.newContext();
    const other = personAt(elsewhere, newGuest(addresses().appUrl));
    await other.signIn('Secret hideout');
    await other.linkAmazon();
    await elsewhere.close();
    await guest.signIn('Home');
    await page.goto('/amazon-auth');
    await page.getByRole('link', { name: 'Connect Alexa' }).click();
    await page.getByRole('button', { name: `${other.name} ${other.email}` }).click();
    const dialog = page.getByRole('dialog', { name: 'This Amazon account is already linked' });
    await expect(dialog).toContainText('already linked to another workspace');
    await expect(dialog).not.toContainText('Secret hideout');
    await expect(page).toHaveURL('/amazon-auth');
  },
);

test('shows the reason once after canceling at Amazon', { tag: '@spec-70.1' }, async ({ page, guest }) => {
  await guest.signIn();
  await page.goto('/amazon-auth');
  await page.getByRole('link', { name: 'Connect Alexa' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Sign-in was canceled.');
  await expect(page).toHaveURL('/amazon-auth');
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('shows a working link again after the browser’s Back button leaves Amazon', async ({ page, guest }) => {
  await guest.signIn();
  await page.goto('/amazon-auth');
  await page.getByRole('link', { name: 'Connect Alexa' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goBack();
  const link = page.getByRole('link', { name: 'Connect Alexa' });
  await expect(link).toBeVisible();
  await expect(link).not.toHaveAttribute('aria-busy');
});

test('links another Amazon account after signing out at Amazon', async ({ page, context, guest }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in with Amazon' }).click();
  await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
  await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/amazon-auth');
  await expect(page.getByText(`You signed in with ${guest.name}`)).toBeVisible();
  await page.getByRole('button', { name: 'Use another account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use another Amazon account' });
  await expect(dialog.getByRole('link', { name: 'Sign out of Amazon' })).toHaveAttribute('target', '_blank');

  const amazon = await context.newPage();
  await amazon.goto(`${addresses().sandboxUrl}/amazon/sign-out`);
  await amazon.close();
  const other = newGuest(addresses().appUrl);
  await dialog.getByRole('link', { name: 'Continue to Amazon' }).click();
  const amazonPage = amazonPages(page);
  await amazonPage.signIn(other);
  await amazonPage.allowProfile();
  await amazonPage.allowAlexa();
  const done = page.getByRole('dialog', { name: 'Account linked and skill active' });
  await done.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('definition').filter({ hasText: other.email })).toBeVisible();
});

test('never shows foreign text from the address', async ({ page, guest }) => {
  await guest.signIn();
  await page.goto('/amazon-auth?error=Call%20555%20now&workspaceName=Evil&isCurrentUserWorkspace=true');
  await expect(page.getByRole('alert')).toContainText('Amazon did not confirm the link.');
  await expect(page).toHaveURL('/amazon-auth');
  await expect(page.getByText(/555|Evil/)).toHaveCount(0);
});

test(
  'unlinks after the exact word was typed, and deletes the triggers',
  { tag: ['@spec-192.1', '@spec-222.1'] },
  async ({ page, guest }) => {
    await guest.signIn();
    const [trigger] = await guest.settle('Good night', 'Good morning');
    const address = trigger && (await guest.addressOf(trigger));
    await page.goto('/amazon-auth');
    await page.getByRole('button', { name: 'Unlink account' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Unlink the Amazon account?' });
    await expect(dialog).toContainText('All 2 triggers are deleted');
    const word = dialog.getByRole('textbox', { name: 'To confirm, type unlink-account' });
    const confirm = dialog.getByRole('button', { name: 'Unlink account' });
    for (const wrong of ['unlink', 'Unlink-account', 'unlink-account ', 'desvincular-conta']) {
      await word.fill(wrong);
      await expect(confirm).toBeDisabled();
      await page.keyboard.press('Enter');
    }
    await expect(dialog).toBeVisible();
    await word.fill('unlink-account');
    await expect(confirm).toBeEnabled();
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('Amazon account unlinked');
    await expect(page.getByText('No Amazon account linked')).toBeVisible();
    await expect(focused(page)).toHaveAccessibleName('Amazon account');
    const answer = await fetch(address ?? '');
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ errorKey: 'amazon.notLinked' }),
    ]);
    await expect.poll(() => guest.knows()).toEqual([]);
    await page.getByRole('link', { name: 'Triggers', exact: true }).click();
    await expect(page.getByText('Link your Amazon account first')).toBeVisible();
  },
);

for (const [language, open, word] of [
  ['pt', 'Desvincular conta', 'desvincular-conta'],
  ['es', 'Desvincular cuenta', 'desvincular-cuenta'],
] as const) {
  test(`requires the word ${word} in ${language}`, async ({ page, ana: _ }) => {
    await page.addInitScript((code) => localStorage.setItem('preferredLanguage', code), language);
    await page.goto('/amazon-auth');
    await page.getByRole('button', { name: open }).click();
    await page.getByRole('alertdialog').getByRole('textbox').fill(word);
    await expect(page.getByRole('alertdialog').getByRole('button', { name: open })).toBeEnabled();
  });
}
