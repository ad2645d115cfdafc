import type { Page } from '@playwright/test';

import type { PlannedRun } from '#shared/contracts/plans.ts';

import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { everyKindOfPlan, inMs } from '../../browser/support/pretend-schedules.ts';
import { expect, test } from '../../browser/support/product-test.ts';

const longName = 'Luzes '.repeat(17).trim();
const hour = 3_600_000;

type Shown = { plans: readonly PlannedRun[]; timeZone?: string };
const pretend = (page: Page, json: Shown) => page.route('**/api/plans', (route) => route.fulfill({ json }));

const open = async (page: Page) => {
  await page.goto('/triggers');
  await page.getByRole('button', { name: /^More actions for / }).click();
  await page.getByRole('menuitem', { name: 'Schedule', exact: true }).click();
  await expect(page.getByRole('dialog', { name: /^Schedule / })).toBeVisible();
};

test.describe('planned runs', () => {
  test.use({ timezoneId: 'America/Sao_Paulo' });

  test('renders planned runs in every state, in the list and in their dialog, in another time zone', async ({
    page,
    guest,
  }) => {
    test.slow();
    await guest.signIn();
    const [trigger] = await guest.settle(longName);
    if (!trigger) throw new Error('There is no trigger.');
    await pretend(page, { plans: everyKindOfPlan(trigger.id), timeZone: 'Asia/Kolkata' });
    await page.goto('/triggers');
    await expect(page.getByRole('rowheader')).toContainText('Next: in 15 minutes');
    await checkAppearances(page, { layout: [1920, 1280, 1024, 768, 640, 360, 320], axe: [1280, 360] });
    await open(page);
    await expect(page.getByText(/^This device is in São Paulo/)).toBeVisible();
    await checkAppearances(page);
    await page
      .getByRole('button', { name: /^Change: Once/ })
      .first()
      .click();
    await checkAppearances(page);
    await page
      .getByRole('button', { name: /^Delete: Once/ })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await checkAppearances(page, { axe: [360] });
  });

  test('renders an empty schedule, an invalid form, and a schedule that cannot be loaded', async ({
    page,
    guest,
    pageErrors,
  }) => {
    test.slow();
    pageErrors.expect(/^503 GET \/api\/plans$/);
    await guest.signIn();
    const [trigger] = await guest.settle('Boa noite');
    if (!trigger) throw new Error('There is no trigger.');
    await guest.switchOff(trigger);
    await open(page);
    await checkAppearances(page);
    const form = page.getByRole('form');
    for (const box of await form.getByRole('checkbox').all()) await box.press('Space');
    await form.getByLabel('Time').fill('');
    await form.getByRole('button', { name: 'Schedule run' }).click();
    await expect(form.getByText('Choose at least one day')).toBeVisible();
    await checkAppearances(page);
    await form.getByText('Once', { exact: true }).click();
    await form.getByLabel('Date').fill('');
    await form.getByRole('button', { name: 'Schedule run' }).click();
    await expect(form.getByText('Choose a date')).toBeVisible();
    await checkAppearances(page, { axe: [360] });
    await page.route('**/api/plans', (route) => route.fulfill({ status: 503, json: { errorKey: 'server.busy' } }));
    await open(page);
    await expect(page.getByText('The scheduled runs could not be loaded.')).toBeVisible();
    await checkAppearances(page, { axe: [360] });
  });
});

test('renders a missed run and the channel in the history', async ({ page, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Boa noite');
  if (!trigger) throw new Error('There is no trigger.');
  const run = { channel: 'schedule', ms: 120, stages: { send: 90 } };
  const items = [
    { ...run, id: 'e1', at: inMs(-hour), outcome: 'missed', dueAt: inMs(-2 * hour), stages: {} },
    { ...run, id: 'e2', at: inMs(-5 * hour), outcome: 'sent', dueAt: inMs(-5 * hour) },
  ];
  await page.route('**/api/triggers/*/executions*', (route) => route.fulfill({ json: { items } }));
  await page.goto(`/triggers?runs=${trigger.id}`);
  await expect(page.getByText('Skipped, we were late')).toBeVisible();
  await expect(page.getByText(/^Scheduled for /)).toBeVisible();
  await checkAppearances(page);
});
