import type { DayStatus } from '#shared/contracts/status.ts';
import { dayBefore, statusDays } from '#shared/rules/execution/day-state.ts';
import { formatNumber } from '#web/i18n/formats/dates.ts';
import { keptFormat } from '#web/i18n/formats/kept-format.ts';
import type { Language } from '#web/i18n/languages.ts';

/** One of the ninety days, possibly without measurements. */
export type ShownDay = { day: string; seen: DayStatus | undefined };

/** Oldest first. */
export function shownDays(today: string, known: readonly DayStatus[]): ShownDay[] {
  const byDay = new Map(known.map((each) => [each.day, each]));
  return Array.from({ length: statusDays }, (_, index) => {
    const day = dayBefore(new Date(today), statusDays - 1 - index);
    return { day, seen: byDay.get(day) };
  });
}

export const stateOf = ({ seen }: ShownDay) => seen?.state ?? 'unwatched';

/** In hours. A day with at least this much measured time counts as fully measured. */
const mostOfDay = 23.5;

/** Undefined for a fully measured day, and for today, which is not over. */
export function measuredHours({ day, seen }: ShownDay, today: string): number | undefined {
  const hours = (seen?.watchedMinutes ?? 0) / 60;
  return !seen || day === today || hours >= mostOfDay ? undefined : Math.floor(hours);
}

const percents = keptFormat(
  (_, style: 'percent', numbers) => new Intl.NumberFormat(numbers, { style, maximumFractionDigits: 1 }),
);
export const percentOf = (share: number, language: Language): string => percents(language, 'percent').format(share);

/** "150 ms", or "1.5 s" from one second on. */
export const timeOf = (ms: number, language: Language): string =>
  ms < 1000 ? `${formatNumber(ms, language)}\u00A0ms` : `${formatNumber(ms / 1000, language)}\u00A0s`;
