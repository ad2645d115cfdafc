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
import { letMinutePass, letTokenExpire } from '../../browser/support/let-minute-pass.ts';
import type { PageErrors } from '../../browser/support/page-errors.ts';
import { personAt, type BrowserPerson } from '../../browser/support/person.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';
import { runButton } from '../../browser/support/trigger-row.ts';

const refusedRun = /^409 POST \/api\/triggers\/[\w-]+\/execute$/;

/** Withdraws the permission at Amazon; the skill stays enabled. */
async function withdrawPermission(page: Page, guest: BrowserPerson): Promise<void> {
  const account = await page.context().newPage();
  await account.goto(`${addresses().sandboxUrl}/amazon/permissions/${guest.key}`);
  const remove = account.getByRole('button', { name: 'Remove Recado (Alexa skill)' });
  await remove.click();
  await expect(remove).toHaveCount(0);
  await account.goto(guest.homeUrl);
  await expect(account.getByText('Skill enabled', { exact: true })).toBeVisible();
  await account.close();
}

async function openHome(page: Page, guest: BrowserPerson, button: string): Promise<void> {
  const home = await page.context().newPage();
  await home.goto(guest.homeUrl);
  await home.getByRole('button', { name: button }).click();
  await expect(home.getByText('Skill enabled', { exact: true })).toBeVisible();
  await home.close();
}

/** A run shows that the permission has ended, and the account page leads to Amazon. */
async function reconnectAfterRun(page: Page, guest: BrowserPerson) {
  await page.goto('/triggers');
  await runButton(page, 'Good night').click();
  await expect(toastOf(page)).toContainText('Amazon token expired');
  await page.goto('/amazon-auth');
  await expect(page.getByRole('main').getByText('Not activated', { exact: true })).toBeVisible();
  return reconnect(page, guest);
}

async function settled(guest: BrowserPerson) {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await expectReaction(guest, trigger);
  return trigger;
}

type Visit = { page: Page; guest: BrowserPerson; pageErrors: PageErrors };

/** Alexa grants no new permission, so after a minute the page offers to disable and enable the skill. */
async function withoutNewPermission({ page, guest, pageErrors }: Visit) {
  pageErrors.expect(refusedRun);
  const trigger = await settled(guest);
  await guest.orderAlexa('enablement', { grantsWhenEnabled: false });
  await withdrawPermission(page, guest);
  const amazon = await reconnectAfterRun(page, guest);
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog.locator('[aria-current=step]')).toContainText('Alexa confirms');
  const offAndOn = page.getByRole('link', { name: 'Disable and enable the skill' });
  await expect(offAndOn).toHaveCount(0);
  await letMinutePass((await guest.current()).id);
  await expect(offAndOn).toBeVisible();
  return { amazon, dialog, offAndOn, trigger };
}

test('restores a permission that was withdrawn at Amazon with one button, and the home reacts', async ({
  page,
  guest,
  pageErrors,
}) => {
  pageErrors.expect(refusedRun);
  const trigger = await settled(guest);
  await withdrawPermission(page, guest);
  await reconnectAfterRun(page, guest);
  await expect(connected(page)).toBeVisible();
  await expect(page.getByText('Not activated')).toHaveCount(0);
  await expectReaction(guest, trigger);
});

test('disables and enables the skill with one button when Alexa grants no new permission, and the home reacts', async ({
  page,
  guest,
  pageErrors,
}) => {
  const { amazon, dialog, offAndOn, trigger } = await withoutNewPermission({ page, guest, pageErrors });
  await expect(dialog).toContainText('it cannot be enabled again');
  await offAndOn.click();
  // The first consent ended with the permission, the second one with the skill.
  await amazon.allowAlexa();
  await expectConnected(page, guest, trigger);
});

test('guides to disabling and enabling by hand when Amazon refuses after a withdrawn permission', async ({
  page,
  guest,
  pageErrors,
}) => {
  pageErrors.expect(refusedRun);
  const trigger = await settled(guest);
  await withdrawPermission(page, guest);
  await guest.orderAlexa('misbehave', { match: 'POST /alexa/v1', code: 'forbidden' });
  await reconnectAfterRun(page, guest);
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog).toContainText('Amazon does not let us enable the skill');
  await expect(dialog).toContainText('tap Disable skill and confirm');
  await expect(dialog.getByRole('link', { name: 'Try again' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Disable and enable the skill in the Alexa app.');
  await expect(main.getByRole('link', { name: /Reconnect|Try again/ })).toHaveCount(0);
  await enableByHand(page, guest, main.getByRole('link', { name: 'Open the skill page' }), true);
  await expectConnected(page, guest, trigger);
});

test('guides to enabling by hand when Amazon refuses after the skill was disabled', async ({ page, guest }) => {
  const trigger = await settled(guest);
  await disableSkill(page, guest);
  await guest.orderAlexa('misbehave', { match: 'POST /alexa/v1', code: 'forbidden' });
  await openOnceDisabled(page);
  const main = page.getByRole('main');
  await reconnect(page, guest);
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog).toContainText('Amazon does not let us enable the skill');
  await expect(dialog.getByRole('link', { name: 'Try again' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(main).toContainText('If it is already disabled, just enable it.');
  await expect(main.getByRole('link', { name: /Reconnect|Try again/ })).toHaveCount(0);
  await enableByHand(page, guest, main.getByRole('link', { name: 'Open the skill page' }));
  await expectConnected(page, guest, trigger);
});

test('reconnects a skill with one button after it was disabled without an event and its token expired', async ({
  page,
  guest,
}) => {
  await guest.orderAlexa('enablement', { events: 'missing' });
  const trigger = await settled(guest);
  await disableSkill(page, guest);
  await letTokenExpire((await guest.current()).id);
  await page.goto('/amazon-auth');
  const main = page.getByRole('main');
  await expect(main).toContainText(
    'Alexa no longer accepts our access: the skill was disabled or the permission was revoked.',
  );
  expect((await fetch(await guest.addressOf(trigger))).status).toBe(409);
  await reconnect(page, guest);
  await expectConnected(page, guest, trigger);
});

test('moves an account with a disabled skill here and connects it, and the home reacts', async ({
  page,
  browser,
  guest,
}) => {
  const elsewhere = await browser.newContext();
  const other = personAt(elsewhere, newGuest(addresses().appUrl));
  await settled(other);
  const there = await elsewhere.newPage();
  await disableSkill(there, other);
  await openOnceDisabled(there);
  await guest.signIn('Home');
  await page.goto('/amazon-auth');
  await page.getByRole('link', { name: 'Connect Alexa' }).click();
  const amazon = amazonPages(page);
  await amazon.signIn(other);
  await page
    .getByRole('dialog', { name: 'This Amazon account is already linked' })
    .getByRole('button', { name: 'Move it here' })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Move the Amazon account here?' });
  await dialog.getByRole('textbox', { name: 'To confirm, type move-account' }).fill('move-account');
  await dialog.getByRole('button', { name: 'Move account' }).click();
  await amazon.allowAlexa();
  await expect(connected(page)).toBeVisible();
  const mine = await guest.addTrigger('Front door');
  await expect.poll(() => other.knows()).toEqual(['Front door']);
  expect((await fetch(await guest.addressOf(mine))).status).toBe(200);
  await expect.poll(() => other.eventCount(mine.deviceId)).toBe(1);

  await test.step('links another account from the banner in the previous workspace, and connects it', async () => {
    await there.goto('/dashboard');
    const banner = there.getByRole('complementary', { name: /Amazon account moved to another workspace on/ });
    await banner.getByRole('link', { name: 'Link an account' }).click();
    await there.getByRole('main').getByRole('link', { name: 'Connect Alexa' }).click();
    const theirs = amazonPages(there);
    await theirs.signIn(guest);
    await theirs.allowProfile();
    await theirs.allowAlexa();
    await expect(connected(there)).toBeVisible();
    await expect(banner).toHaveCount(0);
    await expectReaction(
      { ...other, knows: guest.knows, eventCount: guest.eventCount },
      await other.addTrigger('Gate'),
    );
  });
  await elsewhere.close();
});

test('shows that the skill is off when the user declines after we disabled it, and restores it on a retry', async ({
  page,
  guest,
  pageErrors,
}) => {
  const { amazon, dialog, offAndOn, trigger } = await withoutNewPermission({ page, guest, pageErrors });
  await offAndOn.click();
  await expect(amazon.alexaConsent).toBeVisible();
  await amazon.refuse();
  await expect(dialog).toContainText('You did not allow Alexa');
  await expect(dialog).toContainText('We already disabled the skill, as you asked.');
  await dialog.getByRole('link', { name: 'Try again' }).click();
  await amazon.allowAlexa();
  await expectConnected(page, guest, trigger);
});

test('shows that the skill is off, and how to enable it, when Amazon refuses after we disabled it', async ({
  page,
  guest,
  pageErrors,
}) => {
  const { amazon, dialog, offAndOn, trigger } = await withoutNewPermission({ page, guest, pageErrors });
  await guest.orderAlexa('misbehave', { match: 'POST /alexa/v1', code: 'forbidden' });
  await offAndOn.click();
  await amazon.allowAlexa();
  await expect(dialog).toContainText('Amazon does not let us enable the skill');
  await expect(dialog).toContainText('We already disabled the skill, as you asked.');
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('We already disabled the skill, as you asked.');
  await expect(main.getByRole('link', { name: /Reconnect|Try again/ })).toHaveCount(0);
  const run = await fetch(await guest.addressOf(trigger));
  expect(run.status).toBe(409);
  expect(await run.text()).toContain('Enable the skill in the Alexa app, then try again.');
  await guest.orderAlexa('enablement', { grantsWhenEnabled: true });
  await enableByHand(page, guest, main.getByRole('link', { name: 'Open the skill page' }));
  await expect(page.getByRole('dialog', { name: 'The skill is active' })).toBeVisible();
  await expectReaction(guest, trigger);
});

test('reports a page from before a new sign-in as outdated, and continues with the next click', async ({
  page,
  guest,
  pageErrors,
}) => {
  const { amazon, offAndOn } = await withoutNewPermission({ page, guest, pageErrors });
  const json: unknown = await (await page.request.get('/api/amazon-auth')).json();
  // Until it is left, the page keeps its data from before the sign-in.
  let isLeft = false;
  page.on('request', (request) => (isLeft ||= request.isNavigationRequest()));
  await page.route('**/api/amazon-auth', (route) => (isLeft ? route.fallback() : route.fulfill({ json })));
  await guest.signIn();
  await offAndOn.click();
  await expect(page.getByRole('alert')).toContainText('That page was out of date, so nothing was changed.');
  await expect(page).toHaveURL('/amazon-auth');
  await offAndOn.click();
  await expect(amazon.alexaConsent).toBeVisible();
});

test('guides to enabling by hand when the user declines Alexa’s consent, and notices it', async ({ page, guest }) => {
  const amazon = await upToConsent(page, guest);
  await amazon.refuse();
  const dialog = page.getByRole('dialog', { name: 'Connecting Alexa' });
  await expect(dialog).toContainText('You did not allow Alexa');
  await enableByHand(page, guest, dialog.getByRole('link', { name: 'Open the skill page' }));
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, await guest.addTrigger('Good night'));
});

test('shows a skill that was enabled first as active once the account is linked', async ({ page, guest }) => {
  await guest.signIn();
  await openHome(page, guest, 'Enable skill');
  await page.goto('/amazon-auth');
  await page.getByRole('main').getByRole('link', { name: 'Connect Alexa' }).click();
  // Name and e-mail were allowed together with the skill.
  await amazonPages(page).signIn(guest);
  await expect(connected(page)).toBeVisible();
  await expectReaction(guest, await guest.addTrigger('Good night'));
});
