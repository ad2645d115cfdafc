import type { Page } from '@playwright/test';

import { amazonPages } from '../support/amazon-pages.ts';
import { axeFindings } from '../support/axe-findings.ts';
import { endWaits } from '../support/end-waits.ts';
import type { BrowserPerson } from '../support/person.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';

const wizard = (page: Page) => page.getByRole('dialog', { name: 'Confirm that “Good night” ran' });

/** A linked account with the trigger "Good night", whose routine is to confirm its runs. */
async function confirming(guest: BrowserPerson) {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await guest.confirmRuns(trigger);
  return trigger;
}

test(
  'from nothing to a run that is known to have run, by clicks alone',
  { tag: '@mobile' },
  async ({ page, context, guest }) => {
    test.slow();
    const amazon = amazonPages(page);
    const home = await context.newPage();

    await test.step('signs in, connects Alexa and creates a trigger', async () => {
      await page.goto('/');
      await page.getByRole('link', { name: 'Sign in with Google' }).click();
      await page.getByRole('button', { name: `${guest.name} ${guest.email}` }).click();
      await page.getByRole('link', { name: 'Link account' }).click();
      await page.getByRole('link', { name: 'Connect Alexa' }).click();
      await amazon.signIn(guest);
      await amazon.allowProfile();
      await amazon.allowAlexa();
      const linked = page.getByRole('dialog', { name: 'Account linked and skill active' });
      await linked.getByRole('button', { name: 'Close' }).last().click();
      await page.goto('/triggers');
      await page.getByRole('main').getByRole('button', { name: 'Create trigger' }).first().click();
      await page.getByRole('textbox', { name: 'Name' }).fill('Good night');
      await page.keyboard.press('Enter');
    });

    await test.step('builds its routine in the Alexa app', async () => {
      await home.goto(guest.homeUrl);
      await expect(home.locator('[data-device]')).toContainText('Good night');
      await home.getByRole('button', { name: 'Create routine' }).click();
      await expect(home.locator('[data-routine]')).toContainText('When Good night fires');
    });

    await test.step('switches confirmation on: a second device appears in Alexa', async () => {
      await page.getByRole('button', { name: 'Confirm that it ran' }).click();
      await expect(wizard(page).getByRole('listitem').first()).toContainText('In Alexa');
      await expect(home.locator('[data-device]').filter({ hasText: 'Good night ok' })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('adds it as the last action, and the test ends in a green line', async () => {
      await home.getByText('Add action').click();
      await home.getByLabel('Scene').selectOption('Good night ok');
      await home
        .locator('form', { has: home.getByLabel('Scene') })
        .getByRole('button', { name: 'Add' })
        .click();
      await expect(home.locator('[data-routine]')).toContainText('Start Good night ok');
      await wizard(page).getByRole('button', { name: 'Test now' }).click();
      await expect(wizard(page)).toContainText(/Ran after \d+(\.\d)?\ss/);
      expect(await axeFindings(page)).toEqual([]);
      await wizard(page).getByRole('button', { name: 'Done' }).click();
      await expect(wizard(page)).toBeHidden();
    });

    await test.step('reads in list, toast, history and dashboard that it ran', async () => {
      const row = page.getByRole('rowheader', { name: /Good night/ });
      await expect(row).toHaveText(/Ran after \d+(\.\d)?\ss$/);
      await page.getByRole('button', { name: 'Run Good night' }).click();
      await expect(toastOf(page)).toContainText(/Ran after \d/);
      await page.getByRole('button', { name: 'Run history of Good night' }).click();
      const drawer = page.getByRole('dialog', { name: 'Run history' });
      await expect(drawer).toContainText('Confirms its runs');
      await expect(drawer.getByRole('listitem').filter({ hasText: /Ran after \d/ })).toHaveCount(2);
      expect(await axeFindings(page)).toEqual([]);
      await page.goto('/dashboard');
      await expect(page.getByRole('region', { name: 'Everything works' })).toContainText(
        /Your home last answered (at|on) .+, in \d+(\.\d)?\ss/,
      );
      expect(await axeFindings(page)).toEqual([]);
    });
  },
);

test(
  'a home that does not react is told as it is, and what to look at',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    test.slow();
    await confirming(guest);
    await guest.addRoutine('Good night', 'Lights out.');
    await guest.muteHome();
    await page.goto('/triggers');
    const row = page.getByRole('rowheader', { name: /Good night/ });
    await expect(row).toContainText('No run confirmed yet');
    await page.getByRole('button', { name: 'Set up the confirmation of Good night' }).click();
    await wizard(page).getByRole('button', { name: 'Test now' }).click();
    await expect(wizard(page)).toContainText('Sent, no answer yet');
    await expect(wizard(page)).toContainText('Did the routine do anything?');
    await expect(wizard(page)).not.toContainText('Ran after');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(row).toContainText('Sent, no answer yet');
    await page.getByRole('button', { name: 'Run history of Good night' }).click();
    const drawer = page.getByRole('dialog', { name: 'Run history' });
    await expect(drawer.getByRole('listitem').first()).toContainText('Sent, no answer yet');
    await drawer.getByRole('switch', { name: 'Confirm that it ran' }).click();
    const ask = page.getByRole('alertdialog', { name: 'Stop confirming “Good night”?' });
    await expect(ask.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(await axeFindings(page)).toEqual([]);
    await ask.getByRole('button', { name: 'Stop confirming' }).click();
    await expect(drawer.getByRole('switch', { name: 'Confirm that it ran' })).not.toBeChecked();
    await expect.poll(() => guest.knows()).toEqual(['Good night']);
  },
);

test('the dashboard tells of a mute home after two runs that nothing confirmed, not after one', async ({
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

  await test.step('one run may be an accident', async () => {
    await guest.run(trigger);
    await endWaits(trigger.id);
    expect(await told()).toMatchObject([{ name: 'Good night', receipt: { silent: 1 } }]);
    await page.goto('/dashboard');
    // Nor is it said that everything works.
    await expect(page.getByRole('region', { name: 'No problem found' })).toBeVisible();
    await expect(silence).toBeHidden();
  });

  await test.step('two are not', async () => {
    await guest.run(trigger);
    await endWaits(trigger.id);
    await page.reload();
    await expect(page.getByRole('region', { name: '1 problem' }).getByRole('heading', { level: 3 })).toHaveText(
      '“Good night” no longer confirms its runs',
    );
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('a home that is slow confirms as late as its page says', async ({ page, context, guest }) => {
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
  await page.getByRole('button', { name: 'Set up the confirmation of Good night' }).click();
  await wizard(page).getByRole('button', { name: 'Test now' }).click();
  await expect(wizard(page)).toContainText('Sent, no answer yet');
  await letPass('39');
  await expect(home.getByRole('status')).toHaveText('Routines start 40 s late.');
  await expect(wizard(page)).not.toContainText('Ran after');
  await letPass('1.5');
  await expect(home.getByRole('status')).toHaveText('Lights out.');
  await expect(wizard(page)).toContainText(/Ran after/);
});
