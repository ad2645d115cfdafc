import { keptFormat } from '#web/i18n/formats/kept-format.ts';
import type { Language } from '#web/i18n/languages.ts';

/** Formats a UTC day. */
export const dayName = (day: string, language: Language, month: 'short' | 'long'): string =>
  utcDays(language, month).format(new Date(day));

const utcDays = keptFormat(
  (locale, month: 'short' | 'long') => new Intl.DateTimeFormat(locale, { day: 'numeric', month, timeZone: 'UTC' }),
);
