import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from '@playwright/test';

import { findChromium } from './browser/chromium.ts';

/**
 * Renders the icons of the app and of the skill from `favicon.svg`. Maskable icons, Apple's and Alexa's get a full
 * background, because these platforms crop them.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const ofApp = join(root, 'web/public/icons');
const ofSkill = join(root, 'infra/skill/skill-package/assets/images');

const icons = [
  { folder: ofApp, file: 'any-192.png', size: 192, full: false },
  { folder: ofApp, file: 'any-512.png', size: 512, full: false },
  { folder: ofApp, file: 'maskable-192.png', size: 192, full: true },
  { folder: ofApp, file: 'maskable-512.png', size: 512, full: true },
  { folder: ofApp, file: 'apple-180.png', size: 180, full: true },
  { folder: ofSkill, file: 'small.png', size: 108, full: true },
  { folder: ofSkill, file: 'large.png', size: 512, full: true },
] as const;

const source = await readFile(join(root, 'web/public/favicon.svg'), 'utf8');
const ground = /<rect[^>]*fill="(#\w+)"/.exec(source)?.[1];
if (!ground) throw new Error('favicon.svg has no ground any more; decide what the corners of a maskable icon show.');

for (const folder of [ofApp, ofSkill]) await mkdir(folder, { recursive: true });
const browser = await chromium.launch(await findChromium(process.env));
try {
  for (const { folder, file, size, full } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    // Platforms never crop the area within 40 % of the centre.
    const drawing = full ? 'position:absolute;inset:4%;width:92%' : 'width:100%';
    const style = `html{background:${full ? ground : 'transparent'}} body{margin:0} svg{display:block;${drawing}}`;
    await page.setContent(`<style>${style}</style>${source}`);
    await page.screenshot({ path: join(folder, file), omitBackground: !full });
    await page.close();
  }
} finally {
  await browser.close();
}
