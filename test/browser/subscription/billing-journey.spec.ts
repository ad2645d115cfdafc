import type { Page } from '@playwright/test';

import { payerAt } from '../support/payer.ts';
import { expect, test } from '../support/product-test.ts';

const plan = (page: Page, term: string) => page.getByRole('main').locator('dt', { hasText: term }).locator('+ dd');
const date = (at: string | null) => new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(new Date(at ?? ''));

test(
  'starts a trial without a card, adds one, cancels, resumes and pays the first charge',
  { tag: ['@translated', '@spec-12.3', '@spec-189.1'] },
  async ({ page, context, guest }) => {
    test.slow();
    await guest.signIn('Home');
    const payer = await payerAt(context, guest);

    await test.step('starts the trial of the monthly plan without a card', async () => {
      await page.goto('/dashboard');
      await page.getByRole('link', { name: 'Subscription' }).click();
      await expect(page.getByText('Plan and billing for “Home”.')).toBeVisible();
      await page.getByText('Monthly', { exact: true }).click();
      await page.getByRole('button', { name: 'Start free trial' }).click();
      const dialog = page.getByRole('dialog', { name: 'Confirm your free trial' });
      await expect(dialog).toContainText('Due today$0.00');
      await dialog.getByRole('button', { name: 'Start free trial' }).click();
      await expect(page.getByRole('heading', { name: 'Try Recado Pro' })).toBeVisible();
      await page.getByRole('button', { name: 'Start trial' }).click();
      await expect(page.getByText('Your free trial has started')).toBeVisible();
      await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
      await expect(page.getByText('Your free trial ends in 5 days')).toBeVisible();
      await expect(plan(page, 'Price')).toHaveText('$15.00 per month');
    });

    const { currentPeriodEnd: end } = await payer.read();

    await test.step('shows the banner on the dashboard and adds a card from there', async () => {
      await page.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page.getByText(/to keep Pro/)).toContainText(`Add a payment method by ${date(end)}`);
      await page.getByRole('button', { name: 'Add payment method' }).click();
      await expect(page.getByRole('heading', { name: 'Add payment method' })).toBeVisible();
      await page.getByText('Visa •••• 4242').click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
      await expect(
        page.getByText(`$15.00 is charged on ${date(end)}, when the trial ends.`, { exact: false }),
      ).toBeVisible();
      await expect(plan(page, 'Payment method')).toHaveText('Attached');
    });

    await test.step('cancels in the portal', async () => {
      await page.getByRole('button', { name: 'Billing portal' }).click();
      await page.getByRole('link', { name: 'Cancel plan' }).click();
      await page.getByRole('button', { name: 'Cancel plan' }).click();
      await page.getByRole('link', { name: 'Return to the app' }).click();
      await expect(page.getByRole('heading', { name: 'Your subscription is canceled' })).toBeVisible();
      await expect(page.getByText(`You canceled. Pro ends on ${date(end)}, and nothing is charged.`)).toBeVisible();
      await expect(plan(page, 'Next charge')).toHaveText('None: the subscription ends');
    });

    await test.step('resumes the subscription', async () => {
      await page.getByRole('button', { name: 'Resume in the billing portal' }).click();
      await page.getByRole('button', { name: "Don't cancel plan" }).click();
      await page.getByRole('link', { name: 'Return to the app' }).click();
      await expect(plan(page, 'Next charge')).toHaveText(`$15.00 on ${date(end)}`);
      await expect(page.getByRole('heading', { name: 'Your subscription is canceled' })).toHaveCount(0);
    });

    await test.step('charges when the trial ends', async () => {
      await payer.endTrial(await payer.subscription());
      await payer.becomes({ status: 'active', amount_due: 1500 });
      await page.reload();
      await expect(page.getByText('Active', { exact: true })).toBeVisible();
      await expect(page.getByText(/free trial/)).toHaveCount(0);
      const { currentPeriodEnd: renewal } = await payer.read();
      await expect(plan(page, 'Next charge')).toHaveText(`$15.00 on ${date(renewal)}`);
    });

    await test.step('changes to the annual plan', async () => {
      await page.getByRole('button', { name: 'Change plan' }).click();
      await page.getByText('Billed per year').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
      await expect(plan(page, 'Plan')).toHaveText('Pro, annual');
      await expect(plan(page, 'Price')).toHaveText('$120.00 per year');
    });
  },
);

test('ends a trial without a card, then sells a year', async ({ page, context, guest }) => {
  test.slow();
  await guest.signIn('Home');
  const payer = await payerAt(context, guest);

  await test.step('shows on the dashboard and the page that the trial has ended', async () => {
    await page.goto('/subscription');
    await page.getByRole('button', { name: 'Start free trial' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start free trial' }).click();
    await page.getByRole('button', { name: 'Start trial' }).click();
    await expect(page.getByText('Your free trial has started')).toBeVisible();
    await payer.endTrial(await payer.subscription());
    await payer.becomes({ status: 'canceled', planType: 'free' });
    await page.goto('/dashboard');
    await expect(page.getByText('Your free trial has ended')).toBeVisible();
    await page.getByRole('link', { name: 'View plans' }).click();
    await expect(page).toHaveURL('/subscription');
    await expect(page.getByText('Your free trial has ended')).toBeVisible();
  });

  await test.step('does not offer a second trial', async () => {
    await expect(page.getByRole('button', { name: 'Subscribe to Pro' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Start free trial' })).toHaveCount(0);
    await expect(page.getByText('$120.00 is charged today. Cancel anytime.')).toBeVisible();
  });

  await test.step('charges nothing when the user leaves the checkout', async () => {
    await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page.getByRole('alert')).toContainText('Checkout canceled');
    await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
    await expect(page.getByRole('radio', { name: /Annual/ })).toBeChecked();
  });

  await test.step('sells a year for the amount in the confirmation', async () => {
    await page.getByRole('button', { name: 'Subscribe to Pro' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm your subscription' });
    await expect(dialog.locator('dd')).toHaveText(['$180.00', '-$60.00', '$120.00']);
    await dialog.getByRole('button', { name: 'Continue to payment' }).click();
    await page.getByText('Visa •••• 4242').click();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Subscription active')).toBeVisible();
    await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
    await expect(page.getByText('Checkout canceled')).toHaveCount(0);
    await expect(plan(page, 'Price')).toHaveText('$120.00 per year');
    const { data: invoices } = await payer.stripe.invoices.list({ subscription: await payer.subscription() });
    expect(invoices.map(({ amount_paid: paid }) => paid)).toEqual([12_000]);
  });

  await test.step('does not repeat the message on reload or Back', async () => {
    await page.reload();
    await expect(plan(page, 'Price')).toHaveText('$120.00 per year');
    await expect(page.getByText('Subscription active')).toHaveCount(0);
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.goBack();
    await expect(plan(page, 'Price')).toHaveText('$120.00 per year');
    await expect(page.getByText('Subscription active')).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Link your Amazon account' })).toBeVisible();
    await expect(page.getByText(/free trial/)).toHaveCount(0);
  });
});

test('handles a declined card when the trial ends, and charges the next card at once', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  await guest.signIn('Home');
  const payer = await payerAt(context, guest);
  const giveCard = async (card: string) => {
    await page.getByText(card).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
  };

  await test.step('shows the open amount and pauses Pro when the card fails at the end of the trial', async () => {
    await page.goto('/subscription');
    await page.getByRole('button', { name: 'Start free trial' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start free trial' }).click();
    await page.getByRole('button', { name: 'Start trial' }).click();
    await page.getByRole('button', { name: 'Add payment method' }).first().click();
    await giveCard('Visa •••• 0341');
    await payer.becomes({ status: 'trialing', hasPaymentMethodAttached: true });
    await payer.endTrial(await payer.subscription());
    await payer.becomes({ status: 'past_due', amount_due: 12_000 });
    await page.reload();
    await expect(page.getByText('$120.00 is unpaid, and Pro features are paused until you pay it.')).toBeVisible();
    await expect(page.getByText(/free trial/)).toHaveCount(0);
  });

  await test.step('charges a new card without waiting for the next attempt', async () => {
    await page.getByRole('button', { name: 'Update payment method' }).first().click();
    await giveCard('Visa •••• 4242');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByText('The last payment failed')).toHaveCount(0);
    const { data: invoices } = await payer.stripe.invoices.list({ subscription: await payer.subscription() });
    expect(invoices.map(({ status, amount_paid: paid }) => [status, paid])).toContainEqual(['paid', 12_000]);
  });
});
