import type { Locator, Page } from '@playwright/test';

import { atRest } from '../support/appearance.ts';
import { lateAnswer } from '../support/pretend-server.ts';
import { expect, test } from '../support/product-test.ts';
import { toastOf } from '../support/toast.ts';
import { choose, runButton } from '../support/trigger-row.ts';

const rem = 16;
const sidebarWidth = 16 * rem;
const headerHeight = 4 * rem;
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });

test.describe('in a wide and low window', () => {
  test.use({ viewport: { width: 1280, height: 360 } });

  test(
    'keeps a sidebar of 16 rem and a header of 4 rem in place while scrolling',
    { tag: ['@spec-47.1', '@spec-47.3', '@spec-345.1'] },
    async ({ page, ana: _ }) => {
      await page.goto('/dashboard');
      await expect(page.getByText('Not sent').first()).toBeVisible();
      for (const top of [0, 200]) {
        await page.evaluate((to) => window.scrollTo(0, to), top);
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
        expect(await navigation(page).boundingBox()).toEqual({ x: 0, y: 0, width: sidebarWidth, height: 360 });
        const header = { x: sidebarWidth, y: 0, width: 1280 - sidebarWidth, height: headerHeight };
        expect(await page.getByRole('banner').boundingBox()).toEqual(header);
      }
      await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden();
    },
  );
});

test.describe('in a window below 1024 px', () => {
  test.use({ viewport: { width: 1023, height: 700 } });

  test(
    'shows the sidebar as a drawer of 16 rem that closes on a click outside',
    { tag: ['@spec-47.2', '@spec-345.1'] },
    async ({ page, ana: _ }) => {
      await page.goto('/dashboard');
      await expect(navigation(page)).toBeHidden();
      await page.getByRole('button', { name: 'Open menu' }).click();
      const drawer = page.getByRole('dialog', { name: 'Menu' });
      await expect
        .poll(() => drawer.boundingBox(), 'the position of the drawer')
        .toEqual({ x: 0, y: 0, width: sidebarWidth, height: 700 });
      await expect(drawer.getByRole('link', { name: 'Triggers' })).toBeVisible();
      await page.mouse.click(900, headerHeight / 2);
      await expect(drawer).toBeHidden();
      await expect(page).toHaveURL('/dashboard');
    },
  );
});

for (const [width, place] of [
  [360, 'at the top of a small screen'],
  [1280, 'at the bottom right of a large one'],
] as const) {
  test(`shows a toast ${place}`, { tag: '@spec-50.1' }, async ({ page, guest }) => {
    await page.setViewportSize({ width, height: 800 });
    await guest.signIn();
    await guest.settle('Good night');
    await page.goto('/triggers');
    await runButton(page, 'Good night').click();
    await expect(toastOf(page)).toBeVisible();
    await atRest(page);
    const box = await toastOf(page).boundingBox();
    if (!box) throw new Error('the toast is not visible');
    const edges = { left: box.x, top: box.y, right: width - box.x - box.width, bottom: 800 - box.y - box.height };
    if (width < 640) {
      expect(edges).toMatchObject({ left: rem, top: rem, right: rem });
    } else {
      expect(edges).toMatchObject({ right: rem, bottom: rem });
      expect(edges.left).toBeGreaterThan(width / 2);
    }
  });
}

test(
  'shows an inactive skill as an amber icon with a red dot in the header and a red badge in the sidebar',
  { tag: ['@spec-45.2', '@spec-49.1'] },
  async ({ page, guest }) => {
    await guest.signIn();
    await page.goto('/dashboard');
    const sign = page.getByRole('button', { name: 'Skill not activated' });
    const [amber, red] = ['rgb(243, 184, 76)', 'rgb(229, 83, 75)'];
    await expect(sign).toHaveCSS('color', amber);
    await expect(sign.locator('svg + span')).toHaveCSS('background-color', red);
    const badge = page.getByRole('button', { name: 'Activate skill' }).locator('span', { hasText: '!' }).first();
    await expect(badge).toHaveCSS('background-color', red);
    await sign.hover();
    await expect(page.getByRole('tooltip')).toHaveText('Skill not activated');
    await sign.click();
    await expect(page.getByRole('dialog', { name: 'Activate the Alexa skill' })).toBeVisible();
  },
);

test.describe('on a small phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

  for (const name of ['My workspace', 'Meu workspace', 'Mi espacio de trabajo']) {
    test(`shows "${name}" in full next to the icons`, async ({ page, guest }) => {
      await guest.signIn(name);
      await page.goto('/dashboard');
      await expect(page.getByRole('button', { name: 'Skill not activated' })).toBeVisible();
      const shown = page.getByRole('banner').getByText(name, { exact: true });
      expect(await isCut(shown)).toBe(false);
    });
  }

  test('shows the name of a workspace on two lines in the menu', async ({ page, guest }) => {
    const name = 'Casa da praia em Ubatuba';
    await guest.signIn(name);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const shown = page.getByRole('dialog', { name: 'Menu' }).getByText(name, { exact: true });
    await expect(shown).toBeVisible();
    expect(await isCut(shown)).toBe(false);
  });

  test('keeps the title of the dialog above the toast about a name that is taken', async ({
    page,
    guest,
    pageErrors,
  }) => {
    pageErrors.expect(/^409 POST \/api\/workspaces$/);
    await guest.signIn('Home');
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: /Home/ }).click();
    await page.getByRole('menuitem', { name: 'Create workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create workspace' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Home');
    await page.keyboard.press('Enter');
    await expectAboveToast(page, partsOf(dialog));
  });

  test('shows the title and the close button of the skill dialog above its toast', async ({ page, guest }) => {
    await guest.signIn();
    await guest.linkAmazon();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Skill not activated' }).click();
    await expect(page.getByRole('dialog', { name: 'Activate the Alexa skill' })).toBeVisible();
    await guest.enableSkill();
    await expectAboveToast(page, partsOf(page.getByRole('dialog', { name: 'The skill is active' })));
  });
});

for (const height of [640, 740]) {
  test.describe(`on a phone of 360 × ${height}`, () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height } });

    test('shows a short dialog or confirmation above the toast of a run', async ({ page, guest }) => {
      await guest.signIn();
      await guest.settle('Good night');
      await page.goto('/triggers');
      await runButton(page, 'Good night').click();
      await expect(toastOf(page)).toContainText('Sent to Alexa');
      await choose(page, 'Good night', 'Rename');
      const dialog = page.getByRole('dialog', { name: 'Rename trigger' });
      await expectAboveToast(page, [...partsOf(dialog), dialog.getByRole('button', { name: 'Save' })]);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await choose(page, 'Good night', 'Delete');
      const question = page.getByRole('alertdialog');
      await expectAboveToast(page, [question.getByRole('heading'), question.getByRole('button', { name: 'Delete' })]);
    });
  });
}

const isCut = (shown: Locator) =>
  shown.evaluate((span) => span.scrollWidth > span.clientWidth || span.scrollHeight > span.clientHeight);

const partsOf = (dialog: Locator) => [
  dialog.getByRole('heading', { level: 2 }),
  dialog.getByRole('button', { name: 'Close' }).first(),
];

async function expectAboveToast(page: Page, parts: readonly Locator[]): Promise<void> {
  for (const part of parts) await expect(part).toBeVisible();
  await expect(toastOf(page)).toBeVisible();
  await atRest(page);
  const toast = await toastOf(page).boundingBox();
  if (!toast) throw new Error('the toast is not visible');
  for (const part of parts) {
    const box = await part.boundingBox();
    if (!box) throw new Error('a part of the dialog is not visible');
    expect(box.y).toBeGreaterThanOrEqual(rem);
    expect(box.y + box.height).toBeLessThanOrEqual(toast.y);
  }
}

test(
  'covers the screen with a spinner and blocks clicks while a change is in progress',
  { tag: '@spec-39.1' },
  async ({ page, guest }) => {
    await guest.signIn();
    await guest.settle('Good night');
    const late = lateAnswer();
    await page.route('/api/triggers/*/execute', async (route) => route.fulfill(await late.route()));
    await page.goto('/triggers');
    await runButton(page, 'Good night').click();
    const overlay = page.locator('[data-blocking]');
    await expect(overlay.locator('svg')).toBeVisible();
    expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 800 });
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(1);
    const link = await page.getByRole('link', { name: 'Dashboard' }).boundingBox();
    if (!link) throw new Error('the link has no place');
    await page.mouse.click(link.x + 10, link.y + 10);
    await page.keyboard.press('Tab');
    await expect(page).toHaveURL('/triggers');
    const reply = { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 12 };
    late.give({ json: reply });
    await expect(overlay).toHaveCount(0);
    await expect(toastOf(page)).toContainText('Sent to Alexa');
    await page.mouse.click(link.x + 10, link.y + 10);
    await expect(page).toHaveURL('/dashboard');
  },
);
