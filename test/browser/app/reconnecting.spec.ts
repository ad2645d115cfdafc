import { amazonPages } from '../support/amazon-pages.ts';
import { disableSkill, expectConnected, expectReaction, openOnceDisabled } from '../support/connecting.ts';
import { expect, test } from '../support/product-test.ts';

test('reconnects on one consent screen after a user who signed in with Amazon disabled the skill in the Alexa app', async ({
  page,
  guest,
}) => {
  const amazon = amazonPages(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Sign in with Amazon' }).click();
  await amazon.signIn(guest);
  await amazon.allowProfile();
  await expect(page).toHaveURL('/dashboard');
  const [trigger] = await guest.settle('Good night');
  if (!trigger) throw new Error('There is no trigger.');
  await expectReaction(guest, trigger);
  await disableSkill(page, guest);
  await openOnceDisabled(page);

  const screens: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.request().isNavigationRequest() && response.status() === 200) screens.push(pathname);
  });
  await page.getByRole('main').getByRole('link', { name: 'Reconnect account' }).click();
  await amazon.allowAlexa();
  await expectConnected(page, guest, trigger);
  expect(screens).toEqual(['/amazon/ap/oa', '/amazon-auth']);
});
