import { checkAppearances } from '../../browser/support/check-appearances.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { pretendStatus, statusStates } from '../../browser/support/status-states.ts';

const widths = { layout: [1280, 390, 320], axe: [1280, 390] } as const;

test.describe('the status page', () => {
  for (const state of statusStates) {
    test(state.name, async ({ page, pageErrors }) => {
      pageErrors.expect(/^503 GET \/api\/status/);
      await pretendStatus(page, state);
      await page.goto('/status');
      await expect(page.getByText(state.title).first()).toBeVisible();
      await checkAppearances(page, widths);
    });
  }

  test('renders the days as a table', async ({ page }) => {
    const [well] = statusStates;
    if (well) await pretendStatus(page, well);
    await page.goto('/status');
    await page.getByText('Show as a table').first().click();
    await expect(page.getByRole('table')).toBeVisible();
    await checkAppearances(page, widths);
  });
});
