import type { Page } from '@playwright/test';

import type { Subscription } from '#shared/contracts/billing.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { pageClock } from '../../browser/support/page-clock.ts';
import type { BrowserPerson } from '../../browser/support/person.ts';
import { pretendSubscription } from '../../browser/support/pretend-subscription.ts';
import { expect, test } from '../../browser/support/product-test.ts';

async function open(
  page: Page,
  person: BrowserPerson,
  subscription: Subscription,
  address = '/subscription',
): Promise<void> {
  await person.signIn();
  await pretendSubscription(page, subscription);
  await page.goto(address);
}

const trialUsed = (page: Page) =>
  page.route('**/api/auth/user?*', async (route) => {
    const user: unknown = await (await route.fetch()).json();
    await route.fulfill({ json: typeof user === 'object' ? { ...user, trialUsed: true } : user });
  });

test('renders the trial offer with every answer open, and its confirmation', async ({ page, guest }) => {
  await open(page, guest, aSubscription('inactive'));
  await expect(page.getByRole('heading', { name: 'Try Pro free for 5 days' })).toBeVisible();
  for (const question of await page.getByRole('button', { name: /\?$/ }).all()) await question.click();
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await expect(page.getByRole('dialog')).toContainText('Due today');
  await checkAppearances(page);
});

test('renders the monthly plans after a canceled checkout, and a failed checkout', async ({
  page,
  guest,
  pageErrors,
}) => {
  pageErrors.expect(/^503 POST /);
  await trialUsed(page);
  await page.route('**/create-checkout-session', (route) =>
    route.fulfill({ status: 503, json: { error: 'Try again shortly.', errorKey: 'subscription.providerBusy' } }),
  );
  await open(page, guest, aSubscription('inactive'), '/subscription?canceled=true');
  await page.getByText('Monthly', { exact: true }).click();
  await checkAppearances(page);
  await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
  await expect(page.getByRole('dialog')).toContainText('Subtotal');
  await checkAppearances(page, { axe: [] });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await checkAppearances(page, { layout: [360], axe: [360] });
});

test('renders a trial without a payment method, on its page and on the dashboard', async ({ page, guest }) => {
  await open(page, guest, aSubscription('trialing', { hasCard: false }));
  await expect(page.getByText('Your free trial ends in 5 days')).toBeVisible();
  await checkAppearances(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Your free trial ends in 5 days')).toBeVisible();
  await checkAppearances(page);
});

test('renders an expired trial, on its page and on the dashboard', async ({ page, guest }) => {
  await trialUsed(page);
  await open(page, guest, aSubscription('canceled'));
  await expect(page.getByText('Your free trial has ended')).toBeVisible();
  await checkAppearances(page);
  await page.goto('/dashboard');
  await expect(page.getByText('Your free trial has ended')).toBeVisible();
  await checkAppearances(page);
});

test('renders a new subscription with a discount', async ({ page, guest }) => {
  const discounted = aSubscription('active', { amount_due: 9600, amount_total_discount: 2400 });
  await open(page, guest, discounted, '/subscription?success=true');
  await expect(page.getByText('Subscription active')).toBeVisible();
  await checkAppearances(page);
});

test('renders a canceled trial', async ({ page, guest }) => {
  await open(page, guest, aSubscription('trialing', { ending: true, hasCard: false }));
  await expect(page.getByRole('heading', { name: 'Your subscription is canceled' })).toBeVisible();
  await checkAppearances(page);
});

test('renders an overdue payment, and a portal that does not open', async ({ page, guest, pageErrors }) => {
  pageErrors.expect(/^409 POST /);
  await open(page, guest, aSubscription('past_due'));
  await expect(page.getByText('The last payment failed')).toBeVisible();
  await page.getByRole('button', { name: 'Billing portal' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await checkAppearances(page);
});

for (const status of ['unpaid', 'incomplete', 'incomplete_expired', 'paused', 'brand_new']) {
  test(`renders a subscription that is ${status}`, async ({ page, guest }) => {
    await open(page, guest, aSubscription(status));
    await expect(page.getByRole('radio', { name: /Annual/ })).toBeVisible();
    await checkAppearances(page, { layout: [1280, 320], axe: [360] });
  });
}

test('renders the wait for a confirmation, and a longer wait', async ({ page, guest }) => {
  test.slow();
  const clock = await pageClock(page);
  await open(page, guest, aSubscription('inactive'), '/subscription?success=true');
  await expect(page.getByText('Confirming your subscription')).toBeVisible();
  await checkAppearances(page, { skeletons: true, layout: [1280, 320], axe: [360] });
  for (let poll = 0; poll < 5; poll += 1) {
    await clock.pass(4_500);
    await clock.settled();
  }
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await checkAppearances(page, { layout: [1280, 320], axe: [360] });
});

test('renders a workspace that does not exist, and a subscription that does not load', async ({
  page,
  guest,
  pageErrors,
}) => {
  pageErrors.expect(/^503 GET \/api\/subscription\/\d+$/);
  await guest.signIn();
  await page.goto('/subscription?id=281474976710655');
  await expect(page.getByText('Workspace not found')).toBeVisible();
  await checkAppearances(page, { layout: [1280, 320], axe: [360] });
  await page.route(/\/api\/subscription\/\d+$/, (route) =>
    route.fulfill({ status: 503, json: { error: 'Try again shortly.', errorKey: 'server.busy' } }),
  );
  await page.goto('/subscription');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch subscription');
  await checkAppearances(page, { layout: [1280, 320], axe: [360] });
});
