import { axeFindings } from '../support/axe-findings.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { choose, chooseByKeyboard } from '../support/trigger-row.ts';

test.use({ timezoneId: 'Europe/Lisbon' });

/**
 * A time of day that is hours away in this zone, because pages show a nearer one as "in 3 minutes". It also differs
 * from the current time in Lisbon.
 */
function farTime(timeZone: string): { field: string; shown: string } {
  const hour = Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format());
  const isMorning = hour >= 2 && hour < 12;
  return isMorning ? { field: '18:45', shown: '6:45 PM' } : { field: '06:45', shown: '6:45 AM' };
}

test(
  'plans a weekly run by keyboard in this device’s time zone, which becomes the workspace’s',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    const time = farTime('Europe/Lisbon');
    await guest.signIn();
    await guest.settle('Good night');
    await page.goto('/triggers');
    await chooseByKeyboard(page, 'Good night', 'Schedule');
    const dialog = page.getByRole('dialog', { name: 'Schedule “Good night”' });
    await expect(dialog).toBeFocused();
    await expect(dialog).toContainText(/Lisbon \(GMT(\+0|\+1)?\), as on this device/);
    expect(await axeFindings(page)).toEqual([]);
    const sunday = dialog.getByRole('checkbox', { name: 'Sunday' });
    await sunday.focus();
    await page.keyboard.press('Space');
    await expect(sunday).not.toBeChecked();
    await dialog.getByRole('checkbox', { name: 'Saturday' }).focus();
    await page.keyboard.press('Space');
    await dialog.getByLabel('Time').fill(time.field);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('listitem')).toContainText(`Weekdays at ${time.shown}`);
    await expect(dialog.getByRole('heading', { name: '1 scheduled run' })).toBeFocused();
    await expect(dialog).toContainText('the time zone of this workspace');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('rowheader', { name: /Good night/ })).toContainText(`at ${time.shown}`);

    await page.goto('/workspaces');
    await expect(page.getByRole('rowheader')).toContainText('Lisbon');
  },
);

test('moves weekly runs but not single ones to a new time zone, and shows which zone applies', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  const timeZone = 'Europe/Lisbon';
  const time = farTime('America/Sao_Paulo');
  const rule = { days: [1, 2, 3, 4, 5, 6, 7], time: time.field };
  const plan = (data: object) =>
    page.request.post('/api/plans', { data: { triggerId: trigger.id, timeZone, ...data } });
  const at = new Date(Date.now() + 30 * 86_400_000).toISOString();
  expect((await plan({ rule })).status()).toBe(201);
  expect((await plan({ at })).status()).toBe(201);

  await page.goto('/workspaces');
  await page.getByRole('button', { name: /^Edit / }).click();
  const edit = page.getByRole('dialog', { name: 'Edit workspace' });
  await edit.getByLabel('Time zone').selectOption('America/Sao_Paulo');
  await expect(edit).toContainText('Weekly runs keep their time of day in the new time zone.');
  expect(await axeFindings(page)).toEqual([]);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(toastOf(page)).toContainText('Time zone changed');
  await expect(page.getByRole('rowheader')).toContainText('São Paulo (GMT−3)');

  await page.goto('/triggers');
  await expect(page.getByRole('rowheader')).toContainText(`${time.shown} (GMT−3)`);
  await choose(page, 'Good night', 'Schedule');
  const dialog = page.getByRole('dialog', { name: 'Schedule “Good night”' });
  await expect(dialog).toContainText('This device is in Lisbon');
  await expect(dialog).toContainText(`Every day at ${time.shown}`);
  const told: { plans: { at?: string }[] } = await (await page.request.get('/api/plans')).json();
  expect(told.plans.map((one) => one.at)).toContain(at);
  expect(await axeFindings(page)).toEqual([]);
});
