import { endWaits } from '../../browser/support/end-waits.ts';
import { letLostHourPass } from '../../browser/support/let-lost-pass.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';
import { onTrial, lineOf, phoneOf } from '../../browser/support/whatsapp-phone.ts';

test('checks a home that stopped confirming with one button, and updates the card without a reload', async ({
  page,
  guest,
}) => {
  test.slow();
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await guest.confirmRuns(trigger);
  await expect.poll(() => guest.knows()).toContain('Good night ok');
  await guest.addRoutine('Good night', 'Lights out.', ['Good night ok']);
  await guest.run(trigger);
  const told = async (): Promise<unknown> => (await page.request.get('/api/triggers')).json();
  await expect.poll(told).toMatchObject([{ receipt: { lastRanAt: expect.any(String) } }]);
  await guest.muteHome();
  for (const _ of ['once', 'twice']) {
    await guest.run(trigger);
    await endWaits(trigger.id);
  }
  await page.goto('/workspaces');
  await page.getByRole('complementary').getByRole('link', { name: 'Check' }).click();
  const check = page.getByRole('dialog', { name: 'Check “Good night”' });
  await guest.unmuteHome();
  await check.getByRole('button', { name: 'Check and run' }).click();
  await expect(check.getByRole('listitem').last()).toContainText(/Routine confirmed: OK/);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toBeHidden();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('region', { name: 'Everything works' })).toContainText(
    /Your home last answered (at|on) \S/,
  );
});

/** A time zone in which it is now 12 o'clock. */
function zoneAtNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours();
  // The signs of these zones are inverted.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

test('announces a lost number by Alexa, and the button leads to where it is reconnected', async ({
  page,
  context,
  guest,
}) => {
  test.slow();
  const [trigger] = await onTrial(context, guest, 'Number lost');
  if (!trigger) throw new Error('There is no trigger.');
  // Alexa announces nothing at night.
  const workspace = await context.request.patch(`/api/workspaces/${trigger.workspaceId}`, {
    data: { timeZone: zoneAtNoon(new Date()) },
  });
  expect(workspace.status()).toBe(200);
  await guest.addRoutine('Number lost', 'The number is lost.');
  await page.goto('/dashboard');
  const choice = page.getByRole('combobox', { name: 'Run a trigger when we find a problem' });
  await choice.selectOption('Number lost');
  await expect(toastOf(page)).toContainText('Saved');
  const phone = await phoneOf(context, guest.key);
  const pair = async (generation: number) => {
    await page.getByRole('button', { name: 'Connect WhatsApp' }).click();
    await expect(page.getByRole('img', { name: 'QR code that connects this WhatsApp number' })).toBeVisible();
    const line = await lineOf(page, generation);
    await phone.press(line, 'Scan');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('main').getByText('Connected', { exact: true })).toBeVisible();
    return line;
  };
  await page.goto('/whatsapp');
  const line = await pair(1);
  await phone.press(line, 'Log out');
  await expect(phone.device(line)).toHaveCount(0);
  // Returning to the page checks the number.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(toastOf(page)).toContainText('WhatsApp Disconnected');
  // The gateway does not say why the line ended, so it may be restarting until an hour has passed.
  expect(await guest.eventCount(trigger.deviceId)).toBe(0);
  await letLostHourPass(trigger.workspaceId);
  await expect.poll(() => guest.eventCount(trigger.deviceId)).toBe(1);
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: '1 problem' });
  await expect(card.getByRole('heading', { level: 3 })).toHaveText('Your WhatsApp number is offline');
  await expect(choice).toHaveValue(trigger.id);
  await card.getByRole('link', { name: 'Open WhatsApp' }).click();
  await pair(2);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('region', { name: 'No problem found' })).toBeVisible();
});
