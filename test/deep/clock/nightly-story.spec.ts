import type { APIRequestContext, Page } from '@playwright/test';
import * as z from 'zod/mini';

import { nightlyCheckContract } from '#shared/contracts/nightly-check.ts';

import { clockAddresses } from '../../browser/support/addresses.ts';
import { axeFindings } from '../../browser/support/axe-findings.ts';
import { expect, moveClock, test } from '../../browser/support/clock-test.ts';
import { sandboxClient } from '../../sandboxes/sandbox-client.ts';

const mails = z.array(z.object({ at: z.string(), subject: z.string(), text: z.string() }));

async function mailsTo(address: string): Promise<z.output<typeof mails>> {
  const mailbox = sandboxClient(clockAddresses().sandboxUrl);
  return mails.parse((await mailbox.get(`/mailbox/inbox.json?to=${encodeURIComponent(address)}`)).body);
}

/** Moves past the next check and the time in which its routine may answer. */
async function passTheCheck(request: APIRequestContext): Promise<void> {
  const reply = await (await request.get(`${clockAddresses().appUrl}/api/nightly-check`)).json();
  const { nextAt = '' } = nightlyCheckContract.readNightlyCheck.reply.parse(reply);
  const at = await (await request.get(`${clockAddresses().sandboxUrl}/_clock`)).json();
  const now = z.parse(z.object({ now: z.string() }), at).now;
  await moveClock({ advanceSeconds: Math.ceil((Date.parse(nextAt) - Date.parse(now)) / 1000) + 15 * 60 });
}

async function setUp(page: Page, addRoutine: () => Promise<unknown>): Promise<void> {
  await page.goto('/amazon-auth');
  await page.getByRole('switch', { name: 'Check my home every night' }).click();
  const steps = page.getByRole('dialog', { name: 'Set up the nightly check' });
  await expect(steps.getByText('In Alexa', { exact: true })).toHaveCount(2);
  await addRoutine();
  await steps.getByRole('button', { name: 'Test now' }).click();
  await expect(steps).toContainText(/Ran after \d/);
  await steps.getByRole('button', { name: 'Done' }).click();
}

test('sends one mail and shows one banner when a home goes mute at 23:00, and clears them once it is fixed', async ({
  page,
  guest,
}) => {
  test.slow();
  await guest.signIn();
  await guest.settle();
  await setUp(page, () => guest.addRoutine('Recado test', 'Nothing.', ['Recado test ok']));
  await moveClock({ to: '23:00' });
  const before = (await mailsTo(guest.email)).length;
  const news = async () => (await mailsTo(guest.email)).slice(0, -before || undefined);

  await test.step('sends one mail and shows one banner when the check of the night fails', async () => {
    await guest.muteHome();
    await passTheCheck(page.request);
    expect(await news()).toMatchObject([{ subject: 'Recado: the nightly check failed' }]);
    await page.goto('/workspaces');
    const banner = page.getByRole('complementary');
    await expect(banner).toHaveCount(1);
    await expect(banner).toContainText('The nightly check failed');
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('opens the check from the banner, which shows that the home answers again', async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Check' }).click();
    const check = page.getByRole('dialog', { name: 'Check “Recado test”' });
    await guest.unmuteHome();
    await check.getByRole('button', { name: 'Check and run' }).click();
    await expect(check.getByRole('listitem').last()).toContainText(/Routine confirmed: OK/);
    await page.keyboard.press('Escape');
  });

  await test.step('removes banner and card without a reload', async () => {
    await expect(page.getByRole('complementary')).toBeHidden();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('region', { name: 'Everything works' })).toContainText('Your home last answered at');
  });

  await test.step('sends no mail when the next night succeeds', async () => {
    await passTheCheck(page.request);
    expect(await news()).toHaveLength(1);
    await page.goto('/amazon-auth');
    await expect(page.locator('#nightly-check')).toContainText(/Last answer: Today at [345]:\d\d AM/);
  });
});
