import type { Page } from '@playwright/test';

import { atRest } from '../support/appearance.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { choose, runButton } from '../support/trigger-row.ts';

test(
  'updates title, heading and sidebar on navigation',
  { tag: ['@spec-28.1', '@spec-29.1', '@spec-31.1'] },
  async ({ page, ana: _ }) => {
    await page.goto('/dashboard');
    await expect(page).toHaveTitle('Dashboard · Recado');
    const sidebar = page.getByRole('navigation', { name: 'Main navigation' });
    for (const [name, path] of [
      ['Triggers', '/triggers'],
      ['Amazon account', '/amazon-auth'],
      ['Workspaces', '/workspaces'],
      ['Dashboard', '/dashboard'],
    ] as const) {
      await sidebar.getByRole('link', { name }).last().click();
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(`${name} · Recado`);
      await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
      await expect(sidebar.locator('[aria-current="page"]')).toHaveText([name]);
    }
  },
);

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1280, height: 360 } });

  test('starts a page at its top and restores the scroll position on Back', async ({ page, ana: _ }) => {
    await page.goto('/dashboard');
    await expect(page.getByText('Not sent').first()).toBeVisible();
    await atRest(page);
    const top = () => page.evaluate(() => Math.round(window.scrollY));
    await page.evaluate(() => window.scrollTo(0, 150));
    await expect.poll(top).toBe(150);
    await page.getByRole('link', { name: 'Triggers', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Triggers' })).toBeFocused();
    await expect.poll(top).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeFocused();
    await expect.poll(top).toBe(150);
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'Triggers' })).toBeFocused();
  });
});

test('keeps search and page of a list in the address, so that Back returns to the previous page', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  await guest.settle(...Array.from({ length: 12 }, (_, at) => `Light ${String(at + 1).padStart(2, '0')}`));
  await page.goto('/triggers');
  await expect(page.getByRole('rowheader')).toHaveCount(10);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL('/triggers?page=2');
  await expect(page.getByRole('rowheader')).toContainText(['Light 11', 'Light 12']);
  await page.reload();
  await expect(page.getByRole('rowheader')).toContainText(['Light 11', 'Light 12']);
  await atRest(page);
  await page.getByRole('searchbox').pressSequentially('LIGHT 0');
  await expect(page).toHaveURL('/triggers?q=LIGHT+0');
  await expect(page.getByRole('rowheader')).toHaveCount(9);
  await expect(page.getByText('9 triggers').first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/triggers');
  await page.goto('/triggers?page=99');
  await expect(page.getByRole('rowheader')).toContainText(['Light 11', 'Light 12']);
});

test(
  'closes open overlays on Back, topmost first, before leaving the page',
  { tag: '@mobile' },
  async ({ page, ana: _ }) => {
    const open = page.getByRole('dialog');
    await page.goto('/workspaces');
    await page.goto('/triggers');
    const openHistory = () => choose(page, 'Boa noite', 'History');
    await openHistory();
    await expect(page.getByRole('dialog', { name: 'Run history' })).toBeVisible();
    await page.goBack();
    await expect(open).toHaveCount(0);
    await expect(page).toHaveURL('/triggers');

    await page.getByRole('button', { name: 'Create trigger' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Gate');
    await page.goBack();
    await expect(open).toHaveCount(0);
    await expect(page).toHaveURL('/triggers');
    await page.getByRole('button', { name: 'Create trigger' }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Gate');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(open).toHaveCount(0);

    await openHistory();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(open).toHaveCount(0);
    await expect(page).toHaveURL('/triggers');
    await page.goBack();
    await expect(page).toHaveURL('/workspaces');
  },
);

/** The entry of an overlay has a state, and the page below it has none. */
const stateHere = (page: Page) => expect.poll(() => page.evaluate((): unknown => window.history.state));

test('needs one Back after a reload under an open dialog', async ({ page, ana: _ }) => {
  await page.goto('/workspaces');
  await page.goto('/triggers');
  await page.getByRole('button', { name: 'Create trigger' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await stateHere(page).toEqual({ overlays: 1 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Triggers' })).toBeVisible();
  await stateHere(page).toBeNull();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/workspaces');
});

test('returns on Forward to the page that a link in an overlay opened', async ({ page, ana: _ }) => {
  await page.setViewportSize({ width: 412, height: 839 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await stateHere(page).toEqual({ overlays: 1 });
  await drawer.getByRole('link', { name: 'Amazon account' }).click();
  await expect(page).toHaveURL('/amazon-auth');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await stateHere(page).toBeNull();
  await page.goForward();
  await expect(page).toHaveURL('/amazon-auth');
  await expect(drawer).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL('/dashboard');
  await stateHere(page).toBeNull();
});

test('closes a toast automatically and replaces it by a newer one', async ({ page, guest }) => {
  await page.clock.install();
  await guest.signIn();
  await guest.settle('Good night', 'Good morning');
  await page.goto('/triggers');
  await runButton(page, 'Good night').click();
  await expect(toastOf(page)).toContainText('“Good night” took');
  await runButton(page, 'Good morning').click();
  await expect(toastOf(page)).toContainText('“Good morning” took');
  await expect(toastOf(page)).toHaveCount(1);
  await page.mouse.move(0, 0);
  await page.clock.fastForward(5_100);
  await expect(toastOf(page)).toHaveCount(0);
});

test(
  'navigates from the drawer on a phone and closes it afterwards @mobile',
  { tag: '@spec-47.2' },
  async ({ page, ana: _ }) => {
    await page.setViewportSize({ width: 412, height: 839 });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.getByRole('link', { name: 'Amazon account' }).click();
    await expect(page).toHaveURL('/amazon-auth');
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await drawer.getByRole('button', { name: 'Close menu' }).click();
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await drawer.getByRole('button', { name: 'Skill active' }).click();
    await expect(page.getByRole('dialog', { name: 'The skill is active' })).toBeVisible();
  },
);

test('leaves the title of a dialog visible below a toast @mobile', async ({ page, context, guest }) => {
  await context.grantPermissions(['clipboard-write']);
  await page.setViewportSize({ width: 360, height: 740 });
  await guest.signIn();
  await guest.settle('Good night');
  await page.goto('/triggers');
  await page.getByRole('button', { name: 'Create trigger' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Movie time');
  await dialog.getByRole('button', { name: 'Create trigger' }).click();
  const title = dialog.getByRole('heading', { name: '“Movie time” is ready' });
  await expect(title).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy webhook URL' }).click();
  await expect(toastOf(page)).toBeVisible();
  await dialog.evaluate((box) => box.parentElement?.scrollTo(0, 0));
  await atRest(page);
  const titleBox = await title.boundingBox();
  const toastBox = await toastOf(page).boundingBox();
  expect(titleBox && toastBox && titleBox.y + titleBox.height <= toastBox.y).toBe(true);
});

/**
 * Buttons and links whose target is smaller than 24 pixels (WCAG 2.5.8). The target can be larger than the box: the name
 * of a trigger is the link of its entire row.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('button:visible, a:visible').evaluateAll((elements) => {
    const isLarge = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      if (width >= 24 && height >= 24) return true;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const box = element.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const edges = [
        [x - 11.5, y],
        [x + 11.5, y],
        [x, y - 11.5],
        [x, y + 11.5],
      ] as const;
      return edges.every(([left, top]) => element.contains(document.elementFromPoint(left, top)));
    };
    // The link that skips to the content is above the page until it has the focus.
    const shown = elements.filter((element) => element.getBoundingClientRect().top >= 0);
    return shown.filter((element) => !isLarge(element)).map((element) => element.outerHTML.slice(0, 120));
  });

test('makes every touch target large enough @mobile', async ({ page, ana: _ }) => {
  for (const path of ['/dashboard', '/triggers', '/amazon-auth', '/workspaces']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await atRest(page);
    expect(await smallTargets(page), path).toEqual([]);
  }
});
