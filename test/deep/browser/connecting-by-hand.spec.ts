import type { Page } from '@playwright/test';

import { byHandAddresses } from '../../browser/support/addresses.ts';
import { amazonPages } from '../../browser/support/amazon-pages.ts';
import { enableByHand, expectReaction } from '../../browser/support/connecting.ts';
import { expect, test as productTest } from '../../browser/support/product-test.ts';

const test = productTest.extend({ place: async ({ browserName: _ }, use) => use(byHandAddresses()) });

const skillIsActive = (page: Page) => page.getByRole('dialog', { name: 'The skill is active' });

test('guides from linking to enabling the skill by hand on a stage that cannot enable it, until the home reacts', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  await page.goto('/amazon-auth');
  await page.getByRole('link', { name: 'Connect Alexa' }).click();
  const amazon = amazonPages(page);
  await amazon.signIn(guest);
  await amazon.allowProfile();
  const dialog = page.getByRole('dialog', { name: 'Account linked, one step left' });
  await dialog.getByRole('button', { name: 'Activate skill' }).click();
  const skill = page.getByRole('dialog', { name: 'Activate the Alexa skill' });
  await expect(skill).toContainText(`sign in with ${guest.email}`);
  await enableByHand(page, guest, skill.getByRole('link', { name: 'Install' }));
  await expect(skillIsActive(page)).toBeVisible();
  await expectReaction(guest, await guest.addTrigger('Good night'));
});

test('guides to enabling a disabled skill by hand on a stage that cannot enable it, until the home reacts', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await guest.disableSkill();
  expect((await fetch(await guest.addressOf(trigger))).status).toBe(409);
  await page.goto('/amazon-auth');
  const main = page.getByRole('main');
  await expect(main).toContainText('Disable and enable the skill in the Alexa app.');
  await expect(main.getByRole('link', { name: 'Reconnect account' })).toHaveCount(0);
  await enableByHand(page, guest, main.getByRole('link', { name: 'Open the skill page' }));
  await expect(skillIsActive(page)).toBeVisible();
  await expectReaction(guest, trigger);
});
