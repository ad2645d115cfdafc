import { languageCodes, languageFor, type Language } from '#shared/rules/language.ts';

export { languageCodes, type Language };

/**
 * The languages of the product, each by its own name, its flag, the locale that words dates, and the one that writes
 * numbers and money: Spanish is spoken to Latin America, where a thousand is 1,000.
 */
export const languages = {
  pt: { name: 'Português', locale: 'pt-BR', numbers: 'pt-BR', weekStartsOn: 'sunday' },
  en: { name: 'English', locale: 'en-US', numbers: 'en-US', weekStartsOn: 'sunday' },
  es: { name: 'Español', locale: 'es', numbers: 'es-419', weekStartsOn: 'monday' },
} as const satisfies Record<Language, object>;

/** Where the choice is kept in local storage. */
export const languageKey = 'preferredLanguage';

export const isLanguage = (code: string | null | undefined): code is Language =>
  languageCodes.some((known) => known === code);

/** A code as one of ours. */
export const asLanguage = (code: string | undefined): Language => (isLanguage(code) ? code : 'en');

/**
 * The language of a visit: the stored choice, else the browser's. `pt` and `pt-br` in any case give Portuguese, anything
 * that starts with `es` Spanish, all else English. `boot.js` decides by the same rule before anything is loaded.
 */
export function chooseLanguage(stored: string | null, browser: string | undefined): Language {
  return isLanguage(stored) ? stored : languageFor(browser);
}
