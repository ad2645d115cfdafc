import { devices, type Page } from '@playwright/test';

import { axeFindings } from '../support/axe-findings.ts';
import { expect, openClock, test } from '../support/clock-test.ts';
import { addConfirmation, buildRoutine, createByClicks } from '../support/set-up-by-clicks.ts';
import { choose } from '../support/trigger-row.ts';

const noAnswer = /Sent, no answer(?! yet)/;
const row = (page: Page) => page.getByRole('rowheader', { name: /Good night/ });

test('shows "Sent, no answer" everywhere, and never "Ran", for a home that never answers', async ({
  page,
  context,
  browser,
  guest,
}) => {
  test.slow();
  const home = await context.newPage();
  const wizard = page.getByRole('dialog', { name: 'Confirm that “Good night” ran' });
  const desk = await context.newPage();

  await test.step('creates a trigger that confirms its runs, with its routine, in a home that starts no routines', async () => {
    await createByClicks(page, guest);
    await buildRoutine(home, guest);
    await page.getByRole('button', { name: 'Confirm that it ran' }).click();
    await expect(wizard.getByRole('listitem').first()).toContainText('In Alexa');
    await addConfirmation(home);
    await home.getByRole('button', { name: 'Do not start' }).click();
    await expect(home.getByRole('status')).toHaveText('No routine starts here any more.');
  });

  await test.step('tests it until the time for an answer is over', async () => {
    await wizard.getByRole('button', { name: 'Test now' }).click();
    await expect(wizard).toContainText('Waiting for the routine to answer...');
    await openClock(desk);
    await desk.getByRole('button', { name: '15 min' }).click();
    await expect(desk.getByRole('status')).toContainText('Moved from');
    await expect(wizard).toContainText(noAnswer);
    await expect(wizard).toContainText('the routine did not report back');
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('opens the check, which shows that the routine did not answer', async () => {
    await wizard.getByRole('button', { name: 'Check' }).click();
    const check = page.getByRole('dialog', { name: 'Check “Good night”' });
    await expect(check.getByRole('listitem').last()).toContainText('Routine confirmed: no answer');
    await expect(check.getByRole('listitem').last().getByRole('button', { name: 'What to check' })).toBeVisible();
    await check.getByRole('button', { name: 'Close' }).last().click();
    await expect(check).toBeHidden();
  });

  await expectNoAnswer(page);
  const phone = await browser.newContext({
    ...devices['Pixel 7'],
    baseURL: new URL(page.url()).origin,
    locale: 'en-US',
    storageState: await context.storageState(),
  });
  await expectNoAnswer(await phone.newPage());
  await phone.close();
});

async function expectNoAnswer(page: Page): Promise<void> {
  await test.step('shows in list, history, filter and dashboard that no answer came', async () => {
    await page.goto('/triggers');
    await expect(row(page)).toContainText(noAnswer);
    await expect(row(page)).not.toContainText('Ran');
    await choose(page, 'Good night', 'History');
    const drawer = page.getByRole('dialog', { name: 'Run history' });
    await drawer.getByRole('combobox', { name: 'Outcome' }).selectOption('Sent, no answer');
    const runs = drawer.getByRole('list', { name: 'Run history' }).locator('> li');
    await expect(runs).toHaveCount(1);
    await expect(runs).toContainText(noAnswer);
    expect(await axeFindings(page)).toEqual([]);
    await drawer.getByRole('combobox', { name: 'Outcome' }).selectOption('Ran');
    await expect(drawer.getByText('No runs match')).toBeVisible();
    await page.goto('/dashboard');
    const days = page.getByRole('table', { name: 'Runs per day' });
    await expect(days.getByRole('columnheader')).toHaveText(['Day', 'Sent, no answer', 'Not sent']);
    // Not in a certain row, because the moved clock may have passed midnight.
    await expect(days.getByRole('cell', { name: '1', exact: true })).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);
  });
}
