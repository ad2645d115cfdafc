import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { BrowserContext, Page } from '@playwright/test';

import { builtPages } from '../../local/gateway/built-pages.ts';
import { listen } from '../../local/ports.ts';
import { axeFindings } from '../support/axe-findings.ts';
import { connected } from '../support/connecting.ts';
import { expect, test } from '../support/product-test.ts';
import { runTile } from '../support/trigger-row.ts';

test.use({ serviceWorkers: 'allow' });

const web = fileURLToPath(new URL('../../../web', import.meta.url));
const dist = fileURLToPath(new URL('../../../dist/web', import.meta.url));

const withoutNetwork = /^failed: .* net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/;

test.beforeEach(({ pageErrors }) => {
  // Chromium does not use a preloaded module if only one of the two requests passed through the worker.
  pageErrors.expect(
    /^console warning: A preload for .* cross-world service worker resource mismatch/,
    /^console warning: The resource .* was preloaded using link preload but not used within a few seconds/,
  );
});

const isInstalled = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active !== null);

/** Path and text of everything that the worker stored. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const found: { cache: string; path: string; text: string }[] = [];
    for (const cache of await caches.keys())
      for (const request of await (await caches.open(cache)).keys()) {
        const text = (await (await caches.match(request))?.text()) ?? '';
        found.push({ cache, path: new URL(request.url).pathname, text });
      }
    return found;
  });

test(
  'runs with the second tap, opens without a network and says so, and stores nothing personal',
  { tag: '@mobile' },
  async ({ page, context, guest, pageErrors }) => {
    await guest.signIn('Mango lane');
    const [gate] = await guest.settle('Mango gate');
    if (!gate) throw new Error('There is no gate.');
    await page.goto('/');
    await runTile(page, 'Mango gate').click();
    await expect(runTile(page, 'Mango gate')).toContainText('Sent');
    expect(await guest.eventCount(gate.deviceId)).toBe(1);
    expect(await isInstalled(page)).toBe(true);

    pageErrors.expect(withoutNetwork);
    await context.setOffline(true);
    for (const path of ['/', `/triggers/${gate.id}`]) {
      await page.goto(path);
      await expect(page.getByRole('status').filter({ hasText: 'You are offline.' })).toBeVisible();
      await expect(page.getByRole('button')).toHaveText(['Try again']);
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.goto('/');
    await expect(page.getByText('You are offline.')).toBeVisible();
    await context.setOffline(false);
    await expect(runTile(page, 'Mango gate')).toBeVisible();

    const paths = /^\/(?:index\.html|pages\/[\w.-]+\.html|assets\/[\w.-]+)$/;
    const before = await stored(page);
    expect(before.length).toBeGreaterThan(10);
    expect(before.filter(({ path }) => !paths.test(path))).toEqual([]);
    expect(before.filter(({ text }) => /Mango/.test(text) || text.includes(guest.email))).toEqual([]);
    await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in to Recado' })).toBeVisible();
    expect(await stored(page)).toEqual(before);
  },
);

test('fails a run without a network and never sends it', async ({ page, context, guest, pageErrors }) => {
  await guest.signIn();
  const [gate] = await guest.settle('Gate');
  if (!gate) throw new Error('There is no gate.');
  await page.goto('/dashboard');
  expect(await isInstalled(page)).toBe(true);
  pageErrors.expect(withoutNetwork);
  await context.setOffline(true);
  const banner = page.locator('output').filter({ hasText: 'You are offline.' });
  await expect(banner).toBeVisible();
  await runTile(page, 'Gate').click();
  await expect(runTile(page, 'Gate')).toContainText('Did not run');
  await expect(page.getByText('“Gate” did not run', { exact: true })).toBeVisible();

  await context.setOffline(false);
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(runTile(page, 'Gate')).toContainText('Not run yet');
  await runTile(page, 'Gate').click();
  await expect(runTile(page, 'Gate')).toContainText('Sent');
  expect(await guest.eventCount(gate.deviceId)).toBe(1);
});

test('sends a webhook opened as a page, a sign-in and a link only once', async ({ page, guest }) => {
  await guest.signIn();
  await page.goto('/dashboard');
  expect(await isInstalled(page)).toBe(true);
  const { id } = await guest.current();
  await page.goto(`/api/auth/amazon?workspace=${id}&force_login=true&timestamp=1&login_hint=${guest.key}`);
  await expect(connected(page)).toBeVisible();

  const gate = await guest.addTrigger('Gate');
  await expect.poll(() => guest.knows()).toContain('Gate');
  await page.goto(await guest.addressOf(gate));
  await expect(page.locator('body')).toContainText('"outcome":"sent"');
  expect(await guest.eventCount(gate.deviceId)).toBe(1);

  await guest.logOut();
  await page.goto(`/api/auth/google?login_hint=${guest.key}`);
  await expect(page).toHaveURL('/dashboard');
  await expect(runTile(page, 'Gate')).toBeVisible();
});

test('opens a new build at the next start, the stored one only if the network is silent, and can be removed', async ({
  page,
  context,
  pageErrors,
}) => {
  // This server has no API.
  pageErrors.expect(/^404 GET \/(?:api\/|config\.json)/, withoutNetwork);
  const site = await aSite();
  const buildOf = () => page.locator('meta[name=build]').getAttribute('content');
  await site.publish('one');
  await page.goto(`${site.url}/dashboard`);
  await install(page);
  await expect.poll(() => caughtUp(page)).toBe('one');
  // As an earlier version of the worker did.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.enable());

  await site.publish('two');
  await page.goto(`${site.url}/dashboard`);
  expect(await buildOf()).toBe('two');
  await expect.poll(() => caughtUp(page)).toBe('two');
  await expect.poll(() => isPreloadOn(page)).toBe(false);

  await page.addInitScript(shortenLimits);
  site.silence(true);
  await page.goto(`${site.url}/triggers`);
  expect(await buildOf()).toBe('two');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  site.silence(false);
  await openOffline(context, page, `${site.url}/triggers`);
  expect(await buildOf()).toBe('two');
  await context.setOffline(false);

  await site.publish('three', await readFile(join(web, 'no-worker.js'), 'utf8'));
  await page.goto(`${site.url}/dashboard`);
  expect(await buildOf()).toBe('three');
  const left = () =>
    page.evaluate(async () => [
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ...(await caches.keys()),
    ]);
  // A check for a new worker that began without a network can still be running; then a start probably begins no other one.
  await expect(async () => {
    await page.reload();
    await expect.poll(left, { timeout: 10_000 }).toEqual([]);
  }).toPass();
  await page.goto('about:blank');
  await site.close();
});

/** The app waits a tenth of its time limits for a reply. */
function shortenLimits(): void {
  const limit = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => limit(ms / 10);
}

async function openOffline(context: BrowserContext, page: Page, address: string): Promise<void> {
  await context.setOffline(true);
  await page.goto(address);
}

/** As the app does for a signed-in user. */
const install = (page: Page) =>
  page.evaluate(async () => {
    const rules = { createScriptURL: () => '/worker.js' };
    const policy = Reflect.get(window, 'trustedTypes').createPolicy('recado-worker', rules);
    await navigator.serviceWorker.register(policy.createScriptURL(''));
  });

/** Whether the browser sends navigations before the worker handles them. */
const isPreloadOn = (page: Page) =>
  page.evaluate(async () => {
    const { navigationPreload } = await navigator.serviceWorker.ready;
    return (await navigationPreload.getState()).enabled;
  });

/** The build whose pages are stored, once it is the only one. */
const caughtUp = async (page: Page) => {
  const pages = (await stored(page)).filter(({ path }) => path === '/pages/triggers.html');
  return pages.length === 1 ? /<meta name="build" content="(\w+)"/.exec(pages[0]?.text ?? '')?.[1] : undefined;
};

/** Serves one build after the other at one address. */
async function aSite() {
  const directory = await mkdtemp(join(tmpdir(), 'builds-'));
  let pages = await builtPages(dist);
  let isSilent = false;
  const server: Server = createServer((request, response) => {
    if (isSilent) return;
    void Promise.resolve(pages(request, response)).then((done) => done || response.writeHead(404).end());
  });
  const url = `http://127.0.0.1:${await listen(server, 0, 'PORT')}`;
  return {
    url,
    publish: async (build: string, worker?: string) => {
      const folder = join(directory, build);
      await cp(dist, folder, { recursive: true });
      const file = join(folder, 'worker.js');
      await writeFile(file, worker ?? (await readFile(file, 'utf8')).replace(/version:"[\w-]+"/, `version:"${build}"`));
      const mark = `<meta name="build" content="${build}" /></head>`;
      pages = await builtPages(folder, undefined, (page) => page.replace('</head>', mark));
    },
    silence: (silent: boolean) => {
      isSilent = silent;
      // Otherwise the browser would wait for its check for a new worker.
      if (!silent) server.closeAllConnections();
    },
    close: async () => {
      server.close().closeAllConnections();
      await rm(directory, { recursive: true });
    },
  };
}
