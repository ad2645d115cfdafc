import { join } from 'node:path';

import { chromium, type BrowserContext, type Locator, type Page } from '@playwright/test';

import { findChromium } from '../browser/chromium.ts';
import { root, startStack } from '../local/stack.ts';

const measures = ['clicks', 'pages', 'consents', 'tabs'] as const;
type Count = Record<(typeof measures)[number], number>;
type Way = 'by hand' | 'in one go';

/** Milliseconds. */
const patience = 90_000;

const limits: Count = { clicks: 5, pages: 5, consents: 2, tabs: 1 };

/**
 * What a new person does between the first dashboard and the active skill, in Chromium: where the skill is enabled by hand,
 * and where we enable it.
 */
export async function benchConnect(): Promise<boolean> {
  const [before, after] = [await count('by hand'), await count('in one go')];
  console.log(`${''.padEnd(12)}${measures.map((name) => name.padStart(10)).join('')}`);
  for (const [name, found] of Object.entries({ 'by hand': before, 'in one go': after, limit: limits }))
    console.log(`${name.padEnd(12)}${measures.map((measure) => String(found[measure]).padStart(10)).join('')}`);
  console.log('\nBy hand, Alexa asks for a sign-in of its own as well, which the sandbox leaves out.');
  return measures.every((measure) => after[measure] <= limits[measure]) && after.clicks < before.clicks;
}

async function count(way: Way): Promise<Count> {
  const stack = await startStack({
    web: 'built',
    prod: true,
    workers: 1,
    logFile: join(root, '.cache', 'connect.log'),
    env: { ...process.env, ...(way === 'by hand' && { ALEXA_SKILL_ID: '' }) },
  });
  const browser = await chromium.launch(await findChromium(process.env));
  try {
    const context = await browser.newContext({ baseURL: stack.appUrl, locale: 'en-US' });
    context.setDefaultTimeout(patience);
    return await (way === 'by hand' ? byHand : inOneGo)(await newPerson(context));
  } finally {
    await browser.close();
    await stack.close();
  }
}

/** Stands on the first dashboard; what is done from here on is counted. */
async function newPerson(context: BrowserContext) {
  const counted: Count = { clicks: 0, pages: 0, consents: 0, tabs: 1 };
  const page = await context.newPage();
  const signIn = () => page.goto('/api/auth/google?login_hint=ana');
  await signIn();
  // The first call of a function is slow on a busy machine.
  if (page.url().includes('error=auth.providerUnavailable')) await signIn();
  await page.getByRole('link', { name: 'Link account' }).waitFor();
  watch(page, new URL('/dashboard', page.url()).href);
  context.on('page', (tab) => {
    counted.tabs += 1;
    watch(tab);
  });

  function watch(tab: Page, first = ''): void {
    let last = first;
    const note = (url: string): void => {
      const { protocol, origin, pathname } = new URL(url);
      if (protocol === 'about:' || origin + pathname === last) return;
      last = origin + pathname;
      counted.pages += 1;
    };
    tab.on('framenavigated', (frame) => {
      if (frame.parentFrame() === null) note(frame.url());
    });
    // It may have gone to its address before anybody watched.
    if (first === '') note(tab.url());
  }
  const click = async (what: Locator): Promise<void> => {
    counted.clicks += 1;
    await what.click();
  };
  return {
    page,
    counted,
    click,
    signIn: async () => {
      // Amazon keeps a browser signed in; here a box says so, which is not counted.
      await page.getByRole('checkbox', { name: 'Keep me signed in' }).check();
      await click(page.getByRole('button', { name: 'Ana Souza' }));
    },
    allow: async (what: string) => {
      await page.getByText(what).waitFor();
      counted.consents += 1;
      await click(page.getByRole('button', { name: 'Allow', exact: true }));
    },
  };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

async function byHand({ page, counted, click, signIn, allow }: Person): Promise<Count> {
  await click(page.getByRole('link', { name: 'Link account' }));
  await click(page.getByRole('link', { name: 'Connect Alexa' }));
  await signIn();
  await allow('see your e-mail');
  await click(page.getByRole('dialog').getByRole('button', { name: 'Activate skill' }));
  const opened = page.waitForEvent('popup');
  await click(page.getByRole('dialog').getByRole('link', { name: 'Install' }));
  const alexa = await opened;
  await click(alexa.locator('a[href="/alexa/home/ana"]'));
  await click(alexa.getByRole('button', { name: 'Enable skill' }));
  await page.getByRole('dialog', { name: 'The skill is active' }).waitFor();
  return counted;
}

async function inOneGo({ page, counted, click, signIn, allow }: Person): Promise<Count> {
  await click(page.getByRole('link', { name: 'Link account' }));
  await click(page.getByRole('link', { name: 'Connect Alexa' }));
  await signIn();
  await allow('see your e-mail');
  await allow('enable the skill');
  await page.getByRole('dialog', { name: 'Account linked and skill active' }).waitFor();
  return counted;
}
