import { payerAt } from '../../browser/support/payer.ts';
import { expect, test } from '../../browser/support/product-test.ts';

test(
  'a person who comes back from the billing portal sees what they did there, though no webhook comes',
  { tag: ['@spec-12.3', '@spec-278.1'] },
  async ({ page, context, guest }) => {
    await guest.signIn('Home');
    const payer = await payerAt(context, guest);
    const owner = await payer.customer();
    await payer.addCard(owner);
    await payer.subscribe(owner, {}, 'pro_monthly');
    await payer.becomes({ status: 'active', planType: 'pro_monthly' });
    await payer.holdWebhooks(owner);
    await page.goto('/subscription');

    await test.step('another plan', async () => {
      await page.getByRole('button', { name: 'Change plan' }).click();
      await page.getByText('Billed per year').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
      await expect(page.getByText('$120.00 per year')).toBeVisible();
    });

    await test.step('a cancellation', async () => {
      await page.getByRole('button', { name: 'Billing portal' }).click();
      await page.getByRole('link', { name: 'Cancel plan' }).click();
      await page.getByRole('button', { name: 'Cancel plan' }).click();
      await page.getByRole('link', { name: 'Return to the app' }).click();
      await expect(page.getByRole('heading', { name: 'Your subscription is canceled' })).toBeVisible();
    });

    await test.step('a change of mind', async () => {
      await page.getByRole('button', { name: 'Resume in the billing portal' }).click();
      await page.getByRole('button', { name: "Don't cancel plan" }).click();
      await page.getByRole('link', { name: 'Return to the app' }).click();
      await expect(page.getByText('$120.00 per year')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Your subscription is canceled' })).toHaveCount(0);
    });
  },
);
