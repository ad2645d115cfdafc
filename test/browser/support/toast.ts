import type { Locator, Page } from '@playwright/test';

/** Includes hidden toasts, because an open dialog hides the rest of the page. */
export const toastOf = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifica/, includeHidden: true }).getByRole('listitem', { includeHidden: true });
