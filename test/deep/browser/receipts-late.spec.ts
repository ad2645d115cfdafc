import type { Page } from '@playwright/test';

import { axeFindings } from '../../browser/support/axe-findings.ts';
import { endWaits } from '../../browser/support/end-waits.ts';
import type { BrowserPerson } from '../../browser/support/person.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { choose } from '../../browser/support/trigger-row.ts';

const wizard = (page: Page) => page.getByRole('dialog', { name: 'Confirm that “Good night” ran' });

/** A linked account with the trigger "Good night", whose runs its routine should confirm. */
async function confirming(guest: BrowserPerson) {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await guest.confirmRuns(trigger);
  return trigger;
}

test(
  'reports a home that does not react, and what to check',
  { tag: '@mobile' },
  async ({ page, context, guest, isMobile }) => {
    test.slow();
    const trigger = await confirming(guest);
    await guest.addRoutine('Good night', 'Lights out.');
    const home = await context.newPage();
    await home.goto(guest.homeUrl);
    await home.getByRole('button', { name: 'Do not start' }).click();
    await expect(home.getByRole('status')).toHaveText('No routine starts here any more.');
    await page.goto('/triggers');
    const row = page.getByRole('rowheader', { name: /Good night/ });
    await expect(row).toContainText('No run confirmed yet');
    if (isMobile) {
      // A row has no room for the button there.
      await choose(page, 'Good night', 'Confirm that it ran');
      await page.getByRole('button', { name: 'Set up', exact: true }).click();
    } else await page.getByRole('button', { name: 'Set up confirmation for Good night' }).click();
    await wizard(page).getByRole('button', { name: 'Test now' }).click();
    await expect(wizard(page)).toContainText('Sent, no answer yet');
    await expect(wizard(page)).toContainText('Did the routine do anything?');
    await expect(wizard(page)).not.toContainText('Ran after');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    if (isMobile) await page.goto('/triggers');
    await expect(row).toContainText('Sent, no answer yet');
    await choose(page, 'Good night', 'History');
    const drawer = page.getByRole('dialog', { name: 'Run history' });
    await expect(drawer.getByRole('listitem').first()).toContainText('Sent, no answer yet');
    await endWaits(trigger.id);
    await page.reload();
    // The address of an open history opens it again.
    await expect(drawer.getByRole('listitem').first()).toContainText(/Sent, no answer(?! yet)/);
    await expect(drawer).not.toContainText('Ran after');
    await page.keyboard.press('Escape');
    await expect(row).toContainText(/Sent, no answer(?! yet)/);
    await choose(page, 'Good night', 'History');
    await drawer.getByRole('switch', { name: 'Confirm that it ran' }).click();
    const ask = page.getByRole('alertdialog', { name: 'Stop confirming “Good night”?' });
    await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(await axeFindings(page)).toEqual([]);
    await ask.getByRole('button', { name: 'Stop confirming' }).click();
    await expect(drawer.getByRole('switch', { name: 'Confirm that it ran' })).not.toBeChecked();
    await expect.poll(() => guest.knows()).toEqual(['Good night']);
  },
);

test('reports a mute home on the dashboard after two unconfirmed runs, not after one', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  const trigger = await confirming(guest);
  await expect.poll(() => guest.knows()).toContain('Good night ok');
  await guest.addRoutine('Good night', 'Lights out.', ['Good night ok']);
  await guest.run(trigger);
  const told = async (): Promise<unknown> => (await page.request.get('/api/triggers')).json();
  await expect.poll(told).toMatchObject([{ receipt: { lastRanAt: expect.any(String) } }]);
  const home = await context.newPage();
  await home.goto(guest.homeUrl);
  await home.getByRole('button', { name: 'Do not start' }).click();
  await expect(home.getByRole('status')).toHaveText('No routine starts here any more.');
  const silence = page.getByRole('main').getByText('“Good night” no longer confirms its runs');

  await test.step('shows no problem after one unconfirmed run', async () => {
    await guest.run(trigger);
    await endWaits(trigger.id);
    expect(await told()).toMatchObject([{ name: 'Good night', receipt: { silent: 1 } }]);
    await page.goto('/dashboard');
    // It does not claim that everything works either.
    await expect(page.getByRole('region', { name: 'No problem found' })).toBeVisible();
    await expect(silence).toBeHidden();
  });

  await test.step('shows a problem after two unconfirmed runs', async () => {
    await guest.run(trigger);
    await endWaits(trigger.id);
    await page.reload();
    await expect(page.getByRole('region', { name: '1 problem' }).getByRole('heading', { level: 3 })).toHaveText(
      '“Good night” no longer confirms its runs',
    );
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('shows the late confirmation of a slow home', async ({ page, context, guest }) => {
  test.slow();
  await confirming(guest);
  await expect.poll(() => guest.knows()).toContain('Good night ok');
  await guest.addRoutine('Good night', 'Lights out.', ['Good night ok']);
  const home = await context.newPage();
  await home.goto(guest.homeUrl);
  const letPass = async (seconds: string) => {
    await home.getByLabel('Seconds that pass').fill(seconds);
    await home.getByRole('button', { name: 'Let time pass' }).click();
  };
  await letPass('0');
  await expect(home.getByText('Time stands still')).toBeVisible();
  await home.getByLabel('Seconds late').fill('40');
  await home.getByRole('button', { name: 'Start late' }).click();
  await expect(home.getByRole('status')).toHaveText('Routines start 40 s late.');
  await expect(home.getByLabel('Seconds late')).toHaveValue('40');

  await page.goto('/triggers');
  await page.getByRole('button', { name: 'Set up confirmation for Good night' }).click();
  await wizard(page).getByRole('button', { name: 'Test now' }).click();
  await expect(wizard(page)).toContainText('Sent, no answer yet');
  await letPass('39');
  await expect(home.getByRole('status')).toHaveText('Routines start 40 s late.');
  await expect(wizard(page)).not.toContainText('Ran after');
  await letPass('1.5');
  await expect(home.getByRole('status')).toHaveText('Lights out.');
  await expect(wizard(page)).toContainText(/Ran after/);
});
