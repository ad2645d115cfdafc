import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { productName } from '#shared/product.ts';
import { languageCodes, languages } from '#web/i18n/languages.ts';

import { manifestOf } from '../../build/manifests.ts';
import { routeAt } from './routes.ts';

const folder = join(import.meta.dirname, '../../public');
const read = (...path: string[]) => readFileSync(join(folder, ...path));
const page = readFileSync(join(folder, '../index.html'), 'utf8');
const styles = readFileSync(join(folder, '../src/ui/tokens.css'), 'utf8');

const manifestShape = z.strictObject({
  id: z.string(),
  name: z.string(),
  short_name: z.string(),
  description: z.string(),
  start_url: z.literal('/dashboard'),
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

test('can be installed as an app in its own window', () => {
  expect(manifest).toMatchObject({
    id: '/',
    name: productName,
    short_name: productName,
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
  });
});

test.each(languageCodes)(
  'has the same manifest in %s, with shortcuts in that language to pages of the app',
  (language) => {
    const { lang, shortcuts, ...same } = JSON.parse(manifestOf(language));
    expect(same).toEqual(manifest);
    expect(lang).toBe(languages[language].locale);
    const words = {
      pt: ['Executar', 'Gatilhos', 'Atividade'],
      en: ['Run', 'Triggers', 'Activity'],
      es: ['Ejecutar', 'Disparadores', 'Actividad'],
    };
    expect(shortcuts.map(({ name }: { name: string }) => name)).toEqual(words[language]);
    const paths = shortcuts.map(({ url }: { url: string }) => url);
    expect(paths.filter((path: string) => routeAt(path).page?.access !== 'signedIn')).toEqual([]);
  },
);

test('uses the same texts in every language', () => {
  // An installed app keeps its description in any language, so it contains only names and a word that all three share.
  expect(manifest.description.split(' · ')).toEqual(['Alexa', 'Webhook', 'WhatsApp']);
});

test('opens the window in the colors of the dark theme, which is the default', () => {
  const dark = styles.slice(styles.indexOf('.dark'));
  const token = (name: string) => new RegExp(`--${name}:\\s*(#\\w+)`).exec(dark)?.[1];
  expect([manifest.theme_color, manifest.background_color]).toEqual([token('surface'), token('canvas')]);
  expect(page).toContain(`<meta name="theme-color" content="${manifest.theme_color}" />`);
});

test('has each icon in the declared size and for both kinds of launchers', () => {
  const stated = manifest.icons.map(({ src, sizes }) => `${src} ${sizes}`);
  expect(manifest.icons.map(({ src }) => `${src} ${sizeOf(read(src))}`)).toEqual(stated);
  expect(manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual([
    'any 192x192',
    'any 512x512',
    'maskable 192x192',
    'maskable 512x512',
  ]);
});

test('links the manifest and existing icons in the page', () => {
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

test('lets robots read the pages but not fire triggers', () => {
  expect(read('robots.txt').toString().split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /prod/',
    '',
  ]);
});
