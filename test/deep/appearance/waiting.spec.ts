import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { pageClock } from '../../browser/support/page-clock.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { toastOf } from '../../browser/support/toast.ts';

const pages = [
  ['/dashboard', 'Dashboard'],
  ['/amazon-auth', 'Amazon account'],
  ['/triggers', 'Triggers'],
  ['/workspaces', 'Workspaces'],
] as const;
const data = /\/api\/(?!auth\/)/;

for (const [path, heading] of pages) {
  test(`renders ${path} while its data loads`, async ({ page, ana: _ }) => {
    await page.route(data, () => new Promise(() => {}));
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await checkAppearances(page, { skeletons: true });
  });

  test(`renders ${path} when its data does not load`, async ({ page, pageErrors, ana: _ }) => {
    pageErrors.expect(/^500 GET \/api\//);
    pageErrors.expect(/groups not loaded/);
    await page.route(data, (route) => {
      if (route.request().url().endsWith('/api/workspaces/current')) return route.continue();
      return route.fulfill({ status: 500, json: { error: 'Broken', errorKey: 'server.failed' } });
    });
    // A toast must not fade during the checks.
    const clock = await pageClock(page, { stopped: true });
    await page.goto(path);
    await clock.untilLoaded(toastOf(page));
    await clock.untilLoaded(page.getByRole('main').getByRole('alert').first());
    await expect(page.getByRole('main').getByRole('alert').first()).toContainText(/could (?:not )?be loaded/i);
    await page.keyboard.press('Escape');
    await expect(toastOf(page)).toHaveCount(0);
    await clock.start();
    await checkAppearances(page);
  });
}

test('renders an unknown current workspace, on the page and in the menu', async ({ page, pageErrors, ana: _ }) => {
  pageErrors.expect(/^500 GET \/api\/workspaces\/current$/);
  await page.route('/api/workspaces/current', (route) =>
    route.fulfill({ status: 500, json: { error: 'Broken', errorKey: 'server.failed' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The workspace could not be loaded.');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(2);
  await checkAppearances(page);
});

test('renders an unknown user', async ({ page, pageErrors }) => {
  pageErrors.expect(/^500 GET \/api\/auth\/user$/);
  await page.route('/api/auth/user?*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/dashboard');
  await expect(page.getByRole('alert')).toContainText('We could not check whether you are signed in.');
  await checkAppearances(page);
});

test('renders a page whose file does not load', async ({ page, pageErrors, ana: _ }) => {
  pageErrors.expect(
    /^failed: GET \/assets\/triggers-page/,
    /^console error: .*page failed/,
    /dynamically imported module/,
  );
  await page.route('/assets/triggers-page*.js', (route) => route.abort());
  await page.goto('/triggers');
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded.');
  await checkAppearances(page);
});
