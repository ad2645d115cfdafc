import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { choose, runButton } from '../support/trigger-row.ts';

test.use({ isTranslated: true });

test('updates a page that Chrome has translated', async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle('Good night', 'Good morning');
  const triggers = page.getByRole('table', { name: 'Triggers in this workspace' });
  const rows = triggers.getByRole('row').filter({ has: page.getByRole('rowheader') });
  const refresh = page.getByRole('button', { name: 'Refresh' });

  await test.step('updates every row when the skill is disabled and enabled again', async () => {
    await page.goto('/triggers');
    await expect(rows.filter({ hasText: 'In Alexa' })).toHaveCount(2);
    await expect(triggers.locator('font')).not.toHaveCount(0);
    await guest.disableSkill();
    await expect.poll(() => guest.skill()).toBe('revoked');
    await refresh.click();
    await expect(rows.filter({ hasText: 'Skill not activated' })).toHaveCount(2);
    await expect(triggers).not.toContainText('In Alexa');
    await guest.enableSkill();
    await expect.poll(() => guest.skill()).toBe('active');
    await refresh.click();
    await expect(rows.filter({ hasText: 'In Alexa' })).toHaveCount(2);
    await expect(triggers).not.toContainText('Skill not activated');
  });

  await test.step('shows a run and its outcome in the list and in the history', async () => {
    await runButton(page, 'Good night').click();
    await expect(toastOf(page)).toContainText('Sent to Alexa');
    await refresh.click();
    await expect(rows.filter({ hasText: 'Good night' })).not.toContainText('Never');
    await choose(page, 'Good night', 'History');
    const drawer = page.getByRole('dialog', { name: 'Run history' });
    await expect(drawer.getByRole('listitem').first()).toContainText('Click in the app');
    await drawer.getByRole('combobox', { name: 'Started by' }).selectOption('Voice');
    await expect(drawer.getByRole('listitem')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  await test.step('updates a trigger that is disabled, and one renamed in a dialog', async () => {
    const onOff = page.getByRole('switch', { name: 'Good morning is on' });
    await onOff.click();
    await expect(onOff).not.toBeChecked();
    await choose(page, 'Good morning', 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page.getByRole('textbox', { name: 'Name' }).fill('Sunrise');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(rows.filter({ hasText: 'Sunrise' })).toHaveCount(1);
  });

  await test.step('changes the language', async () => {
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitemradio', { name: 'Español' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'En Alexa' })).toHaveCount(2);
    await expect(page.getByRole('main')).not.toContainText('In Alexa');
    await page.getByRole('link', { name: 'Panel', exact: true }).click();
    await expect(page.getByRole('main')).not.toContainText('Good morning');
  });
});
