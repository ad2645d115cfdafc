import { type Browser, expect, type Page } from '@playwright/test';

import type { routes } from '#web/app/routes.ts';

import { addresses } from './addresses.ts';
import { personAt } from './person.ts';

type Route = Pick<(typeof routes)[number], 'path' | 'access'>;

/** A small phone, a phone and a desktop, in pixels. */
export const shellWidths = [360, 412, 1280];

/** Fails unless the heading of the static page stays in its place when the app replaces it. */
export async function keepsHeading(browser: Browser, { path, access }: Route, width: number): Promise<void> {
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ baseURL: addresses().appUrl, viewport, locale: 'es-MX' });
  if (access === 'signedIn') await personAt(context, { key: 'ana', name: 'Ana', email: 'ana@example.com' }).signIn();
  const page = await context.newPage();
  const allow = await openShell(page, path);
  const before = await headOf(page);
  expect(await page.getByRole('status').first().innerText()).toBe('Cargando...');
  allow();
  await page.locator('main h1[tabindex]').waitFor();
  expect(await headOf(page), `${width} pixels wide`).toEqual(before);
  await context.close();
}

/** Opens the static page of an address. Returns a function that lets the app load. */
export async function openShell(page: Page, path: string): Promise<() => void> {
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route('**/assets/index-*.js', async (route) => {
    await allowed;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('h1').waitFor();
  await page.waitForFunction(() => document.styleSheets.length > 0);
  return allow;
}

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
