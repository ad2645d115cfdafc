import { type Language, languages } from './languages.ts';
import type { TextTree } from './text-shape.ts';
import { type Translate, translateFrom } from './translate.ts';

const texts: Record<Language, Map<string, string>> = { pt: new Map(), en: new Map(), es: new Map() };

const translators: Record<Language, Translate> = {
  pt: translateFrom(texts.pt, languages.pt.locale),
  en: translateFrom(texts.en, languages.en.locale),
  es: translateFrom(texts.es, languages.es.locale),
};

const listeners = new Set<() => void>();
let now: Language = 'en';

export const languageNow = (): Language => now;

export const t: Translate = (key, values) => translators[now](key, values);

export const translatorOf = (language: Language): Translate => translators[language];

export const textOf = (key: string): string | undefined => texts[now].get(key);

/** `root` is the key under which the page's file is stored. */
export function addTexts(language: Language, tree: TextTree, root = ''): void {
  if (typeof tree === 'string') texts[language].set(root, tree);
  else for (const [key, inner] of Object.entries(tree)) addTexts(language, inner, root ? `${root}.${key}` : key);
}

export function changeLanguage(language: Language): void {
  now = language;
  document.documentElement.lang = languages[language].locale;
  for (const listener of listeners) listener();
}

export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
