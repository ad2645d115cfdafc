import { amazonPages } from '../support/amazon-pages.ts';
import { axeFindings } from '../support/axe-findings.ts';
import { expect, test } from '../support/product-test.ts';

test('shows an ended skill on every page with a button that fixes it', { tag: '@mobile' }, async ({ page, guest }) => {
  await guest.signIn();
  await guest.settle('Good night');
  await guest.disableSkill();
  // Alexa sends its event asynchronously, so the product receives it later.
  await expect.poll(() => guest.skill()).toBe('revoked');
  await page.goto('/workspaces');
  const banner = page.getByRole('complementary', { name: 'Alexa no longer receives your triggers' });
  await expect(banner).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.goto('/triggers');
  await expect(page.getByRole('rowheader', { name: 'Good night' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reconnect account' })).toHaveCount(1);
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: '1 problem' });
  await expect(card).toContainText('The skill was disabled in the Alexa app.');
  await expect(page.getByRole('link', { name: 'Reconnect account' })).toHaveCount(1);
  await expect(banner).toBeHidden();
  await card.getByRole('link', { name: 'Reconnect account' }).click();
  const amazon = amazonPages(page);
  await amazon.signIn(guest);
  await amazon.allowAlexa();
  await expect(page.getByRole('dialog')).toContainText('skill active');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'No problem found' })).toContainText('Alexa skill: active');
  await page.goto('/workspaces');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toBeHidden();
});

test('returns the state of the findings card to an uptime tool at the copied address', async ({
  page,
  guest,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await guest.signIn();
  await guest.settle('Good night');
  await page.goto('/triggers');
  await page.getByRole('button', { name: 'Show address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Monitor this workspace' });
  await dialog.getByRole('tab', { name: 'Uptime tool' }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Copy URL' }).click();
  await expect.poll(clipboard).toContain('/prod/findings/');
  const address = await clipboard();
  await dialog.getByRole('button', { name: 'Copy Keyword' }).click();
  await expect.poll(clipboard).not.toBe(address);
  const keyword = await clipboard();
  expect(await axeFindings(page)).toEqual([]);
  expect(await (await page.request.get(address)).text()).toContain(keyword);
  const stranger = await page.request.get(address.replace('token=', 'token=x'));
  expect(stranger.status()).toBe(404);
});
