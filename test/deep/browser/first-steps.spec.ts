import { atRest } from '../../browser/support/appearance.ts';
import { tabTo } from '../../browser/support/focus.ts';
import { watchShifts } from '../../browser/support/layout-shift.ts';
import type { BrowserPerson } from '../../browser/support/person.ts';
import { expect, test } from '../../browser/support/product-test.ts';

const maxShift = 0.02;

const places = {
  'a newcomer': async () => {},
  'a user with an account': (guest) => guest.linkAmazon(),
  'a user whose trigger has not run yet': async (guest) => void (await guest.settle('Good night')),
  'a user who lacks only WhatsApp': async (guest) => {
    const [trigger] = await guest.settle('Good night');
    if (trigger) await guest.run(trigger);
  },
} as const satisfies Record<string, (guest: BrowserPerson) => Promise<void>>;

for (const [who, prepare] of Object.entries(places)) {
  test(`shifts nothing while the dashboard of ${who} loads`, async ({ page, guest }) => {
    await guest.signIn();
    await prepare(guest);
    const shifts = await watchShifts(page);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/dashboard');
      await expect(page.getByRole('region', { name: 'First steps' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await atRest(page);
      expect((await shifts()).sum, `${width} px`).toBeLessThanOrEqual(maxShift);
    }
  });
}

test('shifts nothing and shows no first steps while the dashboard of a complete home loads, on the first visit and later', async ({
  page,
  ana: _,
}) => {
  const shifts = await watchShifts(page);
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes('First steps')) Object.assign(window, { flashed: true });
    }).observe(document, { childList: true, subtree: true });
  });
  for (const visit of ['first', 'second']) {
    await page.goto('/dashboard');
    await expect(page.getByText('Not sent').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    await atRest(page);
    expect((await shifts()).sum, `${visit} visit`).toBeLessThanOrEqual(maxShift);
    expect(await page.evaluate(() => 'flashed' in window)).toBe(false);
  }
});

test('completes the first steps and hides the list for good by keyboard alone', async ({ page, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('3 of 5 done')).toBeVisible();
  await tabTo(page, steps.getByRole('link', { name: 'Run a trigger' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/triggers');
  if (trigger) await guest.run(trigger);
  await page.goBack();
  await expect(steps.getByText('4 of 5 done')).toBeVisible();
  await tabTo(page, steps.getByRole('button', { name: 'Hide this list' }));
  await page.keyboard.press('Enter');
  await expect(steps).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Total triggers 1' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test(
  'ticks off a skill that is activated in between, and shows the next step',
  { tag: '@spec-76.1' },
  async ({ page, guest }) => {
    await guest.signIn();
    await guest.linkAmazon();
    await page.goto('/dashboard');
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps.getByText('1 of 5 done')).toBeVisible();
    await expect(steps.getByRole('link', { name: 'Connect Alexa' })).toBeVisible();
    const entry = page.getByRole('navigation').getByRole('button', { name: /^(Activate skill|Skill active)/ });
    await entry.click();
    await expect(page.getByText('Waiting for the skill')).toBeVisible();
    await guest.enableSkill();
    const dialog = page.getByRole('dialog', { name: 'The skill is active' });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(steps.getByText('2 of 5 done')).toBeVisible();
    await expect(steps.getByRole('listitem').filter({ hasText: 'Create your first trigger' })).toHaveAttribute(
      'aria-current',
      'step',
    );
    await expect(entry).toBeFocused();
  },
);

test('selects the day whose runs are shown by keyboard and by touch', async ({ page, guest }) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (trigger) await guest.run(trigger);
  await guest.drain();
  // Keep the day of the run last, even if a new day has begun since.
  await page.route('/api/executions/daily*', async (route) => {
    const response = await route.fetch();
    const told: { sent: number }[] = await response.json();
    await route.fulfill({ response, json: told.slice(0, told.findLastIndex(({ sent }) => sent > 0) + 1) });
  });
  await page.goto('/dashboard');
  const days = page.getByRole('slider', { name: 'Runs of one day' });
  await days.focus();
  await expect(page.getByText(/: 1 sent, 0 not sent$/)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(/: 0 sent, 0 not sent$/)).toBeVisible();
  await expect(days).toHaveAttribute('aria-valuetext', /: 0 sent, 0 not sent$/);
  await page.keyboard.press('End');
  await expect(page.getByText(/: 1 sent, 0 not sent$/)).toBeVisible();
  const bars = page.locator('figure svg');
  const box = await bars.boundingBox();
  await bars.hover({ position: { x: 4, y: 40 } });
  await expect(page.getByText(/: 0 sent, 0 not sent$/)).toBeVisible();
  await bars.hover({ position: { x: (box?.width ?? 0) - 4, y: 40 } });
  await expect(page.getByText(/: 1 sent, 0 not sent$/)).toBeVisible();
});
