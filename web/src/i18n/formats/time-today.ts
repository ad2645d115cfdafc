import type { Language } from '../languages.ts';
import { keptFormat } from './kept-format.ts';

const times = keptFormat((locale, timeStyle: 'short') => new Intl.DateTimeFormat(locale, { timeStyle }));

/** "4:12 AM" if it is on the same day as `now`, otherwise undefined. */
export function formatTimeToday(at: string, now: number, language: Language): string | undefined {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date(now).toDateString();
  return isToday ? times(language, 'short').format(moment) : undefined;
}
