import type { Locator, Page } from '@playwright/test';

/** The button in the list of triggers. */
export const runButton = (page: Page, trigger: string): Locator =>
  page.getByRole('button', { name: `Run ${trigger}`, exact: true });

/** The button at the top of the dashboard and the triggers page, whose name ends with the state of the last run. */
export const runTile = (page: Page, trigger: string): Locator =>
  page.getByRole('region', { name: 'Run', exact: true }).getByRole('button', { name: `Run ${trigger} ` });
