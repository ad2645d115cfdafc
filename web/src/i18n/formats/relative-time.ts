import type { Language } from '../languages.ts';
import { keptFormat } from './kept-format.ts';

const formats = keptFormat((locale, numeric: 'always' | 'auto') => new Intl.RelativeTimeFormat(locale, { numeric }));

/** "in 5 days". Intl's Spanish is "dentro de 5 días"; our texts use the shorter "en 5 días". */
export const relativeTime =
  (language: Language, numeric: 'always' | 'auto') =>
  (value: number, unit: Intl.RelativeTimeFormatUnit): string =>
    formats(language, numeric)
      .format(value, unit)
      .replace(/^dentro de /, 'en ');
