import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { languages, type Language } from '#web/i18n/languages.ts';

import { textAt } from './shells.ts';

/** Static, because a manifest cannot know whose browser reads it. */
const shortcuts = [
  { url: '/dashboard', name: 'tiles.heading', texts: ['tiles'] },
  { url: '/triggers', name: 'shell.nav.triggers', texts: [] },
  { url: '/activity', name: 'shell.titles.activity', texts: [] },
] as const;

const icons = [{ src: '/icons/any-192.png', sizes: '192x192', type: 'image/png' }];

export const manifestFile = (language: Language): string => `manifest.${language}.webmanifest`;

/** `public/manifest.webmanifest` with the words that differ by language. `boot.js` links it. */
export function manifestOf(language: Language): string {
  const manifest: object = JSON.parse(
    readFileSync(join(import.meta.dirname, '../public/manifest.webmanifest'), 'utf8'),
  );
  return JSON.stringify({
    ...manifest,
    lang: languages[language].locale,
    shortcuts: shortcuts.map(({ url, name, texts }) => ({ name: textAt(language, name, texts), url, icons })),
  });
}
