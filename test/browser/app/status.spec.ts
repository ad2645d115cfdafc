import { expect, test } from '../support/product-test.ts';
import { pretendStatus, statusStates } from '../support/status-states.ts';

test('opens the service status from the sign-in page without requesting the user', async ({ page }) => {
  await page.goto('/login');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Service status' }).click();
  await expect(page).toHaveTitle('Service status · Recado');
  await expect(page.getByRole('heading', { level: 1, name: 'Service status' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Webhook' }).or(page.getByRole('alert'))).toBeVisible();
  expect(new Set(asked.filter((path) => path.startsWith('/api/')))).toEqual(
    new Set(['/api/status', '/api/status/days']),
  );
});

test('shows the measured status', async ({ page }) => {
  await page.goto('/status');
  await expect(page.getByRole('heading', { name: 'Ways to run a trigger' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How fast homes answer' })).toBeVisible();
  await expect(page.getByText('Not published yet.')).toBeVisible();
});

test('moves through the days with arrow keys, and shows the same days in the table', async ({ page }) => {
  const [, trouble] = statusStates;
  if (trouble) await pretendStatus(page, trouble);
  await page.goto('/status');
  const days = page.getByRole('slider', { name: 'State of one day, Webhook' });
  await days.focus();
  for (let back = 0; back < 12; back += 1) await page.keyboard.press('ArrowLeft');
  await expect(days).toHaveAttribute('aria-valuetext', /Not working · 95 minutes · Reached Alexa: 91.2%/);
  await page.getByText('Show as a table').first().click();
  await expect(page.getByRole('row', { name: /Not working 95 91.2% 200 ms 3 s/ })).toBeAttached();
  await expect(page.getByRole('row')).toHaveCount(91);
});

test('loads the state again after "Try again"', async ({ page, pageErrors }) => {
  pageErrors.expect(/^503 GET \/api\/status/);
  const [well] = statusStates;
  await pretendStatus(page, { name: 'failed', title: '' });
  await page.goto('/status');
  await expect(page.getByText('The status could not be loaded.')).toBeVisible();
  await expect(page.getByText('No problems detected')).toHaveCount(0);
  await page.unrouteAll();
  if (well) await pretendStatus(page, well);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByText('No problems detected')).toBeVisible();
});

test('opens the triggers from the status page in the current session', async ({ page, ana: _ }) => {
  await page.goto('/status');
  await page.getByRole('link', { name: 'Open my triggers' }).click();
  await expect(page).toHaveURL('/triggers');
  await expect(page.getByRole('heading', { level: 1, name: 'Triggers' })).toBeVisible();
});
