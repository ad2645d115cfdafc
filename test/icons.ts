import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from '@playwright/test';

import { findChromium } from './browser/chromium.ts';

/**
 * Draws the app icons from `favicon.svg` into `web/public/icons`, with and without a full background (maskable icons
 * and Apple's).
 */
const folder = fileURLToPath(new URL('../web/public', import.meta.url));

const icons = [
  { file: 'any-192.png', size: 192, full: false },
  { file: 'any-512.png', size: 512, full: false },
  { file: 'maskable-192.png', size: 192, full: true },
  { file: 'maskable-512.png', size: 512, full: true },
  { file: 'apple-180.png', size: 180, full: true },
] as const;

const source = await readFile(join(folder, 'favicon.svg'), 'utf8');
const ground = /<rect[^>]*fill="(#\w+)"/.exec(source)?.[1];
if (!ground) throw new Error('favicon.svg has no ground any more; decide what the corners of a maskable icon show.');

await mkdir(join(folder, 'icons'), { recursive: true });
const browser = await chromium.launch(await findChromium(process.env));
try {
  for (const { file, size, full } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    // Platforms never cut what is within 40 % of the middle.
    const drawing = full ? 'position:absolute;inset:4%;width:92%' : 'width:100%';
    const style = `html{background:${full ? ground : 'transparent'}} body{margin:0} svg{display:block;${drawing}}`;
    await page.setContent(`<style>${style}</style>${source}`);
    await page.screenshot({ path: join(folder, 'icons', file), omitBackground: !full });
    await page.close();
  }
} finally {
  await browser.close();
}
