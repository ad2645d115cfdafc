import type { Page } from '@playwright/test';

import { expect, moveClock, openClock, test } from '../../browser/support/clock-test.ts';

const trial = (page: Page) => page.getByText(/^Your free trial (?:ends|has ended)/);

async function startTrial(page: Page): Promise<void> {
  await page.goto('/subscription');
  await page.getByRole('button', { name: 'Start free trial' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm your free trial' });
  await dialog.getByRole('button', { name: 'Start free trial' }).click();
  await page.getByRole('button', { name: 'Start trial' }).click();
  await expect(trial(page)).toHaveText('Your free trial ends in 5 days');
}

test('moves the clock by a day by keyboard, and updates a page that was left open', async ({
  page,
  context,
  guest,
}) => {
  await guest.signIn();
  await startTrial(page);

  const desk = await context.newPage();
  await openClock(desk);
  const shown = desk.getByRole('time');
  const before = Date.parse((await shown.getAttribute('datetime')) ?? '');
  await desk.getByRole('button', { name: '1 day' }).focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('status')).toContainText('Moved from');
  expect(Date.parse((await shown.getAttribute('datetime')) ?? '') - before).toBeGreaterThanOrEqual(86_400_000);

  // Browsers send this event when the user returns to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(trial(page)).toHaveText('Your free trial ends in 4 days');
});

test('ends a trial by clicks: the warning, the end, and the page that shows it', async ({ page, guest }) => {
  await guest.signIn();
  await startTrial(page);
  await openClock(page);
  await page.getByRole('button', { name: '7 days' }).click();
  const told = page.getByRole('status');
  await expect(told).toContainText('customer.subscription.trial_will_end');
  await expect(told).toContainText('customer.subscription.deleted');
  await page.goto('/subscription');
  await expect(trial(page)).toHaveText('Your free trial has ended');
  await expect(page.getByRole('button', { name: 'Start free trial' })).toHaveCount(0);
});

test('moves the clock to the next 04:12, and ends a session after its lifetime', async ({ page, guest }) => {
  await guest.signIn();
  await openClock(page);
  await page.getByLabel('Move to').fill('04:12');
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByRole('status')).toContainText('Moved from');
  await expect(page.getByRole('time')).toHaveText(/ 04:1[234]$/);
  await page.goto('/triggers');
  await expect(page.getByRole('heading', { name: 'Triggers', level: 1 })).toBeVisible();
  await moveClock({ advanceSeconds: 31 * 86_400 });
  await page.goto('/triggers');
  await expect(page).toHaveURL(/\/login/);
});
