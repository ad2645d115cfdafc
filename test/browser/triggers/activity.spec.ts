import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';

import { atRest } from '../support/appearance.ts';
import { checkAppearances } from '../support/check-appearances.ts';
import { ago, inTable } from '../support/in-table.ts';
import { expect, test } from '../support/product-test.ts';

const failToSend = ({ id: triggerId, workspaceId }: Trigger) =>
  inTable(async (table) => {
    const run = { id: 'lost', at: ago(60), channel: 'group', outcome: 'unavailable', who: 'Carla', ms: 6012 } as const;
    await createExecutionStore(table).keep({ workspaceId, triggerId }, { ...run, stages: { send: 6000 } }, 'failed');
  });

test(
  'opens the activity from the chart, sends a failed run again in place, follows new runs and filters them',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    await guest.signIn();
    const [gate, light] = await guest.settle('Gate', 'Light');
    if (!gate || !light) throw new Error('There is no gate.');
    await guest.run(light);
    await failToSend(gate);
    await guest.drain();
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'All runs' }).click();
    await expect(page).toHaveURL('/activity');
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused();
    const rows = page.getByRole('list', { name: 'Runs' }).getByRole('listitem');
    const lost = rows.filter({ hasText: '6,012' });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Light');

    await lost.getByRole('button', { name: 'Run again' }).press('Enter');
    await expect(lost.getByRole('status')).toHaveText('Sent');
    await expect(lost.getByRole('button', { name: 'Run again' })).toBeHidden();
    expect(await guest.eventCount(gate.deviceId)).toBe(1);
    await guest.run(light);
    await expect(rows).toHaveCount(4);
    await checkAppearances(page, { layout: [1920, 1280, 768, 360, 320] });

    // On a phone, a button opens the filters.
    const filters = page.getByRole('button', { name: 'Filter' });
    if (await filters.isVisible()) await filters.click();
    await page.getByRole('combobox', { name: 'Person' }).selectOption('Carla');
    await expect(rows).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Person' }).selectOption('Everyone');
    await page.getByRole('combobox', { name: 'Trigger' }).selectOption('Light');
    await expect(rows).toHaveCount(2);
    await page.reload();
    await expect(rows).toHaveCount(2);
    await rows.first().getByRole('link', { name: 'Light' }).click();
    await expect(page).toHaveURL(`/triggers/${light.id}`);
    await page.goBack();
    await expect(page).toHaveURL(`/activity?trigger=${light.id}`);

    await page.goto('/dashboard');
    const days = page.getByRole('slider', { name: 'Runs of one day' });
    await expect(days).toBeVisible();
    // While the dashboard loads, it hides its cards, and a hidden slider loses the focus.
    await atRest(page);
    await days.press('Enter');
    await expect(page).toHaveURL(/\/activity\?day=\d{4}-\d\d-\d\d$/);
    await expect(rows).toHaveCount(4);
  },
);
