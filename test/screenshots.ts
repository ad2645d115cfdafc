import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium, type Browser, type Page } from '@playwright/test';

import { triggersContract } from '#shared/contracts/triggers.ts';

import { findChromium } from './browser/chromium.ts';
import {
  atRest,
  languageCodes,
  locales,
  themes,
  type LanguageCode,
  type ShownTheme,
} from './browser/support/appearance.ts';
import { axeFindings } from './browser/support/axe-findings.ts';
import { connectingStates } from './browser/support/connecting-states.ts';
import { findingStates } from './browser/support/finding-states.ts';
import { layoutFindings } from './browser/support/layout-findings.ts';
import { pagesOfUser, pagesOfVisitor } from './browser/support/pages.ts';
import { pastWeeks } from './browser/support/past-weeks.ts';
import { everyKindOfPlan, nightlyStates } from './browser/support/pretend-schedules.ts';
import { receiptStates } from './browser/support/receipt-states.ts';
import { pretendStatus, statusStates } from './browser/support/status-states.ts';
import { toastOf } from './browser/support/toast.ts';
import { seed } from './local/seed/seed.ts';
import { startStack } from './local/stack.ts';

/**
 * Takes screenshots of every page and state in `.local/screenshots`, and `docs/screenshot.png`. Fails on overflowing
 * text or low contrast. Arguments select states of connecting Alexa, in both themes; `receipts` selects those of
 * confirmed runs.
 */
const only = process.argv.slice(2);
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.local', 'screenshots');
const widths = [1280, 360] as const;
/** Toasts and chart are placed differently on a common phone size. */
const receiptWidths = [1280, 390, 360] as const;

const contrast = ['color-contrast', 'link-in-text-block'];

const findings: string[] = [];

type Dress = { language: LanguageCode; theme: ShownTheme };

const stack = await startStack({
  web: 'built',
  logFile: join(root, '.cache', 'screenshots.log'),
  workers: 1,
  prepare: async ({ sandboxUrl, ...at }) => {
    if (sandboxUrl === undefined) throw new Error('The story takes place at the sandboxes.');
    await seed({ ...at, sandboxUrl });
    await pastWeeks({ ...at, sandboxUrl });
  },
});

async function dressed(browser: Browser, { language, theme }: Dress): Promise<Page> {
  const context = await browser.newContext({ baseURL: stack.appUrl, locale: locales[language] });
  await context.addInitScript(
    (kept) => {
      localStorage.setItem('theme', kept.theme);
      localStorage.setItem('preferredLanguage', kept.language);
    },
    { language, theme },
  );
  return context.newPage();
}

async function show(page: Page, path: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.goto(path);
  // A dialog hides the page's heading from queries by role.
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await atRest(page);
}

async function takeAll(browser: Browser, dress: Dress): Promise<void> {
  const page = await dressed(browser, dress);
  const keep = async (of: string, width: number) => {
    const name = `${of}-${dress.language}-${dress.theme}-${width}.png`;
    await page.screenshot({ path: join(folder, name), fullPage: true });
    const wrong = [...(await layoutFindings(page, dress.language)), ...(await axeFindings(page, contrast))];
    findings.push(...wrong.map((finding) => `${name}: ${finding}`));
  };
  const takeConnecting = async (states: typeof connectingStates) => {
    for (const { name, amazon, path, before, after } of states) {
      await before?.(page);
      await page.route('**/api/amazon-auth', (route) => route.fulfill({ json: amazon }));
      for (const width of widths) {
        await show(page, path, width);
        await after?.(page);
        await atRest(page);
        await keep(`amazon-auth-${name}`, width);
      }
      await page.unrouteAll();
    }
  };
  if (only.length > 0) {
    await page.request.get('/api/auth/google?login_hint=ana');
    await takeConnecting(connectingStates.filter(({ name }) => only.includes(name)));
    if (only.includes('receipts')) await takeReceipts(page, keep);
    await page.context().close();
    return;
  }
  const take = async (paths: readonly string[]) => {
    for (const path of paths) {
      for (const width of widths) {
        await show(page, path, width);
        await keep(path.slice(1), width);
      }
    }
  };
  await take([...pagesOfVisitor, '/nowhere']);
  for (const state of statusStates) {
    await pretendStatus(page, state);
    for (const width of widths) {
      await show(page, '/status', width);
      await keep(`status-${state.name}`, width);
    }
    await page.unrouteAll();
  }
  await page.request.get('/api/auth/google?login_hint=ana');
  await take(pagesOfUser);
  await takeConnecting(connectingStates);
  // These consist of the same parts as the pages above, which are captured in both themes.
  if (dress.theme === 'light') await takeSchedules(page, keep);
  if (dress.theme === 'light') await takeReceipts(page, keep);
  for (const [name, json] of Object.entries(findingStates)) {
    await page.route('**/api/workspaces/*/findings', (route) => route.fulfill({ json }));
    for (const width of widths) {
      for (const path of ['/dashboard', '/triggers']) {
        await show(page, path, width);
        await keep(`${path.slice(1)}-findings-${name}`, width);
      }
    }
    await page.unroute('**/api/workspaces/*/findings');
  }
  await page.context().close();
}

type Keep = (of: string, width: number) => Promise<void>;

/** Planned runs and nightly checks in every state. */
async function takeSchedules(page: Page, keep: Keep): Promise<void> {
  const triggers = triggersContract.listTriggers.reply.parse(await (await page.request.get('/api/triggers')).json());
  const [trigger] = triggers;
  if (!trigger) throw new Error('Ana has no trigger.');
  const json = { plans: everyKindOfPlan(trigger.id), timeZone: 'America/Sao_Paulo' };
  await page.route('**/api/plans', (route) => route.fulfill({ json }));
  for (const width of widths) {
    await show(page, '/triggers', width);
    await keep('triggers-planned', width);
    await page
      .getByRole('button', { name: /^(Schedule|Programar) / })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await atRest(page);
    await keep('schedule', width);
  }
  const confirming = triggers.find(({ receipt }) => receipt) ?? trigger;
  for (const { check } of nightlyStates(confirming)) {
    await page.route('**/api/nightly-check', (route) => route.fulfill({ json: check }));
    for (const width of widths) {
      await show(page, '/amazon-auth', width);
      await keep(`nightly-${check.failed?.why ?? check.state}`, width);
    }
    await page.unroute('**/api/nightly-check');
  }
  await page.unroute('**/api/plans');
}

async function takeReceipts(page: Page, keep: Keep): Promise<void> {
  const [trigger] = triggersContract.listTriggers.reply.parse(await (await page.request.get('/api/triggers')).json());
  if (!trigger) throw new Error('Ana has no trigger.');
  for (const { name, path, before, height = 800, press = [] } of receiptStates) {
    await before(page, trigger);
    for (const width of receiptWidths) {
      await show(page, path.replace('first', trigger.id), width);
      await page.setViewportSize({ width, height });
      for (const button of press) await page.getByRole('button', { name: button }).first().click();
      if (name.startsWith('toast')) await toastOf(page).first().waitFor();
      else if (press.length > 0) await page.getByRole('dialog').waitFor();
      await page.waitForLoadState('networkidle');
      await atRest(page);
      await keep(`receipts-${name}`, width);
    }
    await page.unrouteAll();
  }
}

async function takeForReadme(browser: Browser): Promise<void> {
  const page = await dressed(browser, { language: 'en', theme: 'dark' });
  await page.request.get('/api/auth/google?login_hint=ana');
  await show(page, '/dashboard', 1280);
  await page.screenshot({ path: join(root, 'docs', 'screenshot.png') });
}

const browser = await chromium.launch(await findChromium(process.env));
try {
  await mkdir(folder, { recursive: true });
  await mkdir(join(root, 'docs'), { recursive: true });
  if (only.length === 0) await takeForReadme(browser);
  for (const language of languageCodes) {
    for (const theme of themes) await takeAll(browser, { language, theme });
  }
  console.log([...findings, `Pictures are in ${folder}`].join('\n'));
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await stack.close();
}
