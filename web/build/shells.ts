import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { triggerPath } from '#shared/rules/page-file.ts';
import { languageCodes, languages, type Language } from '#web/i18n/languages.ts';
import { rootOf } from '#web/i18n/page-texts.ts';

/** The columns of the route table that a shell needs. */
export type ShellOf = { path: string; access: 'signedIn' | 'signedOut' | 'public'; texts: readonly string[] };

const root = join(import.meta.dirname, '..');
const frames = { signedIn: 'signed-in', signedOut: 'signed-out', public: 'public' } as const;

/**
 * Returns the static frame of a route in every language; CSS shows one of them. A template holds the notice that
 * `boot.js` shows if the app cannot load.
 */
export function shellOf(page: ShellOf | undefined): string {
  const frame = fragment(page ? frames[page.access] : 'elsewhere');
  const main = fragment(page?.path === triggerPath ? 'trigger-main' : 'page-main');
  const names = keysOf(page);
  return [frame.replace('<!--main-->', () => main), fragment('stuck')]
    .join('')
    .replace(/\{\{([\w.]+)\}\}/g, (_, key: string) => inEveryLanguage(names[key] ?? key, page?.texts ?? []))
    .replaceAll(/\n\s*/g, '\n')
    .trim();
}

const fragment = (name: string): string => readFileSync(join(root, 'shells', `${name}.html`), 'utf8');

function keysOf(page: ShellOf | undefined): Readonly<Record<string, string>> {
  const own = rootOf(page?.texts[0] ?? '');
  if (page?.access !== 'public') return { title: `${own}.title`, lead: `${own}.lead` };
  return { title: `shell.titles.${own}`, note: `${own}.updated`, lead: `${own}.intro` };
}

const inEveryLanguage = (key: string, files: readonly string[]): string =>
  languageCodes
    .map((language) => `<span data-only="${languages[language].locale}">${asHtml(textAt(language, key, files))}</span>`)
    .join('');

export function textAt(language: Language, key: string, files: readonly string[]): string {
  const [first = '', ...rest] = key.split('.');
  const own = files.find((file) => rootOf(file) === first);
  const name = own === undefined ? 'shell.json' : `pages/${own}.json`;
  let found: unknown = JSON.parse(readFileSync(join(root, 'src/i18n', language, name), 'utf8'));
  for (const step of own === undefined ? [first, ...rest] : rest) {
    found =
      typeof found === 'object' && found !== null ? Object.getOwnPropertyDescriptor(found, step)?.value : undefined;
  }
  if (typeof found !== 'string') throw new Error(`${name} of "${language}" has no text "${key}" for the static page`);
  if (found.includes('{{'))
    throw new Error(`"${key}" of "${language}" has a placeholder, which a static page cannot fill`);
  return found;
}

/** Removes limited-markdown markers, because links work only after the app has loaded. */
const asHtml = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('**', '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
