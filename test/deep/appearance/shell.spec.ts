import { show } from '../../browser/support/appearance.ts';
import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const wide = [1280] as const;
const narrow = [360, 320] as const;

test('renders the dashboard of a home with everything set up', async ({ page, ana: _ }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Not sent').first()).toBeVisible();
  await checkAppearances(page);
});

test('renders the dashboard of a new user', async ({ page, guest }) => {
  await guest.signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Link your Amazon account' })).toBeVisible();
  await checkAppearances(page);
});

test('renders the dashboard of a home without triggers and skill', async ({ page, guest }) => {
  await guest.signIn();
  await guest.linkAmazon();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Create your first trigger' })).toBeVisible();
  await checkAppearances(page);
});

test('renders the dashboard of a home that lacks only WhatsApp, with a day of activity selected', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  const [trigger] = await guest.settle('Good night');
  if (trigger) await guest.run(trigger);
  await guest.drain();
  await page.goto('/dashboard');
  await expect(page.getByText('4 of 5 done')).toBeVisible();
  await page.getByRole('slider', { name: 'Runs of one day' }).focus();
  await expect(page.getByText(/: 1 sent, 0 not sent$/)).toBeVisible();
  await checkAppearances(page);
});

test('renders the not-found page inside the frame', async ({ page, ana: _ }) => {
  await page.goto('/nowhere');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await checkAppearances(page);
});

test('renders the menus of workspaces and languages', async ({ page, ana: _ }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Workspace Casa' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Casa da praia' })).toBeVisible();
  await checkAppearances(page, { layout: wide, axe: wide });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Language: English' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Español' })).toBeVisible();
  await checkAppearances(page);
});

test('renders the drawer and its menu on a phone', async ({ page, ana: _ }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await checkAppearances(page, { layout: narrow, axe: [360] });
  await page.getByRole('button', { name: 'Workspace Casa' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Casa da praia' })).toBeVisible();
  await checkAppearances(page, { layout: narrow, axe: [360] });
});

test('renders the dialog that creates a workspace, with an error', async ({ page, ana: _ }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Workspace Casa' }).click();
  await page.getByRole('menuitem', { name: 'Create workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await checkAppearances(page);
});

test('renders the dialog about the skill before and after the activation', async ({ page, guest }) => {
  await guest.signIn();
  await guest.linkAmazon();
  await page.goto('/amazon-auth');
  await page.getByRole('navigation').getByRole('button', { name: 'Activate skill' }).click();
  await expect(page.getByText('Waiting for the skill')).toBeVisible();
  await checkAppearances(page);
  await guest.enableSkill();
  await expect(page.getByRole('dialog', { name: 'The skill is active' })).toBeVisible();
  await expect(toastOf(page)).toContainText('The skill is installed and active.');
  await checkAppearances(page);
});

test('keeps a tooltip inside the window at every width, and hides it when the window changes', async ({
  page,
  guest,
}) => {
  await guest.signIn();
  await page.goto('/dashboard');
  const warning = page.getByRole('button', { name: 'Skill not activated' });
  // While languages change, the next button may move under the pointer.
  const tooltip = page.getByRole('tooltip', { name: 'Skill not activated' });
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(tooltip).toBeHidden();
    await page.mouse.move(0, 400);
    await warning.hover();
    await expect(tooltip).toBeVisible();
    await checkAppearances(page, { layout: [width], axe: [width] });
    await expect(tooltip).toBeVisible();
  }
});

test('renders the offline state', async ({ page, context, ana: _ }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Not sent').first()).toBeVisible();
  // Load all files of the languages before the network goes.
  await page.waitForLoadState('networkidle');
  for (const language of ['pt', 'es', 'en'] as const) await show(page, { language });
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await checkAppearances(page);
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
});
