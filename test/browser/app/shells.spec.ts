import type { Page } from '@playwright/test';

import { routes } from '#web/app/routes.ts';

import { addresses } from '../support/addresses.ts';
import { personAt } from '../support/person.ts';
import { expect, test } from '../support/product-test.ts';

const widths = [360, 412, 1280];
const ana = { key: 'ana', name: 'Ana', email: 'ana@example.com' };

const headOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('h1, h1 + p'), (element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const lines = Array.from(words.getClientRects(), ({ x, y, width, height }) =>
        [x, y, width, height].map((pixels) => Math.round(pixels)).join(' '),
      );
      return { text: element.innerText, lines: [...new Set(lines)].filter((line) => !line.endsWith(' 0 0')) };
    }),
  );

for (const { path, access } of routes) {
  test(`${path} shows its heading before the app is there, at the place where it stays`, async ({ browser }) => {
    for (const width of widths) {
      const viewport = { width, height: 800 };
      const context = await browser.newContext({ baseURL: addresses().appUrl, viewport, locale: 'es-MX' });
      if (access === 'signedIn') await personAt(context, ana).signIn();
      const page = await context.newPage();
      const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
      await page.route('**/assets/index-*.js', async (route) => {
        await allowed;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('h1').waitFor();
      await page.waitForFunction(() => document.styleSheets.length > 0);
      const before = await headOf(page);
      expect(await page.getByRole('status').first().innerText()).toBe('Cargando...');
      allow();
      await page.locator('main h1[tabindex]').waitFor();
      expect(await headOf(page), `${width} pixels wide`).toEqual(before);
      await context.close();
    }
  });
}
