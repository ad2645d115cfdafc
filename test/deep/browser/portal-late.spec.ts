import { payerAt } from '../../browser/support/payer.ts';
import { expect, test } from '../../browser/support/product-test.ts';

test(
  'shows changes made in the billing portal on return, even though no webhook arrives',
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

    await test.step('changes the plan', async () => {
      await page.getByRole('button', { name: 'Change plan' }).click();
      await page.getByText('Billed per year').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page).toHaveURL(`/subscription?id=${payer.id}`);
      await expect(page.getByText('$120.00 per year')).toBeVisible();
    });

    await test.step('cancels', async () => {
      await page.getByRole('button', { name: 'Billing portal' }).click();
      await page.getByRole('link', { name: 'Cancel plan' }).click();
      await page.getByRole('button', { name: 'Cancel plan' }).click();
      await page.getByRole('link', { name: 'Return to the app' }).click();
      await expect(page.getByRole('heading', { name: 'Your subscription is canceled' })).toBeVisible();
    });

    await test.step('resumes', async () => {
      await page.getByRole('button', { name: 'Resume in the billing portal' }).click();
      await page.getByRole('button', { name: "Don't cancel plan" }).click();
      await page.getByRole('link', { name: 'Return to the app' }).click();
      await expect(page.getByText('$120.00 per year')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Your subscription is canceled' })).toHaveCount(0);
    });
  },
);
