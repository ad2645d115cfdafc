import { readFile } from 'node:fs/promises';

import { myData } from '#shared/contracts/my-data.ts';
import { routes } from '#web/app/routes.ts';

import { atRest } from '../../browser/support/appearance.ts';
import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { expectFocusKept } from '../../browser/support/focus.ts';
import { watchShifts } from '../../browser/support/layout-shift.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { oneAnswerAtATime } from '../../browser/support/response-order.ts';
import { toastOf } from '../../browser/support/toast.ts';

test('saves the user’s data as one file', async ({ page, guest }) => {
  await guest.signIn('Home');
  await guest.linkAmazon();
  const trigger = await guest.addTrigger('Good night', 'Lights off');
  await page.goto('/account');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^recado-data-\d{4}-\d\d-\d\d\.json$/);
  const data = myData.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
  expect(data.person).toMatchObject({ name: guest.name, email: guest.email });
  expect(data.triggers).toMatchObject([{ id: trigger.id, name: 'Good night' }]);
  expect(data.triggerDescriptions).toMatchObject([{ id: trigger.id, text: 'Lights off' }]);
});

test('plans the deletion of an account after the word was typed, also by keyboard, and cancels it with a click', async ({
  page,
  guest,
}) => {
  await guest.signIn('Home');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Delete my account' }).waitFor();
  await atRest(page);
  await page.getByRole('button', { name: 'Delete my account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('Your workspace is deleted');
  await checkAppearances(page);
  await page.keyboard.type('delete-account');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Your account will be deleted on' })).toBeVisible();
  await expectFocusKept(page);
  await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0);
  await checkAppearances(page);
  for (const { path } of routes.filter((route) => route.access === 'signedIn' && route.path !== '/account')) {
    await page.goto(path);
    await expect(page.getByRole('complementary')).toContainText('Your account will be deleted on');
  }
  await checkAppearances(page);
  const shifts = await watchShifts(page);
  await oneAnswerAtATime(page, 'newest');
  await page.goto('/workspaces');
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect((await shifts()).sum).toBeLessThan(0.02);
  await page.getByRole('link', { name: 'See how to keep it' }).click();
  await expectFocusKept(page);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(toastOf(page)).toContainText('Deletion canceled');
  await expectFocusKept(page);
  await expect(page.getByText('Your account will be deleted on')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await expect(page.getByText('Your account will be deleted on')).toHaveCount(0);
});
