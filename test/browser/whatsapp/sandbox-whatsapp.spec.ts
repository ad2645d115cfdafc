import type { Page } from '@playwright/test';

import { sandboxClient, textOf } from '../../sandboxes/sandbox-client.ts';
import { defaultClients } from '../../sandboxes/world.ts';
import { addresses } from '../support/addresses.ts';
import { expect, test } from '../support/product-test.ts';

const at = (path: string): string => `${addresses().sandboxUrl}/whatsapp/${path}`;
const sandbox = () => sandboxClient(addresses().sandboxUrl);

const message = (page: Page, text: string) => page.locator('.msg', { hasText: text });

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.keyboard.press('Enter');
}

test('shows messages, replies and reactions of several users on every open page of the sandbox chat', async ({
  context,
  page: carla,
  guest,
}) => {
  const group = { name: 'Talk', members: [guest.key, 'carla'] };
  const id = textOf(await sandbox().json('/whatsapp/groups', group), 'id');
  const other = await context.newPage();
  await Promise.all([carla.goto(at(`chat/${id}?as=carla`)), other.goto(at(`chat/${id}?as=${guest.key}`))]);
  await say(carla, 'good night');
  const heard = message(other, 'good night');
  await heard.hover();
  await heard.getByRole('button', { name: '👍' }).click();
  await expect(message(carla, 'good night').locator('.reacts')).toHaveText('👍');
  await heard.hover();
  await heard.getByRole('button', { name: 'Reply' }).click();
  await say(other, 'sleep well');
  await expect(message(carla, 'sleep well').locator('.quote')).toContainText('good night');
  await expect(message(carla, 'sleep well')).toContainText(guest.name);
  await carla
    .getByText(guest.name.split(' ')[0] ?? '')
    .last()
    .click();
  await say(carla, 'from the other phone');
  await expect(message(carla, 'from the other phone')).toHaveClass(/own/);
});

test('scans, loses the connection and logs out with one click each on the sandbox phone', async ({ page, guest }) => {
  const name = `zb-${guest.key}-1`;
  const session = await sandbox().json(
    '/whatsapp/api/sessions',
    { name, start: true, config: {} },
    {
      'x-api-key': defaultClients.whatsapp.key,
    },
  );
  expect(session.status).toBe(201);
  await page.goto(at(`phone/${guest.key}`));
  await page.locator('article', { hasText: name }).getByRole('button', { name: 'Scan' }).click();
  const device = page.locator('.dev', { hasText: name });
  await expect(device).toContainText('Active');
  await page.getByLabel(`How ${name} is`).selectOption('no way to WhatsApp');
  await expect(device).toContainText('STARTING');
  await page.getByLabel(`How ${name} is`).selectOption('all is well');
  await expect(device).toContainText('Active');
  await device.getByRole('button', { name: 'Log out' }).click();
  await expect(device).toHaveCount(0);
});
