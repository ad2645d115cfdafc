import { relativeTime } from '#web/i18n/formats/relative-time.ts';
import type { Language } from '#web/i18n/languages.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "in 5 days": whole days from two days on, then hours, then minutes. Undefined for the past. */
export function remaining(moment: number, now: number, language: Language): string | undefined {
  const left = moment - now;
  if (left <= 0) return undefined;
  const format = relativeTime(language, 'always');
  if (left >= 2 * day) return format(Math.round(left / day), 'day');
  if (left >= hour) return format(Math.round(left / hour), 'hour');
  return format(Math.ceil(left / minute), 'minute');
}
