import { type Language, languages } from '../languages.ts';
import { keptFormat } from './kept-format.ts';

const day = 24 * 60 * 60 * 1000;

const dates = keptFormat(
  (locale, time: 'date' | 'short') =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', ...(time !== 'date' && { timeStyle: time }) }),
);
const numbers = keptFormat((_, style: 'decimal', locale) => new Intl.NumberFormat(locale, { style }));
const money = keptFormat((_, currency, locale) => new Intl.NumberFormat(locale, { style: 'currency', currency }));
const distances = keptFormat((locale, numeric: 'auto') => new Intl.RelativeTimeFormat(locale, { numeric }));

/** Milliseconds of a time in ISO 8601; undefined when it is missing or makes no sense. */
export function momentOf(at: string | null | undefined): number | undefined {
  const moment = at ? Date.parse(at) : Number.NaN;
  return Number.isNaN(moment) ? undefined : moment;
}

/** Words for a moment: relative within 24 hours in either direction, else the full date. Undefined when there is none. */
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

/** Words that stand alone begin with a capital letter, in every language. */
export const asStart = (text: string, language: Language): string => {
  const [first = '', ...rest] = Array.from(text);
  return first.toLocaleUpperCase(languages[language].locale) + rest.join('');
};

/** Date and time of day, for tooltips and details. */
export function formatFullDate(at: string, language: Language): string {
  return dates(language, 'short').format(new Date(at));
}

/** The date alone: "March 4, 2026". Empty when it makes no sense. */
export function formatDate(at: string | null | undefined, language: Language): string {
  const moment = momentOf(at);
  return moment === undefined ? '' : dateOf(moment, language);
}

/** An amount in the smallest unit of its currency, as people write it. */
export function formatMoney(minorUnits: number, currency: string, language: Language): string {
  const format = money(language, currency);
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits);
}

export const formatNumber = (value: number, language: Language): string => numbers(language, 'decimal').format(value);

const dateOf = (moment: number, language: Language): string => dates(language, 'date').format(moment);

const units = [
  ['day', day],
  ['hour', 60 * 60 * 1000],
  ['minute', 60 * 1000],
] as const;

function relative(distance: number, language: Language): string {
  const format = distances(language, 'auto');
  for (const [unit, size] of units) {
    if (Math.abs(distance) >= size) return format.format(Math.trunc(distance / size), unit);
  }
  return format.format(0, 'second');
}
