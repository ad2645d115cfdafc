import type { Locator, Page } from '@playwright/test';

/** Includes hidden ones: all around an open dialog is hidden. */
export const toastOf = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifica/, includeHidden: true }).getByRole('listitem', { includeHidden: true });
