import type { Page } from '@playwright/test';

import { axeFindings } from '../support/axe-findings.ts';
import { expect, test } from '../support/product-test.ts';
import { addConfirmation, buildRoutine, createByClicks } from '../support/set-up-by-clicks.ts';
import { toastOf } from '../support/toast.ts';
import { choose, moreButton, runButton } from '../support/trigger-row.ts';

const wizard = (page: Page) => page.getByRole('dialog', { name: 'Confirm that “Good night” ran' });

test(
  'leads from a new trigger to a confirmed run by clicks alone',
  { tag: '@mobile' },
  async ({ page, context, guest }) => {
    test.slow();
    const home = await context.newPage();

    await test.step('signs in, connects Alexa and creates a trigger', async () => {
      await createByClicks(page, guest);
    });

    await test.step('builds its routine in the Alexa app', async () => {
      await buildRoutine(home, guest);
    });

    await test.step('enables the confirmation, which adds a second device to Alexa', async () => {
      await page.getByRole('button', { name: 'Confirm that it ran' }).click();
      await expect(wizard(page).getByRole('listitem').first()).toContainText('In Alexa');
      await expect(home.locator('[data-device]').filter({ hasText: 'Good night ok' })).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
    });

    await test.step('adds the device as the last action, and the test succeeds', async () => {
      await addConfirmation(home);
      await wizard(page).getByRole('button', { name: 'Test now' }).click();
      await expect(wizard(page)).toContainText(/Ran after \d+(\.\d)?\ss/);
      expect(await axeFindings(page)).toEqual([]);
      await wizard(page).getByRole('button', { name: 'Done' }).click();
      await expect(wizard(page)).toBeHidden();
    });

    await test.step('shows in list, toast, history and dashboard that it ran', async () => {
      const row = page.getByRole('rowheader', { name: /Good night/ });
      await expect(row).toHaveText(/Ran after \d+(\.\d)?\ss$/);
      await runButton(page, 'Good night').click();
      await expect(toastOf(page)).toContainText(/Ran after \d/);
      await choose(page, 'Good night', 'History');
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
  'leads from the menu of a trigger to its confirmation card, and returns',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    await guest.signIn();
    await guest.settle('Good night');
    await page.goto('/triggers');
    await choose(page, 'Good night', 'Confirm that it ran');
    const card = page.locator('#confirmation');
    await expect(card).toBeFocused();
    await expect(page.getByText('No runs yet')).toBeVisible();
    await expect(card.getByRole('switch')).toBeInViewport({ ratio: 1 });
    expect(await axeFindings(page)).toEqual([]);
    await page.goBack();
    await expect(moreButton(page, 'Good night')).toBeVisible();
    await page.goForward();
    await expect(card).toBeFocused();
    await expect(card.getByRole('switch')).toBeInViewport({ ratio: 1 });
  },
);
