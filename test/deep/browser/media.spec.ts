import type { Page } from '@playwright/test';

import { atRest } from '../../browser/support/appearance.ts';
import { axeFindings } from '../../browser/support/axe-findings.ts';
import { pagesOfUser, pagesOfVisitor } from '../../browser/support/pages.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { choose } from '../../browser/support/trigger-row.ts';

const pages = ['/dashboard', '/triggers', '/subscription', '/terms'];

async function opened(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await atRest(page);
}

test('prints a page in light colours, at full paper width and without navigation', async ({ page, ana: _ }) => {
  await page.emulateMedia({ media: 'print' });
  for (const path of pages) {
    await opened(page, path);
    await expect(page.locator('html'), path).toHaveClass('dark');
    await expect(page.locator('html'), path).toHaveCSS('background-color', 'rgb(246, 247, 249)');
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCSS('color', 'rgb(20, 24, 31)');
    await expect(page.getByRole('navigation', { name: 'Main navigation' }), path).toBeHidden();
    await expect(page.getByRole('banner'), path).toBeHidden();
    const left = await page.locator('#content').evaluate((content) => content.getBoundingClientRect().left);
    expect(left, path).toBeLessThan(100);
  }
});

/** Buttons without a border, including links and labels that look like buttons. */
const edgeless = (page: Page): Promise<string[]> =>
  page
    .locator('button:visible:not([role="switch"]), a.select-none:visible, label.select-none:visible')
    .evaluateAll((found) =>
      found
        .filter((button) => parseFloat(getComputedStyle(button).borderTopWidth) < 1)
        .map((button) => button.outerHTML.slice(0, 120)),
    );

/** Colors change in a transition, so the page has to be at rest. */
async function switchColours(page: Page, name: string) {
  await atRest(page);
  return page.getByRole('switch', { name }).evaluate((button) => {
    const [track, thumb] = button.querySelectorAll('span');
    return [track, thumb].map((part) => part && getComputedStyle(part).backgroundColor);
  });
}

test('shows borders of buttons and the state of switches in forced-colours mode', async ({ page, guest }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const check = async (path: string) => {
    await opened(page, path);
    expect.soft(await edgeless(page), path).toEqual([]);
    // Axe reads the colours of the styles, not those that the system uses instead.
    const found = (await axeFindings(page)).filter((one) => !one.startsWith('color-contrast'));
    expect.soft(found, path).toEqual([]);
  };
  for (const path of pagesOfVisitor) await check(path);
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  for (const path of [...pagesOfUser, `/triggers/${trigger?.id}`]) await check(path);
  await opened(page, '/triggers');
  const name = 'Good night is on';
  const on = await switchColours(page, name);
  await page.getByRole('switch', { name }).click();
  await expect(page.getByRole('switch', { name })).not.toBeChecked();
  const off = await switchColours(page, name);
  expect(on[0]).not.toBe(off[0]);
  for (const [track, thumb] of [on, off]) expect(track).not.toBe(thumb);
});

/** The options of a choice, by whether they are chosen and whether they have the system's color of a selection. */
async function choicesIn(page: Page, options: string): Promise<string[]> {
  await atRest(page);
  return page.locator(options).evaluateAll((found) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'Highlight';
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return found.map((option) => {
      const isChosen = option.matches('[aria-selected="true"], [aria-pressed="true"], :has(:checked)');
      const isHighlighted = getComputedStyle(option).backgroundColor === backgroundColor;
      return `${isChosen ? 'chosen' : 'other'}, ${isHighlighted ? 'highlighted' : 'plain'}`;
    });
  });
}

const marked = new Set(['chosen, highlighted', 'other, plain']);

test('shows which option is chosen in forced-colors mode', async ({ page, guest }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await opened(page, '/login');
  const chosen = async (options: string) => expect(new Set(await choicesIn(page, options)), options).toEqual(marked);
  await chosen('button[aria-pressed]');
  await guest.signIn();
  await guest.settle('Good night');
  await opened(page, '/subscription');
  await page.getByRole('radio', { name: 'Monthly' }).waitFor({ state: 'attached' });
  await chosen('label:has(> [type="radio"])');
  await opened(page, '/triggers');
  await choose(page, 'Good night', 'Use in other apps');
  await page.getByRole('tab').first().waitFor();
  await chosen('[role="tab"]');
  await page.keyboard.press('Escape');
  await choose(page, 'Good night', 'Schedule');
  await page.getByRole('checkbox', { name: 'Sunday' }).press('Space');
  await expect(page.getByRole('checkbox', { name: 'Sunday' })).not.toBeChecked();
  await chosen('label:has(> [type="radio"])');
  await chosen('label:has(> [type="checkbox"])');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('dialog', { name: 'Import triggers' }).waitFor();
  await atRest(page);
  expect(await edgeless(page)).toEqual([]);
});

test('shows which color of the chart stands for which result in forced-colors mode', async ({ page, ana: _ }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await opened(page, '/dashboard');
  const colors = await page.locator('figure').evaluate((figure) => {
    const swatches = [...figure.querySelectorAll('ul span:first-child')];
    return swatches.map((swatch) => getComputedStyle(swatch).backgroundColor);
  });
  expect(colors.length).toBeGreaterThan(1);
  expect(new Set(colors).size).toBe(colors.length);
});
