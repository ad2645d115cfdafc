import { type Language, languages } from '../../i18n/languages.ts';

/** A day of the contract is a UTC day, so it is worded as one. */
export const dayName = (day: string, language: Language, month: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(languages[language].locale, { day: 'numeric', month, timeZone: 'UTC' }).format(new Date(day));
