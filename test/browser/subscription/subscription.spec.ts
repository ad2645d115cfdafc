import { aSubscription } from '#web/testing/a-subscription.ts';

import { atRest } from '../support/appearance.ts';
import { expectFocusKept, focused, tabTo } from '../support/focus.ts';
import { payerAt } from '../support/payer.ts';
import { pretendSubscription } from '../support/pretend-subscription.ts';
import { expect, test } from '../support/product-test.ts';

test(
  'chooses a period, reads an answer, buys and manages the subscription by keyboard',
  { tag: '@spec-125.1' },
  async ({ page, context, guest }) => {
    await guest.signIn();
    await page.goto('/subscription');
    const annual = page.getByRole('radio', { name: /Annual/ });
    await tabTo(page, annual);
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'Monthly' })).toBeFocused();
    await expect(page.getByText('$15.00', { exact: true })).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(annual).toBeChecked();

    const start = page.getByRole('button', { name: 'Start free trial' });
    await tabTo(page, start);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Confirm your free trial' });
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(':focus').or(dialog.and(focused(page)))).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(start).toBeFocused();

    const question = page.getByRole('button', { name: 'Can I cancel anytime?' });
    await tabTo(page, question);
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Until that day, you can undo the cancellation\./)).toBeVisible();
    await expect(question).toBeFocused();

    await page.reload();
    await tabTo(page, start);
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Start free trial' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Try Recado Pro' })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Start trial' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your free trial has started')).toBeVisible();

    const payer = await payerAt(context, guest);
    await tabTo(page, page.getByRole('button', { name: 'Dismiss' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
    await expectFocusKept(page);
    await tabTo(page, page.getByRole('button', { name: 'Billing portal' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Current plan' })).toBeVisible();
  },
);

test('restores a working confirmation when the browser goes back', async ({ page, guest }) => {
  await guest.signIn();
  await page.goto('/subscription');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start free trial' }).click();
  await expect(page.getByRole('heading', { name: 'Try Recado Pro' })).toBeVisible();
  await page.goBack();
  const start = page.getByRole('button', { name: 'Start free trial' }).last();
  await expect(start).toBeVisible();
  await expect(start).not.toHaveAttribute('aria-busy');
});

test(
  'shows the workspace of the id without switching to it, and buys for that workspace',
  { tag: '@spec-3.5' },
  async ({ page, guest }) => {
    await guest.signIn('Home');
    const beach = await guest.addWorkspace('Beach');
    await page.goto(`/subscription?id=${beach.id}`);
    await expect(page.getByText('Plan and billing for “Beach”.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Workspace Home' })).toBeVisible();
    await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('Visa •••• 4242').click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page).toHaveURL(new RegExp(`/subscription\\?id=${beach.id}`));
    await expect(page.getByText('Plan and billing for “Beach”.')).toBeVisible();
    await expect(page.getByText('Subscription active')).toBeVisible();
    await page.goto('/subscription');
    await expect(page.getByText('Plan and billing for “Home”.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start free trial' })).toBeVisible();
  },
);

test(
  'shows "not found" for a foreign workspace and an error for a malformed id',
  { tag: '@spec-32.1' },
  async ({ page, guest }) => {
    await guest.signIn();
    await page.goto('/subscription?id=281474976710655');
    await expect(page.getByText('Workspace not found')).toBeVisible();
    await page.getByRole('link', { name: 'View current workspace’s subscription' }).click();
    await expect(page.getByRole('radio', { name: /Annual/ })).toBeVisible();
    await page.goto('/subscription?id=abc');
    await expect(page.getByText('Invalid workspace ID')).toBeVisible();
  },
);

test(
  "redirects a workspace's subscription address to the page and keeps the query",
  { tag: '@spec-34.1' },
  async ({ page, guest }) => {
    await guest.signIn();
    await page.goto('/workspace/42/subscription?canceled=true&from=mail');
    await expect(page.getByRole('alert')).toContainText('Checkout canceled');
    await expect(page).toHaveURL('/subscription?from=mail');
  },
);

test('reloads a subscription on request after a failure', async ({ page, guest, pageErrors }) => {
  pageErrors.expect(/^503 GET \/api\/subscription\/\d+$/);
  await guest.signIn();
  await page.route(/\/api\/subscription\/\d+$/, (route) =>
    route.fulfill({ status: 503, json: { error: 'Try again shortly.', errorKey: 'server.busy' } }),
  );
  await page.goto('/subscription');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch subscription');
  await page.unroute(/\/api\/subscription\/\d+$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('radio', { name: /Annual/ })).toBeVisible();
});

test('shows the error when the billing portal cannot be opened, and enables the button again', async ({
  page,
  guest,
  pageErrors,
}) => {
  pageErrors.expect(/^409 POST \/api\/subscription\/\d+\/create-portal-session$/);
  await guest.signIn();
  // Only the page believes that there is a subscription; the server has none to manage.
  await pretendSubscription(page, aSubscription('active'));
  await page.goto('/subscription');
  const portal = page.getByRole('button', { name: 'Billing portal' });
  await portal.click();
  await expect(page.getByRole('alert')).toContainText('There is no subscription to manage yet.');
  await expect(portal).not.toHaveAttribute('aria-busy');
  await atRest(page);
  await expect(portal).toBeFocused();
});
