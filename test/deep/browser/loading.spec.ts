import type { Browser } from '@playwright/test';

import { routes } from '#web/app/routes.ts';

import { addresses } from '../../browser/support/addresses.ts';
import { atRest } from '../../browser/support/appearance.ts';
import { newGuest, type Guest } from '../../browser/support/guests.ts';
import { watchShifts } from '../../browser/support/layout-shift.ts';
import { personAt } from '../../browser/support/person.ts';
import { expect, test } from '../../browser/support/product-test.ts';
import { oneAnswerAtATime, type Order } from '../../browser/support/response-order.ts';

type Visit = { viewport: { width: number; height: number }; order: Order };

const telephone = { width: 412, height: 823 };
const desk = { width: 1280, height: 800 };
const visits: readonly Visit[] = [
  { viewport: telephone, order: 'oldest' },
  { viewport: telephone, order: 'newest' },
  { viewport: desk, order: 'newest' },
];

const people: readonly Guest[] = ['ana', 'bruno', 'carla'].map((key) => ({
  key,
  name: key,
  email: `${key}@example.com`,
}));

/** The largest sum of layout shifts that a page may have while it loads. */
const bar = 0.02;

const paths = routes.filter(({ access }) => access === 'signedIn').map(({ path }) => path);
const openPaths = ['/nowhere', ...routes.filter(({ access }) => access !== 'signedIn').map(({ path }) => path)];

for (const path of paths) {
  test(`loads ${path} without layout shift or request to another host, signed in or not`, async ({ browser }) => {
    const findings: string[] = [];
    for (const who of [...people, newGuest(addresses().appUrl)])
      findings.push(...(await findingsOf(browser, path, who)));
    expect(findings).toEqual([]);
  });
}

for (const path of openPaths) {
  test(`loads ${path} without layout shift or request to another host, without a session`, async ({ browser }) => {
    expect(await findingsOf(browser, path)).toEqual([]);
  });
}

test('measures a layout shift while a page loads', async ({ page }) => {
  const shifts = await watchShifts(page);
  await page.goto('/terms');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await atRest(page);
  await page.evaluate(() =>
    document.querySelector('main')?.prepend(Object.assign(document.createElement('p'), { style: 'height: 300px' })),
  );
  await expect.poll(async () => (await shifts()).sum).toBeGreaterThan(bar);
});

async function findingsOf(browser: Browser, path: string, who?: Guest): Promise<string[]> {
  const { appUrl } = addresses();
  const context = await browser.newContext({ baseURL: appUrl, locale: 'en-US' });
  if (who) await personAt(context, who).signIn();
  const page = await context.newPage();
  let foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== appUrl && /^(?:https?|wss?):$/.test(protocol)) foreign.push(`asked ${request.url()}`);
  });
  // Make each visit the first one: Playwright keeps no cache where it routes calls.
  await page.addInitScript(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  const shifts = await watchShifts(page);
  const findings: string[] = [];
  for (const { viewport, order } of visits) {
    await page.setViewportSize(viewport);
    await oneAnswerAtATime(page, order);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    await atRest(page);
    const { sum, moved } = await shifts();
    const shift = sum > bar ? [`moved by ${sum.toFixed(3)}: ${moved.join(' | ')}`] : [];
    const found = [...foreign, ...shift];
    findings.push(...found.map((what) => `${who?.key ?? 'stranger'}, ${viewport.width} px, ${order}: ${what}`));
    foreign = [];
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  await context.close();
  return findings;
}
