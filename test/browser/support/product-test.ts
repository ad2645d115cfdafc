import { expect, test as base } from '@playwright/test';

import { translateAsChrome } from '#web/testing/translate-as-chrome.ts';

import { addresses, type Addresses } from './addresses.ts';
import { newGuest } from './guests.ts';
import { watchPageErrors, type PageErrors } from './page-errors.ts';
import { personAt, type BrowserPerson } from './person.ts';

type Fixtures = {
  /** Translates every page as Chrome does. */
  isTranslated: boolean;
  /** Addresses of the product under test. */
  place: Addresses;
  /** Fails the test at its end if a page reported an error that the test did not expect. */
  pageErrors: PageErrors;
  /** A new user, not signed in yet. */
  guest: BrowserPerson;
  /** Ana with her demo data, signed in. Tests share her, so they must not change anything. */
  ana: BrowserPerson;
};

export const test = base.extend<Fixtures>({
  // Chromium may crash while it starts, so launch it again.
  browser: [
    async ({ playwright, browserName }, use) => {
      const launch = () => playwright[browserName].launch();
      const browser = await launch().catch(launch);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 0 },
  ],
  isTranslated: [false, { option: true }],
  context: async ({ context, isTranslated }, use) => {
    if (isTranslated) await context.addInitScript(translateAsChrome);
    await use(context);
  },
  place: async ({ browserName: _ }, use) => use(addresses()),
  baseURL: async ({ place }, use) => use(place.appUrl),
  pageErrors: [
    async ({ context }, use) => {
      const pageErrors = await watchPageErrors(context);
      await use(pageErrors);
      expect(pageErrors.seen(), 'complaints of the browser').toEqual([]);
    },
    { auto: true },
  ],
  guest: async ({ context, place }, use) => use(personAt(context, newGuest(place.appUrl), place)),
  ana: async ({ context }, use) => {
    const ana = personAt(context, { key: 'ana', name: 'Ana Souza', email: 'ana@example.com' });
    await ana.signIn();
    await use(ana);
  },
});

export { expect };
