import type { Page } from '@playwright/test';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { clockAddresses } from './addresses.ts';
import { expect, test as productTest } from './product-test.ts';

/** For specs in `clock/`, which move the clock of a product that only they use. */
export const test = productTest.extend({ place: async ({ browserName: _ }, use) => use(clockAddresses()) });

export { expect };

/** Opens the page on which a user moves the clock. */
export async function openClock(page: Page): Promise<void> {
  await page.goto(clockAddresses().sandboxUrl);
  await expect(page.getByRole('heading', { name: 'Clock' })).toBeVisible();
}

/** Moves the clock without clicks. Resolves when everything that became due is done. */
export async function moveClock(asked: { advanceSeconds: number } | { to: string }): Promise<void> {
  const { status, text } = await sandboxClient(clockAddresses().sandboxUrl).json('/_clock', asked);
  if (status !== 200) throw new Error(text);
}
