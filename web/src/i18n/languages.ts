import { languageCodes, languageFor, type Language } from '#shared/rules/language.ts';

export { languageCodes, type Language };

/** `locale` formats dates; `numbers` formats numbers and money, because Latin America writes 1,000. */
export const languages = {
  pt: { name: 'Português', locale: 'pt-BR', numbers: 'pt-BR' },
  en: { name: 'English', locale: 'en-US', numbers: 'en-US' },
  es: { name: 'Español', locale: 'es', numbers: 'es-419' },
} as const satisfies Record<Language, object>;

export const languageKey = 'preferredLanguage';

export const isLanguage = (code: string | null | undefined): code is Language =>
  languageCodes.some((known) => known === code);

export const asLanguage = (code: string | undefined): Language => (isLanguage(code) ? code : 'en');

/** The stored choice, else the browser's language, else English; `boot.js` repeats this rule. */
export function chooseLanguage(stored: string | null, browser: string | undefined): Language {
  return isLanguage(stored) ? stored : languageFor(browser);
}
