import { webhookReply } from '#shared/contracts/webhook.ts';

import { axeFindings } from '../support/axe-findings.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { choose, moreButton, runButton } from '../support/trigger-row.ts';

test.use({ timezoneId: 'America/Sao_Paulo' });

test(
  'runs a trigger with a new key, names the key in the history, and rejects it once stopped',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    await guest.signIn();
    const [trigger] = await guest.settle('Good night', 'Front door');
    if (!trigger) throw new Error('There is no trigger.');
    await page.goto('/triggers');
    await choose(page, 'Good night', 'Give access');
    const list = page.getByRole('dialog', { name: 'Access to “Good night”' });
    await expect(list.getByRole('heading', { name: 'No access keys' })).toBeVisible();
    await list.getByRole('button', { name: 'New access key' }).click();
    const form = page.getByRole('dialog', { name: 'New access key' });
    await expect(form.getByLabel('Name')).toBeFocused();
    await page.keyboard.type('Hubitat');
    await page.keyboard.press('Enter');
    const handed = page.getByRole('dialog', { name: '“Hubitat” is ready' });
    const address = await handed.getByText(/\/prod\/trigger\/.*\?token=recado_/).innerText();
    expect(await axeFindings(page)).toEqual([]);

    // Only the button may discard a secret that is shown once.
    for (const discard of [() => page.goBack(), () => page.keyboard.press('Escape'), () => page.goBack()]) {
      await discard();
      await expect(page).toHaveURL('/triggers');
      await expect(handed.getByText(address)).toBeVisible();
    }

    const call = () => page.request.post(address);
    const first = await call();
    expect(webhookReply.parse(await first.json())).toMatchObject({ outcome: 'sent' });
    expect(await guest.eventCount(trigger.deviceId)).toBe(1);
    await handed.getByRole('button', { name: 'I have copied it' }).click();
    await expect(list.getByRole('listitem')).toContainText('Hubitat');
    await page.keyboard.press('Escape');
    await expect(moreButton(page, 'Good night')).toBeFocused();

    await choose(page, 'Good night', 'History');
    await expect(page.getByRole('dialog', { name: 'Run history' }).getByRole('listitem').first()).toContainText(
      'Hubitat',
    );
    await page.keyboard.press('Escape');

    await choose(page, 'Good night', 'Give access');
    await list.getByRole('button', { name: 'Revoke Hubitat' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access key' }).click();
    await expect(list.getByRole('heading', { name: 'No access keys' })).toBeVisible();
    expect((await call()).status()).toBe(404);
    expect(await guest.eventCount(trigger.deviceId)).toBe(1);
  },
);

test('accepts the old secret for 24 more hours after a rotation, or ends it at once', async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle('Good night');
  await page.goto('/triggers');
  await choose(page, 'Good night', 'Give access');
  await page.getByRole('button', { name: 'New access key' }).click();
  await page.getByRole('dialog', { name: 'New access key' }).getByLabel('Name').fill('Hubitat');
  await page.keyboard.press('Enter');
  const handed = page.getByRole('dialog', { name: '“Hubitat” is ready' });
  const shown = handed.getByText(/\?token=recado_/);
  const first = await shown.innerText();
  const rotate = async (how: string) => {
    await handed.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Replace the secret of Hubitat' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText(how).click();
    await question.getByRole('button', { name: 'Replace secret' }).click();
    return shown.innerText();
  };
  const second = await rotate('Works for 24 more hours');
  expect(second).not.toBe(first);
  for (const address of [first, second]) expect((await page.request.post(address)).status()).toBe(200);
  const third = await rotate('Stops working now');
  expect((await page.request.post(second)).status()).toBe(404);
  expect((await page.request.post(third)).status()).toBe(200);
});

test(
  'refuses a second click during the cool-down, and shows in toast and list when it is possible',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    await guest.signIn();
    const [trigger] = await guest.settle('Good night');
    if (!trigger) throw new Error('There is no trigger.');
    await page.goto('/triggers');
    await choose(page, 'Good night', 'Conditions');
    const dialog = page.getByRole('dialog', { name: 'Conditions for “Good night”' });
    await dialog.getByLabel('Minimum time between runs').fill('10');
    await dialog.getByRole('button', { name: 'Save conditions' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('rowheader');
    await expect(row).toContainText('Has conditions');

    const run = runButton(page, 'Good night');
    await run.click();
    await expect(toastOf(page).filter({ hasText: 'Sent to Alexa' })).toBeVisible();
    await expect(row).toContainText(/Can run in (9|10) minutes/);
    await run.click();
    await expect(toastOf(page).filter({ hasText: /Try again in (9|10) minutes\./ })).toBeVisible();
    expect(await guest.eventCount(trigger.deviceId)).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
  },
);

test('leads to the access keys that are left after the last trigger', { tag: '@mobile' }, async ({ page, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  await guest.giveKey({ name: 'Hubitat', triggers: [trigger?.id], conditions: {} });
  await page.goto('/triggers');
  await choose(page, 'Good night', 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete trigger' }).click();
  const show = page.getByRole('button', { name: 'Show access keys' });
  await show.click();
  const list = page.getByRole('dialog', { name: 'Access keys of this workspace' });
  await expect(list.getByRole('listitem')).toContainText('Its trigger was deleted');
  expect(await axeFindings(page)).toEqual([]);
  await list.getByRole('button', { name: 'Change Hubitat' }).click();
  const form = page.getByRole('dialog', { name: 'Change “Hubitat”' });
  await form.getByLabel('Name').fill('Hub');
  await form.getByRole('button', { name: 'Save' }).click();
  await list.getByRole('button', { name: 'Revoke Hub' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access key' }).click();
  await expect(list.getByRole('heading', { name: 'No access keys' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(show).toBeHidden();
});
