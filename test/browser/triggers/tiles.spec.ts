import type { Locator, Page } from '@playwright/test';

import { atRest } from '../support/appearance.ts';
import { axeFindings } from '../support/axe-findings.ts';
import { focused } from '../support/focus.ts';
import { expect, test } from '../support/product-test.ts';
import { moreButton, runTile } from '../support/trigger-row.ts';

const names = ['Alarm', 'Coffee', 'Gate', 'Hall', 'Light', 'Porch'] as const;
const heightOf = async (element: Locator) => (await element.boundingBox())?.height ?? 0;
const tiles = (page: Page) =>
  page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: /^Run / });

test(
  'shows five tiles and the workspace without scrolling, runs one in place, and opens a row’s details',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await guest.signIn('Beach house');
    const [, , gate] = await guest.settle(...names.slice(0, 5));
    if (!gate) throw new Error('There is no gate.');
    for (const path of ['/dashboard', '/triggers']) {
      await page.goto(path);
      for (const name of names.slice(0, 5)) {
        await expect(runTile(page, name)).toBeInViewport({ ratio: 1 });
        expect(await heightOf(runTile(page, name))).toBeGreaterThanOrEqual(56);
      }
      await expect(page.getByRole('banner').getByText('Beach house')).toBeInViewport();
    }
    await page.setViewportSize({ width: 740, height: 360 });
    await expect(page.getByRole('banner').getByText('Beach house')).toBeInViewport();
    await page.setViewportSize({ width: 360, height: 740 });
    await runTile(page, 'Gate').click();
    await expect(runTile(page, 'Gate')).toContainText('Sent');
    expect(await guest.eventCount(gate.deviceId)).toBe(1);

    const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
    await expect(rows).toHaveCount(5);
    for (const row of await rows.all()) expect(await heightOf(row)).toBeLessThanOrEqual(72);
    await page.getByRole('link', { name: 'Gate' }).click();
    await expect(page).toHaveURL(`/triggers/${gate.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Gate' })).toBeFocused();
    await expect(page.getByRole('listitem').filter({ hasText: 'Click in the app' })).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Gate' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/triggers');
    await expect(moreButton(page, 'Gate')).toBeVisible();
  },
);

test(
  'shows long names in full on a small phone, without widening the page',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await guest.signIn();
    const long = ['Garage door in the back and at the front', 'Supercalifragilisticexpialidociousnight'];
    await guest.settle(...long);
    for (const path of ['/dashboard', '/triggers']) {
      await page.goto(path);
      for (const name of long) {
        const shown = runTile(page, name)
          .getByTitle(name)
          .or(page.getByRole('link', { name, exact: true }));
        await expect(shown.first()).toBeVisible();
        for (const text of await shown.all()) {
          await expect(text).toBeVisible();
          const isCut = await text.evaluate(
            ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
              scrollWidth > clientWidth || scrollHeight > clientHeight,
          );
          expect(isCut, `${name} on ${path}`).toBe(false);
        }
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    }
  },
);

test(
  'shows on a small phone that the menu of a trigger continues, and reaches its last entry',
  { tag: '@mobile' },
  async ({ page, guest }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await guest.signIn();
    await guest.settle(...names.slice(0, 5));
    await page.goto('/triggers');
    for (const name of ['Alarm', 'Light']) {
      await moreButton(page, name).click();
      const menu = page.getByRole('menu');
      const entries = menu.getByRole('menuitem');
      await expect(entries).toHaveCount(10);
      await atRest(page);
      const { top, bottom, hides } = await menu.evaluate((list) => {
        const box = list.getBoundingClientRect();
        return { top: box.top, bottom: box.bottom, hides: list.scrollHeight > list.clientHeight + 1 };
      });
      expect(top).toBeGreaterThanOrEqual(0);
      expect(bottom).toBeLessThanOrEqual(640);
      // The last row that shows is cut, so that the list does not seem to end there.
      const cut = await menu.evaluate((list) =>
        Array.from(list.querySelectorAll('[role=menuitem]'), (entry) => {
          const box = entry.getBoundingClientRect();
          const edge = list.getBoundingClientRect().bottom;
          return box.top < edge - 6 && box.bottom > edge + 6 ? entry.textContent : '';
        }).join(''),
      );
      expect(cut === '').toBe(!hides);
      await entries.last().scrollIntoViewIfNeeded();
      await expect(entries.last()).toBeInViewport({ ratio: 0.99 });
      await expect(entries.last()).toHaveText('Delete');
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }
  },
);

test('orders favorites by dragging and by keyboard, and reaches the sixth tile with twelve tabs', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  await guest.settle(...names);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Favorites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Favorites' });
  for (const name of ['Gate', 'Light', 'Porch'])
    await dialog.getByRole('button', { name: `Add ${name} to the favorites` }).click();
  expect(await axeFindings(page)).toEqual([]);
  const rows = dialog.getByRole('list', { name: 'Favorites' }).getByRole('listitem');

  await rows.nth(2).locator('[data-drag]').hover();
  await page.mouse.down();
  const first = await rows.nth(0).boundingBox();
  await page.mouse.move(first?.x ?? 0, first?.y ?? 0, { steps: 5 });
  await page.mouse.up();
  await expect(rows).toContainText(['Porch', 'Gate', 'Light']);
  await dialog.getByRole('button', { name: 'Move Light up' }).press('Enter');
  await expect(rows).toContainText(['Porch', 'Light', 'Gate']);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();

  const order = ['Porch', 'Light', 'Gate', 'Alarm', 'Coffee', 'Hall'];
  await expect(tiles(page)).toContainText(order);
  await page.reload();
  await expect(tiles(page)).toContainText(order);
  await atRest(page);
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText('Skip to content');
  await page.keyboard.press('Enter');
  const sixth = runTile(page, 'Hall');
  let tabs = 1;
  while (!(await sixth.evaluate((tile) => tile === document.activeElement)) && tabs < 13) {
    await page.keyboard.press('Tab');
    tabs += 1;
  }
  expect(tabs).toBeLessThanOrEqual(12);
  await expect(sixth).toBeFocused();
});

test('moves a favorite by touch and scrolls to it', { tag: '@mobile' }, async ({ page, guest }) => {
  await page.setViewportSize({ width: 360, height: 480 });
  await guest.signIn();
  await guest.settle(...names);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Favorites' }).click();
  const dialog = page.getByRole('dialog', { name: 'Favorites' });
  for (const name of names) await dialog.getByRole('button', { name: `Add ${name} to the favorites` }).click();
  const rows = dialog.getByRole('list', { name: 'Favorites' }).getByRole('listitem');
  const last = rows.filter({ hasText: 'Porch' });
  await last.scrollIntoViewIfNeeded();
  await atRest(page);
  const handle = await last.locator('[data-drag]').boundingBox();
  if (!handle) throw new Error('The favorite has no handle.');
  const x = handle.x + handle.width / 2;
  const from = handle.y + handle.height / 2;
  const devTools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] });
  await touch('touchStart', from);
  for (const part of [0.8, 0.6, 0.4, 0.2, 0.1, 0.05, 0.02, 0.01]) await touch('touchMove', from * part);
  await touch('touchEnd');
  await expect(rows).toContainText(['Porch', ...names.slice(0, 5)]);
  await expect(last).toBeInViewport({ ratio: 0.9 });
});
