import { axeFindings } from '../support/axe-findings.ts';
import { expect, test } from '../support/product-test.ts';
import { choose, moreButton, runButton } from '../support/trigger-row.ts';

test(
  'finds what blocks a trigger, fixes it, and confirms that its run reaches Alexa',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    await guest.signIn();
    const [trigger] = await guest.settle('Good night');
    if (!trigger) throw new Error('There is no trigger.');
    await guest.switchOff(trigger);
    await page.goto('/triggers');
    await choose(page, 'Good night', 'Check');
    const dialog = page.getByRole('dialog', { name: 'Check “Good night”' });
    await expect(dialog).toContainText('1 problem found.');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Switch on', exact: true }).click();
    await expect(dialog).toContainText('No problems found.');
    await dialog.getByRole('button', { name: 'Check and run' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Alexa accepted the message: OK' })).toContainText(
      /\d ms/,
    );
    await expect(dialog.getByRole('listitem').last()).toContainText('Unknown until the routine confirms');
    expect(await axeFindings(page)).toEqual([]);
    // The dialog closes before a toast.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(moreButton(page, 'Good night')).toBeFocused();
    await choose(page, 'Good night', 'History');
    await expect(page.getByRole('dialog', { name: 'Run history' }).getByRole('listitem').first()).toContainText(
      'Sent to Alexa',
    );
  },
);

test('names a condition that refuses only clicks in the check after a refused click', async ({ page, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Gate');
  if (!trigger) throw new Error('There is no trigger.');
  await guest.setConditions(trigger, { channels: ['webhook'] });
  await page.goto('/triggers');
  await choose(page, 'Gate', 'Check');
  const dialog = page.getByRole('dialog', { name: 'Check “Gate”' });
  await expect(dialog).toContainText('No problems found.');
  await dialog.getByRole('button', { name: 'Check and run' }).click();
  await expect(dialog).toContainText('1 problem found.');
  const conditions = dialog.getByRole('listitem').filter({ hasText: 'Conditions met: problem' });
  await expect(conditions.getByRole('button', { name: 'Change conditions' })).toBeVisible();
  await expect(dialog).toContainText('Not run because of a problem.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await runButton(page, 'Gate').click();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(dialog).toContainText('1 problem found.');
  expect(await guest.eventCount(trigger.deviceId)).toBe(0);
});
