import type { Page } from '@playwright/test';

import { axeFindings } from '../../browser/support/axe-findings.ts';
import { expect, moveClock, test } from '../../browser/support/clock-test.ts';
import { choose } from '../../browser/support/trigger-row.ts';

const schedule = (page: Page) => page.getByRole('dialog', { name: 'Schedule “Good night”' });
const row = (page: Page) => page.getByRole('rowheader', { name: /Good night/ });

async function openSchedule(page: Page): Promise<void> {
  await choose(page, 'Good night', 'Schedule');
  await expect(schedule(page)).toBeVisible();
}

// Midnight is far away, and times that a test plans for the morning or the night are in the future.
test.beforeEach(() => moveClock({ to: '06:00' }));

test('plans a run in 15 minutes with two presses, runs it then, and shows it in the history', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await guest.addRoutine('Good night', 'Lights out.');
  await page.goto('/triggers');
  await openSchedule(page);
  await schedule(page).getByRole('button', { name: 'In 15 minutes' }).click();
  await expect(schedule(page)).toContainText('Next: in 15 minutes');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(row(page)).toContainText('Next: in 15 minutes');

  await moveClock({ advanceSeconds: 13 * 60 });
  expect(await guest.eventCount(trigger.deviceId)).toBe(0);
  await moveClock({ advanceSeconds: 4 * 60 });
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);

  await page.reload();
  await expect(row(page)).not.toContainText('Next');
  await choose(page, 'Good night', 'History');
  const history = page.getByRole('dialog', { name: 'Run history' });
  await expect(history.getByRole('listitem').filter({ hasText: 'Schedule' })).toContainText('Sent to Alexa');
  await history.getByLabel('Started by').selectOption('Schedule');
  await expect(history.getByRole('listitem').filter({ hasText: 'Sent to Alexa' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await openSchedule(page);
  await expect(schedule(page)).toContainText('Done, leaves this list after a day');
  await expect(schedule(page)).toContainText(/Last: today at .*Sent to Alexa/);
});

test('repeats a weekly run every day except while it is paused, and plans a webhook run as well', async ({
  page,
  guest,
}) => {
  test.slow();
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await page.goto('/triggers');
  await openSchedule(page);
  await schedule(page).getByLabel('Time').fill('07:00');
  await schedule(page).getByRole('button', { name: 'Schedule run' }).click();
  await expect(schedule(page)).toContainText('Every day at 7:00 AM');
  await moveClock({ to: '07:02' });
  expect(await guest.eventCount(trigger.deviceId)).toBe(1);

  const answer = await page.request.post(`${await guest.addressOf(trigger)}&in=15m`);
  expect(answer.status()).toBe(202);
  await page.reload();
  await openSchedule(page);
  await expect(schedule(page).getByRole('listitem').filter({ hasText: 'By webhook' })).toContainText('Once, today at');
  await schedule(page)
    .getByRole('button', { name: /^Pause: Every day/ })
    .click();
  await expect(schedule(page)).toContainText('Runs again when you resume it');
  await moveClock({ advanceSeconds: 86_400 });
  expect(await guest.eventCount(trigger.deviceId)).toBe(2);

  await page.reload();
  await expect(row(page)).toContainText('Scheduled runs are paused');
  await openSchedule(page);
  await schedule(page)
    .getByRole('button', { name: /^Resume: Every day/ })
    .click();
  await expect(schedule(page)).toContainText('Next: tomorrow at 7:00 AM');
  await schedule(page)
    .getByRole('button', { name: /^Delete: Every day/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete scheduled run' }).click();
  await expect(schedule(page)).not.toContainText('Every day');
});

test('enables the nightly check, detects a mute home at night, and leaves nothing when it is disabled', async ({
  page,
  guest,
}) => {
  test.slow();
  await guest.signIn();
  await guest.settle();
  const card = page.locator('#nightly-check');
  const box = card.getByRole('switch', { name: 'Check my home every night' });

  await test.step('sets up the check with one switch and one routine', async () => {
    await page.goto('/amazon-auth');
    await box.click();
    const steps = page.getByRole('dialog', { name: 'Set up the nightly check' });
    await expect(steps.getByText('In Alexa', { exact: true })).toHaveCount(2);
    await guest.addRoutine('Recado test', 'Nothing.', ['Recado test ok']);
    await steps.getByRole('button', { name: 'Test now' }).click();
    await expect(steps).toContainText(/Ran after \d/);
    expect(await axeFindings(page)).toEqual([]);
    await steps.getByRole('button', { name: 'Done' }).click();
    await expect(card).toContainText(/Checked every night at about [34]:\d\d AM/);
  });

  await test.step('shows the time of a successful check', async () => {
    await moveClock({ to: '05:10' });
    await page.reload();
    await expect(card).toContainText(/Last answer: Today at [34]:\d\d AM, after \d/);
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('fails the next night when the home is mute', async () => {
    await guest.muteHome();
    await moveClock({ to: '05:05' });
    await page.reload();
    await expect(card).toContainText('Failing since: Today');
    await expect(card).toContainText('the routine did not report back');
    await expect(card.getByRole('button', { name: 'Test now' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('removes on disabling what enabling created', async () => {
    await box.click();
    const ask = page.getByRole('alertdialog', { name: 'Stop checking every night?' });
    await expect(ask).toContainText('“Recado test” and “Recado test ok” are removed from Alexa.');
    await ask.getByRole('button', { name: 'Stop checking' }).click();
    await expect(box).not.toBeChecked();
    await expect.poll(() => guest.knows()).toEqual([]);
  });
});
