import type { Locator, Page } from '@playwright/test';

/** The toast that shows. While a dialog is open readers hear it, but do not find it: all around a dialog is hidden. */
export const toastOf = (page: Page): Locator =>
  page
    .getByRole('region', { name: /Notifications/, includeHidden: true })
    .getByRole('listitem', { includeHidden: true });
