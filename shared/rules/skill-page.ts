import * as z from 'zod/mini';

import type { Language } from './language.ts';

/** The product number of a published skill in Amazon's stores. */
export const storeNumber = z.string().check(z.regex(/^[A-Z0-9]{10}$/));

/** Where users enable the skill: its number in Amazon's stores, or the address of a skill without a store page. */
export const skillPage = z.union([storeNumber, z.url({ protocol: /^https?$/ })]);

/** For a skill in development: available to its developer and to invited testers. */
export const developmentSkillPage = (skillId: string): string =>
  `https://alexa.amazon.com/spa/index.html#skills/beta/${skillId}`;

/** Amazon's stores, by the locales in which the skill is offered. */
const stores = {
  'pt-BR': { store: 'www.amazon.com.br', locale: 'pt_BR' },
  'en-US': { store: 'www.amazon.com', locale: 'en_US' },
  'en-CA': { store: 'www.amazon.ca', locale: 'en_CA' },
  'en-GB': { store: 'www.amazon.co.uk', locale: 'en_GB' },
  'es-US': { store: 'www.amazon.com', locale: 'es_US' },
  'es-MX': { store: 'www.amazon.com.mx', locale: 'es_MX' },
  'es-ES': { store: 'www.amazon.es', locale: 'es_ES' },
} as const;

type Locale = keyof typeof stores;

/** Served by the function's copy in Europe. */
const european: ReadonlySet<Locale> = new Set(['en-GB', 'es-ES']);

const usual: Readonly<Record<Language, Locale>> = { pt: 'pt-BR', en: 'en-US', es: 'es-US' };

const isLocale = (code: string): code is Locale => Object.hasOwn(stores, code);

export type InStore = { store: string; locale: string; number: string };

type Whose = {
  /** The locales of the browser. */
  locales?: readonly string[];
  /** This stage offers the skill in Europe. */
  inEurope?: boolean | undefined;
};

/** The store page for the language, in the user's country if the skill is available there. */
export function inStore(number: string, language: Language, { locales = [], inEurope = false }: Whose = {}): InStore {
  const own = locales
    .filter((code) => code.startsWith(`${language}-`))
    .filter(isLocale)
    .find((locale) => inEurope || !european.has(locale));
  return { ...stores[own ?? usual[language]], number };
}

/** Returns undefined if no page is configured; the app then explains the steps in text. */
export function skillPageAddress(page: string | undefined, language: Language, whose?: Whose): string | undefined {
  if (page === undefined || !storeNumber.safeParse(page).success) return page;
  const { store, locale, number } = inStore(page, language, whose);
  return `https://${store}/dp/${number}?language=${locale}`;
}
