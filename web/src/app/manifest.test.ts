import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { productName } from '#shared/product.ts';

const folder = join(import.meta.dirname, '../../public');
const read = (...path: string[]) => readFileSync(join(folder, ...path));
const page = readFileSync(join(folder, '../index.html'), 'utf8');
const styles = readFileSync(join(folder, '../src/ui/tokens.css'), 'utf8');

const manifestShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  short_name: z.string(),
  description: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.string(),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(
    z.strictObject({
      src: z.string(),
      sizes: z.string(),
      type: z.literal('image/png'),
      purpose: z.enum(['any', 'maskable']),
    }),
  ),
});

const manifest = manifestShape.parse(JSON.parse(read('manifest.webmanifest').toString()));

function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('the app can be installed as itself, whole and in a window of its own', () => {
  expect(manifest).toMatchObject({
    id: '/',
    name: productName,
    short_name: productName,
    start_url: '/',
    scope: '/',
    display: 'standalone',
  });
});

test('its words are the same in every language', () => {
  // An installed app keeps the description in whatever language, so it has only names and a word that all three share.
  expect(manifest.description.split(' · ')).toEqual(['Alexa', 'Webhook', 'WhatsApp']);
});

test('its window opens in the colours of the dark theme, which everybody begins with', () => {
  const dark = styles.slice(styles.indexOf('.dark'));
  const token = (name: string) => new RegExp(`--${name}:\\s*(#\\w+)`).exec(dark)?.[1];
  expect([manifest.theme_color, manifest.background_color]).toEqual([token('surface'), token('canvas')]);
  expect(page).toContain(`<meta name="theme-color" content="${manifest.theme_color}" />`);
});

test('each icon is there in the size that is stated, for a launcher of either kind', () => {
  const stated = manifest.icons.map(({ src, sizes }) => `${src} ${sizes}`);
  expect(manifest.icons.map(({ src }) => `${src} ${sizeOf(read(src))}`)).toEqual(stated);
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ]);
});

test('the page names the manifest and the icons, and they exist', () => {
  const links = Array.from(page.matchAll(/<link rel="([\w-]+)" href="\/([^"]+)"/g), ([, rel, file = '']) => [
    rel,
    file,
  ]);
  expect(Object.fromEntries(links)).toEqual({
    icon: 'favicon.svg',
    'apple-touch-icon': 'icons/apple-180.png',
    manifest: 'manifest.webmanifest',
  });
  expect(links.filter(([, file = '']) => !existsSync(join(folder, file)))).toEqual([]);
  expect(sizeOf(read('icons/apple-180.png'))).toBe('180x180');
});

test('robots may read the pages, and fire nothing', () => {
  expect(read('robots.txt').toString().split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /prod/',
    '',
  ]);
});
