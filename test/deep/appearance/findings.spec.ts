import type { Page } from '@playwright/test';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { findingStates } from '../../browser/support/finding-states.ts';
import { watchShifts } from '../../browser/support/layout-shift.ts';
import { expect, test } from '../../browser/support/product-test.ts';

const pretend = (page: Page, state: keyof typeof findingStates) =>
  page.route('**/api/workspaces/*/findings', (route) => route.fulfill({ json: findingStates[state] }));

for (const [state, title] of [
  ['unanswered', 'No problem found'],
  ['unknown', 'We cannot tell right now whether everything works'],
  ['all', '8 problems'],
] as const) {
  test(`renders a dashboard whose findings are "${state}"`, async ({ page, guest }) => {
    await guest.signIn();
    await guest.settle('Good night');
    await pretend(page, state);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: title })).toBeVisible();
    await checkAppearances(page);
  });
}

for (const [state, words] of [
  ['one', /no longer confirms its runs$/],
  ['all', '8 problems in this workspace'],
] as const) {
  test(`renders the banner above a page with "${state}"`, async ({ page, guest }) => {
    await guest.signIn();
    await pretend(page, state);
    await page.goto('/workspaces');
    await expect(page.getByRole('complementary', { name: words })).toBeVisible();
    await checkAppearances(page, { layout: [1920, 1280, 360, 320] });
  });
}

test('renders the dialog for machines in each of its tabs', async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle('Good night');
  await page.goto('/triggers');
  await page.getByRole('button', { name: 'Show address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Monitor this workspace' });
  for (const tab of ['Home Assistant', 'Uptime tool', 'curl']) {
    await dialog.getByRole('tab', { name: tab }).click();
    await expect(dialog.getByRole('button', { name: /^Copy/ }).first()).toBeVisible();
    await checkAppearances(page, { layout: [1280, 320], axe: [360] });
  }
});

test('shifts nothing while a dashboard with findings loads', async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle('Good night');
  await pretend(page, 'all');
  const shifts = await watchShifts(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: '8 problems' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect((await shifts()).sum).toBeLessThanOrEqual(0.02);
});
