import { nextOccurrence } from '#shared/rules/schedule/next-occurrence.ts';
import { keptFormat } from '#web/i18n/formats/kept-format.ts';
import { relativeTime } from '#web/i18n/formats/relative-time.ts';
import { type Language, languages } from '#web/i18n/languages.ts';

const day = 86_400_000;

const clocks = keptFormat(
  (locale, timeZone: string) => new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }),
);
const weekdays = keptFormat(
  (locale, timeZone: string) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone }),
);
const dates = keptFormat(
  (locale, timeZone: string) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }),
);
const years = keptFormat(
  (locale, timeZone: string) =>
    new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
);
const isoDates = keptFormat(
  (_, timeZone: string) => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }),
);

/** "2026-11-24", the format of a date field. */
export const dateIn = (zone: string, at: number): string => isoDates('en', zone).format(at);

/** "7:00 AM". */
export const timeIn = (zone: string, at: number, language: Language): string => clocks(language, zone).format(at);

const daysBetween = (zone: string, from: number, to: number): number =>
  (Date.parse(dateIn(zone, to)) - Date.parse(dateIn(zone, from))) / day;

/** "tomorrow", "Friday" within the next week, otherwise "Dec 24", or "Jan 4, 2027" in another year. */
export function dayIn(zone: string, at: number, now: number, language: Language): string {
  const away = daysBetween(zone, now, at);
  if (Math.abs(away) <= 1) return relativeTime(language, 'auto')(away, 'day');
  if (away > 0 && away < 7) return weekdays(language, zone).format(at);
  const sameYear = dateIn(zone, at).slice(0, 4) === dateIn(zone, now).slice(0, 4);
  return (sameYear ? dates : years)(language, zone).format(at);
}

const hour = 3_600_000;

/** "in 12 minutes" within the next hour, "now" if it is due, otherwise undefined. */
export function soonIn(at: number, now: number, language: Language): string | undefined {
  const minutes = Math.max(0, Math.floor((at - now) / 60_000));
  if (minutes * 60_000 >= hour) return undefined;
  const format = relativeTime(language, 'auto');
  return minutes === 0 ? format(0, 'second') : format(minutes, 'minute');
}

const names = keptFormat(
  (locale, weekday: 'long' | 'short') => new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }),
);
const lists = keptFormat((locale, style: 'long') => new Intl.ListFormat(locale, { style }));

/** Takes ISO weekdays. 5 January 1970 was a Monday. */
export const dayName = (isoDay: number, language: Language, length: 'long' | 'short'): string =>
  names(language, length).format((isoDay + 3) * day);

export const listOf = (words: readonly string[], language: Language): string => lists(language, 'long').format(words);

/** ISO weekdays in the order of the language's calendar week. */
export const weekOf = (language: Language): readonly number[] =>
  languages[language].locale === 'es' ? [1, 2, 3, 4, 5, 6, 7] : [7, 1, 2, 3, 4, 5, 6];

/** The instant at which clocks in the zone show this date and time. A skipped time is due at the end of the gap. */
export function momentOf(date: string, time: string, zone: string): number {
  const midnight = Date.parse(date);
  const isoDay = ((Math.floor(midnight / day) + 3) % 7) + 1;
  return nextOccurrence({ days: [isoDay], time }, zone, new Date(midnight - 2 * day)).getTime();
}
