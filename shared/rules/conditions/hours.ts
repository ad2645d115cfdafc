import { dayAt, isoDayOf, knownClock, momentOf, type ZoneClock } from '../schedule/zone-clock.ts';

/** Opening hours on ISO days of the week. They end on the next day unless `to` is later than `from`. */
export type Hours = { days: readonly number[]; from: string; to: string };

/** Returns `at` while any of the hours are open, otherwise the next opening, or undefined if there is none. */
export function nextOpen(hours: readonly Hours[], timeZone: string, at: Date): Date | undefined {
  const clock = knownClock(timeZone);
  const moment = at.getTime();
  const today = dayAt(clock, moment);
  // Two weeks, because the clocks may skip the only opening of a week.
  for (let day = today - 1; day <= today + 16; day += 1) {
    const openings = openingsOn(hours, clock, day).filter(({ closes }) => closes > moment);
    if (openings.length > 0) return new Date(Math.max(moment, Math.min(...openings.map(({ opens }) => opens))));
  }
  return undefined;
}

const openingsOn = (hours: readonly Hours[], clock: ZoneClock, day: number) =>
  hours
    .filter(({ days }) => days.includes(isoDayOf(day)))
    .map(({ from, to }) => ({
      opens: momentOf(clock, day, from),
      closes: momentOf(clock, to > from ? day : day + 1, to),
    }))
    // Clock changes can skip an entire opening.
    .filter(({ opens, closes }) => closes > opens);
