import type { Page } from '@playwright/test';

import type { NightlyCheck } from '#shared/contracts/nightly-check.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { nightlyStates } from '../../browser/support/pretend-schedules.ts';
import { expect, test } from '../../browser/support/product-test.ts';

async function show(page: Page, check: NightlyCheck, words: string): Promise<void> {
  await page.route('**/api/nightly-check', (route) => route.fulfill({ json: check }));
  await page.goto('/amazon-auth');
  await expect(page.locator('#nightly-check')).toContainText(words);
}

test('renders the nightly check in every state', async ({ page, guest }) => {
  test.slow();
  await guest.signIn();
  const [trigger] = await guest.settle('Recado teste');
  if (!trigger) throw new Error('There is no trigger.');
  await guest.confirmRuns(trigger);
  for (const { check, words } of nightlyStates(trigger)) {
    await show(page, check, words);
    await checkAppearances(page, check.failed?.why === 'missed' ? { axe: [360] } : {});
  }
});

test('renders the steps of the nightly check, and the confirmation before it ends', async ({ page, guest }) => {
  test.slow();
  await guest.signIn();
  await guest.settle();
  await page.goto('/amazon-auth');
  const box = page.getByRole('switch', { name: 'Check my home every night' });
  await box.click();
  const steps = page.getByRole('dialog', { name: 'Set up the nightly check' });
  await expect(steps.getByText('In Alexa', { exact: true })).toHaveCount(2);
  await checkAppearances(page);
  await page.keyboard.press('Escape');
  await box.click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkAppearances(page);
});
