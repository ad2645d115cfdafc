import { type Language, languages } from '../languages.ts';
import { keptFormat } from './kept-format.ts';
import { relativeTime } from './relative-time.ts';

const day = 24 * 60 * 60 * 1000;

const dates = keptFormat(
  (locale, time: 'date' | 'short') =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(time !== 'date' && { timeStyle: time }) }),
);
const numbers = keptFormat((_, style: 'decimal', locale) => new Intl.NumberFormat(locale, { style }));
const money = keptFormat((_, currency, locale) => new Intl.NumberFormat(locale, { style: 'currency', currency }));

/** Parses to milliseconds; undefined if missing or invalid. */
export function momentOf(at: string | null | undefined): number | undefined {
  const moment = at ? Date.parse(at) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** Relative within 24 hours in either direction, otherwise the full date. Undefined if `at` is missing or invalid. */
export function formatWhen(
  at: string | null | undefined,
  now: number,
  language: Language,
): { text: string; relative: boolean } | undefined {
  const moment = momentOf(at);
  if (moment === undefined) return undefined;
  const distance = moment - now;
  if (Math.abs(distance) > day) return { text: dateOf(moment, language), relative: false };
  return { text: relative(distance, language), relative: true };
}

export const asStart = (text: string, language: Language): string => {
  const [first = '', ...rest] = Array.from(text);
  return first.toLocaleUpperCase(languages[language].locale) + rest.join('');
};

export function formatFullDate(at: string, language: Language): string {
  return dates(language, 'short').format(new Date(at));
}

/** "March 4, 2026"; empty if invalid. */
export function formatDate(at: string | null | undefined, language: Language): string {
  const moment = momentOf(at);
  return moment === undefined ? '' : dateOf(moment, language);
}

export function formatMoney(minorUnits: number, currency: string, language: Language): string {
  const format = money(language, currency);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits);
}

export const formatNumber = (value: number, language: Language): string => numbers(language, 'decimal').format(value);

/** Keeps the day of "3 de diciembre de 2026" on the line of its month. */
const dateOf = (moment: number, language: Language): string =>
  dates(language, 'date')
    .format(moment)
    .replace(/^(\d+) de /, '$1\u{a0}de\u{a0}');

const units = [
  ['day', day],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
] as const;

function relative(distance: number, language: Language): string {
  const format = relativeTime(language, 'auto');
  for (const [unit, size] of units) {
    if (Math.abs(distance) >= size) return format(Math.trunc(distance / size), unit);
  }
  return format(0, 'second');
}
