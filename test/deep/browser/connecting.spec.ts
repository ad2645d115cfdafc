import type { Page } from '@playwright/test';

import { addresses } from '../../browser/support/addresses.ts';
import { amazonPages } from '../../browser/support/amazon-pages.ts';
import {
  connected,
  disableSkill,
  enableByHand,
  expectConnected,
  expectReaction,
  openOnceDisabled,
  reconnect,
  upToConsent,
} from '../../browser/support/connecting.ts';
import { newGuest } from '../../browser/support/guests.ts';
import { personAt } from '../../browser/support/person.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const progress = (page: Page) => page.getByRole('main').getByRole('heading', { name: 'Connecting Alexa' });

test('connects Alexa with one button, names each step, survives a reload and ends when Alexa confirms', async ({
  page,
  context,
  guest,
}) => {
  await guest.signIn();
  await guest.orderAlexa('enablement', { grant: 'held' });
  await page.goto('/amazon-auth');
  await page.getByRole('link', { name: 'Connect Alexa' }).click();
  const amazon = amazonPages(page);
  await amazon.signIn(guest);
  await amazon.allowProfile();
  await amazon.allowAlexa();
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog.getByRole('listitem')).toHaveText([
    new RegExp(`Amazon account linked\\s*${guest.email}`),
    /Alexa allowed/,
    /Alexa confirms/,
  ]);
  await expect(dialog.locator('[aria-current=step]')).toContainText('Alexa confirms');
  await expect(page).toHaveURL('/amazon-auth');
  await page.reload();
  await expect(progress(page)).toBeVisible();
  await expect(page.getByText(/can take a moment/)).toBeVisible();

  const home = await context.newPage();
  await home.goto(guest.homeUrl);
  await home.getByRole('button', { name: 'Send AcceptGrant' }).click();
  await expect(connected(page)).toBeVisible();
  await expect(toastOf(page)).toContainText('The skill is installed and active.');
  await connected(page).getByRole('link', { name: 'Create trigger' }).click();
  await expect(page).toHaveURL('/triggers');
  await page.getByRole('textbox', { name: 'Name' }).fill('Good night');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: '“Good night” is ready' })).not.toContainText('skill is not active');
  await expect(home.locator('[data-device]')).toContainText('Good night');
});

test('names a declined consent, and retries with one click at Amazon', async ({ page, guest }) => {
  const amazon = await upToConsent(page, guest);
  await amazon.refuse();
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog).toContainText('You did not allow Alexa');
  await dialog.getByRole('link', { name: 'Try again' }).click();
  await amazon.allowAlexa();
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, await guest.addTrigger('Good night'));
});

test('continues connecting after the browser’s Back button leaves Alexa’s consent page', async ({ page, guest }) => {
  const amazon = await upToConsent(page, guest);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL('/amazon-auth');
  await expect(progress(page)).toBeVisible();
  await page.getByRole('link', { name: 'Continue on Amazon' }).click();
  await amazon.allowAlexa();
  await expect(connected(page)).toBeVisible();
});

test('cancels connecting after the user left Amazon, keeps the account, and connects later', async ({
  page,
  guest,
}) => {
  const amazon = await upToConsent(page, guest);
  const left = page.url();
  await page.goto('/amazon-auth');
  await expect(progress(page)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Cancel connecting' }).click();
  await expect(toastOf(page)).toContainText('The account stays linked.');
  await expect(progress(page)).toHaveCount(0);
  await expect(page.getByRole('definition').filter({ hasText: guest.email })).toBeVisible();

  await test.step('rejects the Amazon page that was left open', async () => {
    await page.goto(left);
    await amazon.allowAlexa();
    await expect(page.getByRole('alert')).toContainText('Something went wrong');
    await expect(progress(page)).toHaveCount(0);
  });
  await page.getByRole('main').getByRole('link', { name: 'Connect Alexa' }).click();
  await expect(connected(page)).toBeVisible();
});

test('reconnects a skill that was disabled in the Alexa app with one button, and the home reacts', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await expectReaction(guest, trigger);
  await disableSkill(page, guest);
  await openOnceDisabled(page);
  await reconnect(page, guest);
  await expectConnected(page, guest, trigger);
});

test('guides to the skill’s page when Amazon refuses to enable the skill, and notices that it is enabled', async ({
  page,
  guest,
}) => {
  const amazon = await upToConsent(page, guest);
  const trigger = await guest.addTrigger('Good night');
  await guest.orderAlexa('misbehave', { match: 'POST /alexa/v1', code: 'forbidden' });
  await amazon.allowAlexa();
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog).toContainText('Amazon does not let us enable the skill');
  await expect(dialog).toContainText(`sign in with ${guest.email}`);
  await expect(dialog.getByRole('link', { name: 'Try again' })).toHaveCount(0);
  await enableByHand(page, guest, dialog.getByRole('link', { name: 'Open the skill page' }));
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, trigger);
});

for (const [what, how, title] of [
  ['refuses the consent', { code: 'unauthorized' }, 'Amazon did not accept your permission'],
  ['is down', { status: 503, next: 2 }, 'Something went wrong'],
  ['is throttling', { status: 429, next: 2 }, 'Something went wrong'],
] as const)
  test(`connects on a retry when Alexa ${what}`, async ({ page, guest }) => {
    const amazon = await upToConsent(page, guest);
    await guest.orderAlexa('misbehave', { match: 'POST /alexa/v1', ...how });
    await amazon.allowAlexa();
    const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
    await expect(dialog).toContainText(title);
    const steps = dialog.getByText('Or enable the skill yourself:');
    await expect(steps).toHaveCount('status' in how ? 1 : 0);
    await dialog.getByRole('link', { name: 'Try again' }).click();
    await expect(connected(page)).toBeVisible();
    await expectReaction(guest, await guest.addTrigger('Good night'));
  });

test('guides to the skill’s page when the fault is ours, and notices that the skill is enabled', async ({
  page,
  guest,
}) => {
  const amazon = await upToConsent(page, guest);
  await guest.orderAlexa('misbehave', { match: 'POST /alexa/v1', code: 'badRequest' });
  await amazon.allowAlexa();
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog).toContainText('The problem is on our side');
  await enableByHand(page, guest, dialog.getByRole('link', { name: 'Open the skill page' }));
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, await guest.addTrigger('Good night'));
});

test('connects the account of an Amazon sign-in with one screen at Amazon @mobile', async ({ page, guest }) => {
  const amazon = amazonPages(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in with Amazon' }).click();
  await amazon.signIn(guest);
  await amazon.allowProfile();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/amazon-auth');
  await page.getByRole('link', { name: 'Connect Alexa' }).click();
  await amazon.allowAlexa();
  await expect(connected(page)).toBeVisible();
  await expect(connected(page).getByRole('link', { name: 'Create trigger' })).toBeInViewport({ ratio: 1 });
  await connected(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('definition').filter({ hasText: guest.email })).toBeVisible();
  await expectReaction(guest, await guest.addTrigger('Good night'));
});

test('loses nothing on a reload while Alexa enables the skill, and calls Alexa once', async ({
  page,
  context,
  guest,
}) => {
  const amazon = await upToConsent(page, guest);
  const trigger = await guest.addTrigger('Good night');
  await guest.orderAlexa('enablement', { grant: 'held' });
  await guest.orderAlexa('misbehave', { match: 'POST /alexa/v1', delayMs: 4_000 });
  const callbacks: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes('/callback?')) callbacks.push(request.url());
  });
  // Rejects, because the reload replaces the navigation that it waits for.
  const leaving = amazon.allowAlexa().catch(() => {});
  await expect.poll(() => guest.enablings()).toEqual([null]);
  await page.goto(callbacks.at(-1) ?? '');
  await leaving;
  await expect(page).toHaveURL('/amazon-auth');
  await expect(progress(page)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.reload();
  await expect(page.locator('[aria-current=step]')).toContainText('Alexa confirms');

  const home = await context.newPage();
  await home.goto(guest.homeUrl);
  await home.getByRole('button', { name: 'Send AcceptGrant' }).click();
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, trigger);
  expect(await guest.enablings()).toEqual([201]);
});

test(
  'moves an account of another user’s workspace here after a sign-in at Amazon, with its skill',
  { tag: '@spec-9.2' },
  async ({ page, browser, guest }) => {
    const elsewhere = await browser.newContext();
    const other = personAt(elsewhere, newGuest(addresses().appUrl));
    await other.signIn('Hideout');
    const [trigger] = await other.settle('Good night');
    if (!trigger) throw new Error('There is no trigger.');
    const address = await other.addressOf(trigger);
    await guest.signIn('Home');
    await page.goto('/amazon-auth');
    await page.getByRole('link', { name: 'Connect Alexa' }).click();
    const amazon = amazonPages(page);
    await amazon.signIn(other);
    const inUse = page.getByRole('dialog', { name: 'This Amazon account is already linked' });
    await inUse.getByRole('button', { name: 'Move it here' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Move the Amazon account here?' });
    await expect(dialog).toContainText('The account and its Alexa skill move to “Home”');
    await expect(dialog).not.toContainText('Hideout');
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('link', { name: 'Sign out of Amazon' }).click();
    const signedOut = await popup;
    await expect(signedOut.getByRole('heading', { name: 'Signed out' })).toBeVisible();
    await signedOut.close();
    await dialog.getByRole('textbox', { name: 'To confirm, type move-account' }).fill('move-account');
    await dialog.getByRole('button', { name: 'Move account' }).click();
    await amazon.signIn(other);
    await expect(connected(page)).toBeVisible();
    await connected(page).getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('definition').filter({ hasText: other.email })).toBeVisible();
    const mine = await guest.addTrigger('Front door');
    await expect.poll(() => other.knows()).toEqual(['Front door']);
    expect((await fetch(await guest.addressOf(mine))).status).toBe(200);
    await expect.poll(() => other.eventCount(mine.deviceId)).toBe(1);

    expect((await fetch(address)).status).toBe(409);
    const there = await elsewhere.newPage();
    await there.goto(`${addresses().appUrl}/amazon-auth`);
    await expect(there.getByText('No Amazon account linked')).toBeVisible();
    await test.step('notifies the other workspace on its pages and by mail', async () => {
      await there.goto(`${addresses().appUrl}/dashboard`);
      const banner = there.getByRole('complementary', { name: /Amazon account moved to another workspace on/ });
      await expect(banner).toContainText('The triggers here were deleted.');
      await banner.getByRole('link', { name: 'Link an account' }).click();
      await expect(there).toHaveURL(/\/amazon-auth$/);
      const inbox = `${addresses().sandboxUrl}/mailbox/inbox.json?to=${encodeURIComponent(other.email)}`;
      await expect
        .poll(async () => (await there.request.get(inbox)).text())
        .toContain('The Amazon account of the workspace “Hideout” is now linked to another workspace.');
    });
    await elsewhere.close();
  },
);
