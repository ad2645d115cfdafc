import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium, type Browser, type Page } from '@playwright/test';

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
import { layoutFindings } from './browser/support/layout-findings.ts';
import { pastWeeks } from './browser/support/past-weeks.ts';
import { seed } from './local/seed/seed.ts';
import { startStack } from './local/stack.ts';

/**
 * Pictures of every page into `.local/screenshots` and `docs/screenshot.png`; fails on text that overflows or is too
 * faint.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.local', 'screenshots');
const widths = [1280, 360] as const;

const contrast = ['color-contrast', 'link-in-text-block'];

const publicPages = ['/login', '/terms', '/privacy', '/nowhere'] as const;
const pagesOfAna = ['/dashboard', '/triggers', '/amazon-auth', '/whatsapp', '/workspaces', '/subscription'] as const;

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
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.mouse.move(0, 0);
  await atRest(page);
}

async function takeAll(browser: Browser, dress: Dress): Promise<void> {
  const page = await dressed(browser, dress);
  const take = async (paths: readonly string[]) => {
    for (const path of paths) {
      for (const width of widths) {
        await show(page, path, width);
        const name = `${path.slice(1)}-${dress.language}-${dress.theme}-${width}.png`;
        await page.screenshot({ path: join(folder, name), fullPage: true });
        const wrong = [...(await layoutFindings(page, dress.language)), ...(await axeFindings(page, contrast))];
        findings.push(...wrong.map((finding) => `${name}: ${finding}`));
      }
    }
  };
  await take(publicPages);
  await page.request.get('/api/auth/google?login_hint=ana');
  await take(pagesOfAna);
  await page.context().close();
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
  await takeForReadme(browser);
  for (const language of languageCodes) {
    for (const theme of themes) await takeAll(browser, { language, theme });
  }
  console.log([...findings, `Pictures are in ${folder}`].join('\n'));
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await stack.close();
}
