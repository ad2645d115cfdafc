import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { pageFile } from '#shared/rules/page-file.ts';
import { languages, type Language } from '#web/i18n/languages.ts';
import { rootOf } from '#web/i18n/page-texts.ts';

import { shellOf } from '../../build/shells.ts';
import { routes, triggerRoute } from './routes.ts';

const textsOf = (language: Language, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../i18n', language, `${file}.json`), 'utf8'));

function said(shell: string, language: Language): string[] {
  const page = new DOMParser().parseFromString(shell, 'text/html');
  const { locale } = languages[language];
  return Array.from(page.querySelectorAll(`[data-only="${locale}"]`), ({ textContent }) => textContent);
}

const everyWay = routes.flatMap((route) =>
  (['pt', 'en', 'es'] as const).map((language) => ({ ...route, language, name: rootOf(route.texts[0] ?? '') })),
);

test.each(everyWay)('shows the heading and lead of $path in $language', ({ language, name, ...route }) => {
  const words = said(shellOf(route), language);
  const own = textsOf(language, `pages/${route.texts[0]}`);
  const plain = own['intro']?.replace(/\[(.+?)\]\(.+?\)/, '$1');
  expect(words).toEqual(
    expect.arrayContaining(plain === undefined ? [own['title'], own['lead']] : [own['updated'], plain]),
  );
  expect(words.some((text) => text.endsWith('...'))).toBe(true);
  expect(name).not.toBe('');
});

test('shows the way back and the heading for one trigger, like the app before it knows the trigger', () => {
  expect(said(shellOf(triggerRoute), 'es')).toEqual(['Cargando...', 'Disparadores', 'Disparadores']);
  for (const route of routes) expect(pageFile(`${route.path}/x/y`)).not.toBe(pageFile(triggerRoute.path));
  expect(pageFile('/triggers/trg-1/')).toBe(pageFile(triggerRoute.path));
});

test('shows only the loading text for an unknown route', () => {
  expect(said(shellOf(undefined), 'en')).toEqual(['Loading...']);
  expect(said(shellOf(undefined), 'pt')).toEqual(['Carregando...']);
});

test('has the same number of texts in each language', () => {
  for (const route of routes) {
    const [pt, en, es] = (['pt', 'en', 'es'] as const).map((language) => said(shellOf(route), language).length);
    expect([route.path, en, es]).toEqual([route.path, pt, pt]);
  }
});

test('fails the build and names the text when it is missing', () => {
  const route = { path: '/nowhere', access: 'signedIn', texts: ['trial'] } as const;
  expect(() => shellOf(route)).toThrow('no text "trial.title"');
});
