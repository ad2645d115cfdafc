import type { Page } from '@playwright/test';

import type { Guest } from './guests.ts';

/** The user's clicks on Amazon's pages. */
export function amazonPages(page: Page) {
  const yes = page.getByRole('button', { name: 'Allow', exact: true });
  return {
    /** Keeps the browser signed in at Amazon. */
    signIn: async ({ name, email }: Pick<Guest, 'name' | 'email'>) => {
      await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
      await page.getByRole('button', { name: `${name} ${email}` }).click();
    },
    allowProfile: async () => {
      await page.getByText('see your e-mail').waitFor();
      await yes.click();
    },
    alexaConsent: page.getByText('enable the skill'),
    allowAlexa: async () => {
      await page.getByText('enable the skill').waitFor();
      await yes.click();
    },
    refuse: async () => page.getByRole('button', { name: 'Cancel' }).click(),
  };
}
