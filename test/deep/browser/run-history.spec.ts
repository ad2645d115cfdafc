import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';

import { focused, tabTo } from '../../browser/support/focus.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';
import { chooseByKeyboard, moreButton, runButton } from '../../browser/support/trigger-row.ts';

test('filters a history, shows a failure and repairs it by keyboard alone', async ({ page, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await fetch(await guest.addressOf(trigger));
  await guest.run(trigger);
  await guest.switchOff(trigger);
  await fetch(await guest.addressOf(trigger));
  await guest.drain();
  await page.goto('/triggers');
  await tabTo(page, moreButton(page, 'Good night'));
  await chooseByKeyboard(page, 'Good night', 'History');
  const drawer = page.getByRole('dialog', { name: 'Run history' });
  const runs = drawer.getByRole('listitem').filter({ has: page.locator('time') });
  await expect(runs).toHaveCount(3);
  await expect(drawer).toBeFocused();

  await tabTo(page, drawer.getByRole('combobox', { name: 'Started by' }));
  await page.keyboard.type('Web');
  await expect(runs).toHaveCount(2);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Not');
  await expect(runs).toHaveCount(1);
  await expect(page).toHaveURL(/\?runs=[\w-]+&channel=webhook&outcome=notSent$/);
  await page.reload();
  await expect(runs).toHaveCount(1);
  await expect(runs).toContainText('The trigger was switched off.');

  await tabTo(page, drawer.getByRole('button', { name: 'Switch on' }));
  await page.keyboard.press('Enter');
  await expect(drawer.getByRole('button', { name: 'Switch on' })).toHaveCount(0);
  await expect(drawer).toBeFocused();
  await tabTo(page, drawer.getByRole('combobox', { name: 'Started by' }));
  await page.keyboard.type('Voi');
  await expect(drawer.getByText('No runs match')).toBeVisible();
  await tabTo(page, drawer.getByRole('button', { name: 'Clear filter' }));
  await page.keyboard.press('Enter');
  await expect(runs).toHaveCount(3);
  await expect(drawer.getByRole('combobox', { name: 'Started by' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL('/triggers');
  await expect(page.getByRole('switch', { name: 'Good night is on' })).toBeChecked();
});

test('activates the skill from a run that failed without it, on top of the history', async ({ page, guest }) => {
  await guest.signIn();
  await guest.linkAmazon();
  const trigger = await guest.addTrigger('Good night');
  await fetch(await guest.addressOf(trigger));
  await guest.drain();
  // As on a stage that cannot enable the skill.
  await page.route('**/api/amazon-auth', async (route) => {
    const json: AmazonAuth = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, ...(json.mend && { mend: 'reinstall' }) } });
  });
  await page.goto(`/triggers?runs=${trigger.id}`);
  const drawer = page.getByRole('dialog', { name: 'Run history' });
  const popup = page.waitForEvent('popup');
  await drawer.getByRole('link', { name: 'Activate skill' }).click();
  await (await popup).close();
  await expect(page.getByText('Waiting for the skill')).toBeVisible();
  await guest.enableSkill();
  const dialog = page.getByRole('dialog', { name: 'The skill is active' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole('link', { name: 'Activate skill' })).toHaveCount(0);
  await expect(drawer.locator(':focus').or(drawer.and(focused(page)))).toHaveCount(1);
});

test('keeps the close button of a drawer free of a toast on a phone', async ({ page, guest }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await guest.signIn();
  await guest.settle('Good night');
  await page.goto('/triggers');
  await runButton(page, 'Good night').click();
  await expect(toastOf(page)).toContainText('Sent to Alexa');
  const above = await toastOf(page).boundingBox();
  expect(above?.y).toBeLessThan(30);
  await toastOf(page).hover();
  await chooseByKeyboard(page, 'Good night', 'History');
  const drawer = page.getByRole('dialog', { name: 'Run history' });
  await expect(drawer).toBeVisible();
  const close = await drawer.getByRole('button', { name: 'Close' }).boundingBox();
  const toast = await toastOf(page).boundingBox();
  expect(toast?.y).toBeGreaterThanOrEqual((close?.y ?? 0) + (close?.height ?? 0));
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
});
