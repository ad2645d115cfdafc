import { formatNumber } from '#web/i18n/formats/dates.ts';
import type { Language } from '#web/i18n/languages.ts';

const minute = 60_000;

/** "2.4 s", or "2 min" from 100 s on. The abbreviations are the same in all languages. */
export const duration = (ms: number, language: Language): string =>
  ms < 99_950 ? withUnit(Math.max(0.1, tenths(ms / 1000)), 's', language) : inMinutes(ms, language);

/** "2 s", or "0.4 s" below one second. */
export function roughly(ms: number, language: Language): string {
  if (ms >= 99_500) return inMinutes(ms, language);
  return ms < 1000 ? duration(ms, language) : withUnit(Math.round(ms / 1000), 's', language);
}

const tenths = (value: number): number => Math.round(value * 10) / 10;

const inMinutes = (ms: number, language: Language): string => withUnit(Math.round(ms / minute), 'min', language);

const withUnit = (value: number, unit: string, language: Language): string =>
  `${formatNumber(value, language)}\u00A0${unit}`;
